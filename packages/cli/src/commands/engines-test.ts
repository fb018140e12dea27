import { OPERATIONS, type Operation } from '@atelier/contract';
import type { Settings } from '@atelier/server';
import type { Probe, ProbeResult } from '@atelier/server/engine-probe';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { RESULT_OPTIONS, readPlace, writeWhole } from '../operations/results.ts';
import { complain, print } from '../output.ts';

/** `atelier engines test` */
export const enginesTest: Command = {
  name: 'engines test',
  summary: 'Ask an engine for one sample, which may cost money.',
  details:
    'The command uses the configuration alone; no service has to run. Exit codes: 0 an image or video came, 1 none came, 2 nothing was sent: no such engine, no key, a bad setting.',
  positionals: ['engine'],
  options: {
    config: {
      type: 'string',
      value: 'FILE',
      summary: 'Configuration file (ATELIER_CONFIG, or ./atelier.config.json).',
    },
    operation: {
      type: 'string',
      value: 'OPERATION',
      values: OPERATIONS,
      summary: `What to ask for: ${OPERATIONS.join(', ')} (the first that the engine serves, videos last).`,
    },
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      summary: 'File for the result (without it the result is discarded).',
    },
    force: RESULT_OPTIONS.force,
    json: { type: 'boolean', summary: 'Print JSON.' },
  },
  async run(invocation) {
    const operation = operationOf(invocation);
    const file = await fileOf(invocation);
    const { engineProbe, ProbeSetupError } = await import('@atelier/server/engine-probe');
    const settings = await settingsOf(invocation);
    const probe = (() => {
      try {
        return engineProbe(settings, invocation.positional('engine'), operation);
      } catch (error) {
        throw error instanceof ProbeSetupError ? new UsageError(error.message) : error;
      }
    })();
    complain(announcement(probe));
    const result = await probe.run(interruption());
    const kept = result.made ? file : null;
    if (result.made && kept !== null) await writeWhole(kept, result.bytes);
    print(
      invocation.flag('json') ? JSON.stringify(inJson(probe, result, kept), null, 2) : inWords(probe, result, kept),
    );
    return result.made ? EXIT.ok : EXIT.failed;
  },
};

function operationOf(invocation: Invocation): Operation | undefined {
  return OPERATIONS.find((operation) => operation === invocation.text('operation'));
}

async function settingsOf(invocation: Invocation): Promise<Settings> {
  const { loadSettings, SettingsError } = await import('@atelier/server');
  const config = invocation.text('config');
  try {
    return await loadSettings({ ...process.env, ...(config === undefined ? {} : { ATELIER_CONFIG: config }) });
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(error.message) : error;
  }
}

function announcement({ engine, adapter, model, operation, price }: Probe): string {
  const cost =
    price > 0 ? `costs ${price} by the configuration` : 'may cost money: the configuration does not name a price';
  const serving = model ? `, as for ${model}` : '; no model names this engine yet';
  return `asking ${engine} (${adapter}) for one ${operation}${serving}; this is a real call and ${cost}`;
}

/** Aborted by Ctrl-C, which also stops the engine's work. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () =>
      controller.abort(new Error(`${signal}: the engine was asked to stop; it may still charge`)),
    );
  return controller.signal;
}

/**
 * The file that `--out` names, null where it names none. Throws UsageError, before anything is asked, for one that is
 * there.
 */
async function fileOf(invocation: Invocation): Promise<string | null> {
  const out = invocation.text('out');
  if (out === undefined) return null;
  const { file } = await readPlace(out, 1, invocation.flag('force'));
  if (file === null)
    throw new UsageError(`--out is ${JSON.stringify(out)}; give the name of a file, not a folder and not -`);
  return file;
}

function inWords({ engine, operation }: Probe, result: ProbeResult, file: string | null): string {
  const seconds = `${result.seconds.toFixed(1)} s`;
  if (!result.made)
    return `${engine} failed after ${seconds}: ${result.problem}\nThe engine said: ${result.said}\n${result.advice}`;
  const { width, height, mimeType } = result;
  const kept = file ? `\n${file}` : '';
  return `${engine} works: ${operation}, ${mimeType}, ${width} × ${height} pixels, in ${seconds}${kept}`;
}

function inJson({ engine, adapter, model, operation, price }: Probe, result: ProbeResult, file: string | null): object {
  const probe = { engine, adapter, model, operation, price, made: result.made, seconds: result.seconds };
  if (!result.made) return { ...probe, problem: result.problem, said: result.said, advice: result.advice };
  const { width, height, mimeType: mime_type } = result;
  return { ...probe, width, height, mime_type, file };
}
