import { type SigningIdentity, signingIdentity } from '../content-credentials/identity.ts';
import { type Secrets, secretsOf } from '../engines/secrets.ts';
import { readTraceSettings, type TraceSampling } from '../tracing/settings.ts';
import { RULES, type Setting, type TextSettings } from './rules.ts';

/** Everything an operator can set, parsed and checked. */
export interface Settings extends TextSettings {
  /** Keys of hosted engines. */
  readonly secrets: Secrets;
  /** Who signs the origin of results; null: nobody. */
  readonly signing: SigningIdentity | null;
  /** Traces, as the standard `OTEL_*` variables ask for them; null: none. */
  readonly tracing: TraceSampling | null;
}

/** A setting as `atelier config` lists it. */
export type SettingDescription = ReturnType<typeof describeSettings>[number];

/** All settings with their defaults, in the order of the table. */
export function describeSettings() {
  return Object.values(RULES).map((setting: Setting<unknown>) => ({
    variable: setting.variable,
    option: setting.option ? `--${setting.option}` : null,
    default: setting.fallback,
    /** The default in words, if it depends on the machine. */
    defaultRule: setting.fallbackRule ?? null,
    description: setting.description,
    /** True: its value is not to be shown. */
    secret: setting.secret ?? false,
  }));
}

/** Options of the command line; each wins over its variable. */
export type SettingArguments = Partial<Record<'port' | 'host' | 'data' | 'role', string>>;

/** Thrown when the settings cannot be used; the message has one line for each that is wrong. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads and checks every setting. Rejects with {@link SettingsError} naming all unknown variables and bad values at
 * once.
 */
export async function loadSettings(
  environment: Readonly<Record<string, string | undefined>>,
  given: SettingArguments = {},
): Promise<Settings> {
  const problems = unknownVariables(environment);
  const read = async ([key, setting]: [string, Setting<unknown>]): Promise<[string, unknown]> => {
    const [source, text] = sourceOf(setting, environment, given);
    try {
      return [key, await setting.parse(text)];
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      problems.push(
        setting.secret
          ? `${source} cannot be used; ${problem}`
          : `${source} is ${JSON.stringify(withoutPassword(text))}; ${problem}`,
      );
      return [key, await setting.parse(setting.fallback)];
    }
  };
  const entries: [string, unknown][] = [];
  for (const rule of Object.entries(RULES)) entries.push(await read(rule));
  // The table that was read is the one that the type is made of.
  const texts = Object.fromEntries(entries) as TextSettings;
  if (texts.role !== 'all' && texts.databaseUrl === null) {
    problems.push(`the role ${texts.role} needs DATABASE_URL: the embedded database serves one process`);
  }
  if (texts.databasePassword !== null && !environment.DATABASE_URL)
    problems.push('ATELIER_DATABASE_PASSWORD needs DATABASE_URL: the embedded database has no password');
  const signing = signingOf(texts, problems);
  const { settings: tracing, problems: traceProblems } = readTraceSettings(environment);
  problems.push(...traceProblems);
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  const databaseUrl = withPassword(texts.databaseUrl, texts.databasePassword);
  return {
    ...texts,
    databaseUrl,
    tracing,
    signing,
    secrets: secretsOf(environment, texts.secretsFile, ownSecrets(environment)),
  };
}

/** The identity of the two PEM files; null, with a line of `problems`, where they are no pair. */
function signingOf({ c2paCertificate, c2paKey }: TextSettings, problems: string[]): SigningIdentity | null {
  if (c2paCertificate === null && c2paKey === null) return null;
  if (c2paCertificate === null || c2paKey === null) {
    problems.push('ATELIER_C2PA_CERTIFICATE and ATELIER_C2PA_KEY need each other');
    return null;
  }
  try {
    return signingIdentity(c2paCertificate, c2paKey);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** A text that is safe to show: removes user and password between the scheme and the `@` of an address. */
const withoutPassword = (text: string) => text.replace(/(:\/\/)[^/@]*@/g, '$1…@');

/**
 * The address with the password as a parameter, which every reader of such addresses takes, also where they name no
 * host.
 */
function withPassword(address: string | null, password: string | null): string | null {
  if (address === null || password === null) return address;
  const url = new URL(address);
  url.searchParams.set('password', password);
  return url.href;
}

/** Secrets that no engine asks for: those of the settings, of the AWS SDK and of the exporter of traces. */
function ownSecrets(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const url = URL.parse(environment.DATABASE_URL ?? '');
  return [
    environment.ATELIER_ADMIN_KEY,
    environment.ATELIER_DATABASE_PASSWORD,
    url ? decodeURIComponent(url.password) : '',
    url?.searchParams.get('password'),
    environment.AWS_SECRET_ACCESS_KEY,
    environment.AWS_SESSION_TOKEN,
    environment.OTEL_EXPORTER_OTLP_HEADERS,
    environment.OTEL_EXPORTER_OTLP_TRACES_HEADERS,
  ].filter((value) => typeof value === 'string');
}

function sourceOf(
  setting: Setting<unknown>,
  environment: Readonly<Record<string, string | undefined>>,
  given: SettingArguments,
): [source: string, text: string] {
  const argument = setting.option && given[setting.option];
  if (argument !== undefined) return [`--${setting.option}`, argument];
  return [setting.variable, environment[setting.variable] ?? setting.fallback];
}

/** Variables of the commands that talk to a running service. They may be in the environment of the service too. */
const CLIENT_VARIABLES = ['ATELIER_URL', 'ATELIER_API_KEY'];

function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set<string>([...CLIENT_VARIABLES, ...Object.values(RULES).map(({ variable }) => variable)]);
  return Object.keys(environment)
    .filter((name) => name.startsWith('ATELIER_') && !known.has(name))
    .map((name) => `${name} is not a setting; \`atelier config\` lists all`);
}
