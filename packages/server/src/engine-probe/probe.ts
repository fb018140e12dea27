import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { MODELS, type ModelName, modelsFor, type Operation } from '@atelier/contract';
import { type BackOff, pauseMs } from '../back-off.ts';
import type { Settings } from '../config/settings.ts';
import { hostedCatalogue } from '../engines/adapters/index.ts';
import type { CatalogueEntry, EngineCatalogue, EngineRoute } from '../engines/catalogue.ts';
import { pixelsOf, withPlainPictures } from '../engines/pictures/formats.ts';
import type { EngineOutput, EngineTask, HostedEngine, RemoteReceipt, StartOutcome } from '../engines/port.ts';
import { type MadeCall, observeCalls } from '../engines/wire.ts';
import { newId } from '../ids.ts';
import { pictureIntake } from '../media/intake.ts';
import { MediaRejection } from '../media/rejection.ts';
import { remoteFetch } from '../media/remote/fetch.ts';
import { RESULT_FETCH, type UnpackedOutput, unpack } from '../work/receive.ts';
import { sizeOf } from '../work/run.ts';
import type { WorkOrder } from '../work-order.ts';
import { adviceOn, type ProbeProblem, problemOf, type Unmade } from './advice.ts';
import { SAMPLES_TO_ASK, type Sample, samplePicture } from './samples.ts';

/** Pauses between two looks at the work. */
const LOOKS: BackOff = { firstMs: 400, longestMs: 4_000, growth: 1.5 };

/** Looks in a row that may fail. */
const FAILED_LOOKS_MAX = 10;

/** Thrown where a probe cannot begin: the message says what to set. Nothing was asked. */
export class ProbeSetupError extends Error {
  override readonly name = 'ProbeSetupError';
}

/** One small real call of an engine, ready to be made. */
export type Probe = ReturnType<typeof engineProbe>;

/** The result of a probe. */
export type ProbeResult = { readonly seconds: number } & (
  | {
      readonly made: true;
      readonly width: number;
      readonly height: number;
      readonly mimeType: string;
      /** An encoded PNG or MP4 file. */
      readonly bytes: Uint8Array;
    }
  | {
      readonly made: false;
      readonly problem: ProbeProblem;
      /** In the engine's own words, without keys. */
      readonly said: string;
      readonly advice: string;
    }
);

/** Prepares a probe of an engine of the configuration. Throws {@link ProbeSetupError} where it cannot be made. */
export function engineProbe(settings: Settings, name: string, operation?: Operation) {
  const catalogue = catalogueOf(settings);
  const entry = catalogue.entries.find((candidate) => candidate.name === name);
  if (!entry) {
    const known = catalogue.entries.map((candidate) => candidate.name);
    const others = known.length > 0 ? `allowed: ${known.join(', ')}` : 'the configuration names none';
    throw new ProbeSetupError(`${JSON.stringify(name)} is not a hosted engine of the configuration; ${others}.`);
  }
  if (entry.missingKeys.length > 0)
    throw new ProbeSetupError(
      `${entry.missingKeys.join(' and ')} ${entry.missingKeys.length > 1 ? 'have' : 'has'} no value. Set the variable, or put it into the JSON file that ATELIER_SECRETS names.`,
    );
  const { sample, model, route } = choose(catalogue, entry, operation);
  return {
    engine: name,
    adapter: entry.adapter,
    /** The model whose options hold; null: no model names the engine, and its own do. */
    model,
    operation: sample.operation,
    /** Cost of the output in the operator's currency; 0 if the configuration has none. */
    price: route.price,
    /** Makes the call, once. Rejects only with the signal's reason; work that began is then told to stop. */
    async run(signal: AbortSignal): Promise<ProbeResult> {
      const startedMs = performance.now();
      const calls: MadeCall[] = [];
      const { engine } = route;
      if (engine.kind !== 'hosted') throw new Error(`${name} is not a hosted engine`);
      const task = await withPlainPictures(await taskOf(sample, model ?? modelsFor(sample.operation)[0] ?? 'v6'));
      const outcome = await observeCalls(
        (call) => calls.push(call),
        () => ask(engine, task, route.timeoutMs, signal),
      );
      const result = outcome.kind === 'made' ? await bringHome(settings, task, outcome.output, signal) : outcome;
      const seconds = (performance.now() - startedMs) / 1000;
      if (result.kind === 'pixels' || result.kind === 'file')
        return { made: true, seconds, ...(await encoded(result)) };
      const last = calls.at(-1);
      const problem = problemOf(result, last);
      const advice = adviceOn(problem, entry, last ? new URL(last.url).host : 'the engine');
      return { made: false, seconds, problem, said: settings.secrets.redact(result.message), advice };
    },
  };
}

function catalogueOf(settings: Settings): EngineCatalogue {
  try {
    // Nobody listens for messages here: the work is looked at.
    return hostedCatalogue({ settings: settings.file.engines, secrets: settings.secrets, publicUrl: null });
  } catch (error) {
    throw new ProbeSetupError(error instanceof Error ? error.message : String(error));
  }
}

