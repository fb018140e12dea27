import { randomInt } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import { createEngine, type Engine, EngineRejection } from '@atelier/engine';
import { move, workerData } from 'piscina';
import type { EngineOutcome, EngineTask, GatheredPicture } from '../port.ts';

/** What the service sends into the thread: a task, and the port for progress and cancellation. */
export interface EmbeddedCall {
  readonly task: EngineTask;
  /** Carries {@link EmbeddedMessage} out and the word `cancel` in. */
  readonly port: MessagePort;
}

/** What the thread says while it works. */
export interface EmbeddedMessage {
  /** 0 to 1. */
  readonly progress: number;
}

let engine: Promise<Engine> | null = null;

/** Loads the nets once; every call shares them. */
function loadedEngine(): Promise<Engine> {
  engine ??= createEngine({ cacheDirectory: workerData.cacheDirectory, threads: workerData.threads });
  return engine;
}

/** Loads the nets, so that the first job need not wait for them. */
export async function warmUp(): Promise<void> {
  await loadedEngine();
}

/** Makes one output. */
export async function runTask({ task, port }: EmbeddedCall): Promise<EngineOutcome> {
  const abort = new AbortController();
  port.on('message', () => abort.abort(new Error('the run was canceled')));
  try {
    const loaded = await loadedEngine();
    const onProgress = (progress: number) => port.postMessage({ progress } satisfies EmbeddedMessage);
    const { raster, warnings } = await loaded.tryOn(tryOnRequest(task), { signal: abort.signal, onProgress });
    const rgb = new Uint8Array(raster.data.buffer);
    const outcome: EngineOutcome = {
      kind: 'made',
      output: { kind: 'pixels', width: raster.width, height: raster.height, rgb },
      warnings,
    };
    return moved(outcome, rgb);
  } catch (error) {
    if (error instanceof EngineRejection) return { kind: 'input_rejected', message: error.message };
    throw error;
  } finally {
    port.close();
  }
}

/** The outcome with its pixels handed over instead of copied. */
function moved(outcome: EngineOutcome, rgb: Uint8Array<ArrayBuffer>): EngineOutcome {
  move(rgb.buffer);
  return outcome;
}

function tryOnRequest({ order, pictures, position, size }: EngineTask) {
  const bytesOf = (role: GatheredPicture['role']) =>
    pictures.filter((picture) => picture.role === role).map(({ bytes }) => bytes);
  const [person] = bytesOf('person');
  if (!person) throw new Error('a try-on without a person reached the engine');
  return {
    person,
    garments: bytesOf('garment').map((bytes) => ({ bytes })),
    size,
    seed: order.seed ?? randomInt(2 ** 31),
    variation: position,
    prompt: order.prompt,
    style: order.options.style ?? '',
  };
}
