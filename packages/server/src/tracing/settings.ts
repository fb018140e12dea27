/**
 * Which traces are kept and sent: `ratio` is the share of those that begin here, and a caller's own decision is heeded
 * where `heedsParent`. Where to, the exporter itself reads from `OTEL_EXPORTER_OTLP_*`.
 */
export interface TraceSampling {
  readonly heedsParent: boolean;
  /** 0 to 1. */
  readonly ratio: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The samplers by their standard names; `ratio` null: that of `OTEL_TRACES_SAMPLER_ARG`. */
const SAMPLERS: Readonly<Record<string, { readonly heedsParent: boolean; readonly ratio: number | null }>> = {
  always_on: { heedsParent: false, ratio: 1 },
  always_off: { heedsParent: false, ratio: 0 },
  traceidratio: { heedsParent: false, ratio: null },
  parentbased_always_on: { heedsParent: true, ratio: 1 },
  parentbased_always_off: { heedsParent: true, ratio: 0 },
  parentbased_traceidratio: { heedsParent: true, ratio: null },
};

/**
 * Reads the variables that decide whether traces are sent, and which
 * (opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables). Null: none are sent. `problems` has one
 * line for each unusable variable.
 */
export function readTraceSettings(environment: Environment) {
  const problems: string[] = [];
  if (!isWanted(environment, problems)) return { settings: null, problems };
  const protocol =
    environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || environment.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/json';
  if (protocol !== 'http/json')
    problems.push(
      `OTEL_EXPORTER_OTLP_PROTOCOL is ${JSON.stringify(protocol)}; allowed: http/json, which collectors take where they take http/protobuf`,
    );
  return { settings: readSampling(environment, problems), problems };
}

/** True where an exporter or the address of a receiver is named. */
function isWanted(environment: Environment, problems: string[]): boolean {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false;
  const exporter = environment.OTEL_TRACES_EXPORTER;
  switch (exporter) {
    case undefined:
    case '':
      return Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
    case 'otlp':
      return true;
    case 'none':
      return false;
    default:
      problems.push(`OTEL_TRACES_EXPORTER is ${JSON.stringify(exporter)}; allowed: otlp, none`);
      return false;
  }
}

function readSampling(environment: Environment, problems: string[]): TraceSampling {
  const name = environment.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const sampler = SAMPLERS[name];
  if (!sampler) {
    problems.push(`OTEL_TRACES_SAMPLER is ${JSON.stringify(name)}; allowed: ${Object.keys(SAMPLERS).join(', ')}`);
    return { heedsParent: true, ratio: 1 };
  }
  const text = environment.OTEL_TRACES_SAMPLER_ARG || '1';
  const ratio = sampler.ratio ?? Number(text);
  if (!(ratio >= 0 && ratio <= 1))
    problems.push(`OTEL_TRACES_SAMPLER_ARG is ${JSON.stringify(text)}; allowed: a share from 0 to 1`);
  return { heedsParent: sampler.heedsParent, ratio };
}