/** The first sample that the engine serves for one of the models that name it. */
function choose(
  catalogue: EngineCatalogue,
  { name, models }: CatalogueEntry,
  operation: Operation | undefined,
): { sample: Sample; model: ModelName | null; route: EngineRoute } {
  for (const sample of SAMPLES_TO_ASK) {
    if (operation !== undefined && sample.operation !== operation) continue;
    const pictures = sample.roles.map((role) => ({ role, pointer: `/${role}`, mediaId: null, url: null }));
    for (const model of models.filter((each) => MODELS[each].operations.includes(sample.operation))) {
      const routes = catalogue.routesOf({ ...sample, model, pictures }, false);
      const route = routes.find(({ engine }) => engine.name === name);
      if (route) return { sample, model, route };
    }
    const route = models.length === 0 ? catalogue.hosted(name) : null;
    const [model] = modelsFor(sample.operation);
    if (model && route?.engine.serves({ ...sample, model, pictures })) return { sample, model: null, route };
  }
  const wanted = operation === undefined ? 'any operation that can be tried' : operation;
  const named = models.length > 0 ? ` for ${models.join(', ')}` : '';
  throw new ProbeSetupError(
    `${name} is not set up to serve ${wanted}${named}. Its options say which operations it performs.`,
  );
}

async function taskOf({ operation, roles, prompt, options }: Sample, model: ModelName): Promise<EngineTask> {
  const pictures = await Promise.all(roles.map(samplePicture));
  const order: WorkOrder = {
    operation,
    model,
    resolution: 'standard',
    aspectRatio: null,
    seed: null,
    prompt,
    options,
    pictures: pictures.map(({ role, pointer }) => ({ role, pointer, mediaId: null, url: null })),
  };
  // The sample's content is known, so no net is needed.
  const garments = pictures.filter(({ role }) => role === 'garment');
  const outfit = garments.map(({ bytes }) => ({ category: 'top', photo: bytes }) as const);
  return { jobId: newId(), order, position: 0, attempt: 1, size: sizeOf(order, pictures), pictures, outfit };
}

/** The end of a request. */
type Asked = Extract<StartOutcome, { kind: 'made' }> | Unmade;

/** Sends an engine one request and follows its work to the end. */
async function ask(engine: HostedEngine, task: EngineTask, timeoutMs: number, signal: AbortSignal): Promise<Asked> {
  const started = await engine.start(task, signal);
  if (started.kind === 'started') return follow(engine, started.receipt, task, timeoutMs, signal);
  const found = started.kind === 'uncertain' ? await engine.lookUp?.(task, signal) : undefined;
  return typeof found === 'object' ? follow(engine, found, task, timeoutMs, signal) : started;
}

async function follow(
  engine: HostedEngine,
  receipt: RemoteReceipt,
  task: EngineTask,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Asked> {
  const beganMs = performance.now();
  let endsMs = beganMs + timeoutMs;
  let failedLooks = 0;
  try {
    for (let looks = 0; ; looks++) {
      const seen = await engine.read(receipt, task, signal);
      if (seen.kind !== 'working' && seen.kind !== 'unreadable') return seen;
      if (seen.kind === 'working') endsMs = beganMs + Math.min(seen.waitedMs, timeoutMs) + timeoutMs;
      failedLooks = seen.kind === 'unreadable' ? failedLooks + 1 : 0;
      const isLost = seen.kind === 'unreadable' && failedLooks > FAILED_LOOKS_MAX;
      if (isLost || performance.now() > endsMs) {
        await engine.cancel?.(receipt);
        return isLost
          ? { kind: 'lost', message: seen.message }
          : { kind: 'late', message: `not done after ${timeoutMs / 1000} seconds` };
      }
      const askedMs = seen.kind === 'unreadable' ? (seen.retryAfterMs ?? 0) : 0;
      const leftMs = Math.max(1, endsMs - performance.now() + 1);
      await sleep(Math.min(leftMs, Math.max(pauseMs(LOOKS, looks), askedMs)), undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) await engine.cancel?.(receipt);
    // A pause that is cut short gives a reason of its own.
    signal.throwIfAborted();
    throw error;
  }
}

/** Fetches and checks the output, as the work on a job does. */
async function bringHome(
  { allowPrivateUrls }: Settings,
  { order }: EngineTask,
  output: EngineOutput,
  signal: AbortSignal,
): Promise<UnpackedOutput | Unmade> {
  if (output.kind === 'pixels' || output.kind === 'file') return output;
  if (output.kind === 'pixel_file') throw new Error('a hosted engine answered with a file on this disk');
  const temporaryFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-probe-'));
  let bytes: Uint8Array | null = output.kind === 'delivered' ? output.bytes : null;
  try {
    if (output.kind === 'remote') {
      const fetchResult = remoteFetch({ allowedPrivateRanges: allowPrivateUrls, ...RESULT_FETCH });
      bytes = Buffer.concat(await Readable.from(await fetchResult(output.url, signal)).toArray());
    }
    const intake = await pictureIntake({ temporaryFolder });
    return await unpack(intake, order.operation, bytes ?? new Uint8Array());
  } catch (error) {
    if (!(error instanceof MediaRejection)) throw error;
    return { kind: bytes === null ? 'unfetched' : 'unusable', message: error.message };
  } finally {
    await fs.rm(temporaryFolder, { recursive: true, force: true });
  }
}

async function encoded(output: UnpackedOutput) {
  const { width, height } = output;
  if (output.kind === 'file') return { width, height, mimeType: output.mimeType, bytes: output.bytes };
  const bytes = await pixelsOf(output).png().toBuffer();
  return { width, height, mimeType: 'image/png', bytes };
}
