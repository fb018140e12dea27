import { randomInt } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import { createEngine, type Engine, EngineRejection, type PictureResult, type RunControl } from '@atelier/engine';
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
    const { raster, warnings } = await make(loaded, task, { signal: abort.signal, onProgress });
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

/** Has the engine make the picture of a task. */
function make(loaded: Engine, task: EngineTask, control: RunControl): Promise<PictureResult> {
  const { operation, options } = task.order;
  switch (operation) {
    case 'virtual_try_on':
      return loaded.tryOn(tryOnRequest(task), control);
    case 'edit':
      return loaded.edit(editRequest(task), control);
    case 'inpaint': {
      const { maskExpansionPercent: expansionPercent = 0, denoise: strength = 1 } = options;
      const mask = pictureOf(task, 'mask');
      return loaded.inpaint({ ...editRequest(task), mask, expansionPercent, strength }, control);
    }
    case 'upscale': {
      const { upscaleFactor: factor = 2, denoise = 0 } = options;
      return loaded.upscale({ image: pictureOf(task, 'source'), factor, denoise }, control);
    }
    default:
      throw new Error(`the operation ${operation} reached the embedded engine`);
  }
}

function picturesOf({ pictures }: EngineTask, role: GatheredPicture['role']): Uint8Array[] {
  return pictures.filter((picture) => picture.role === role).map(({ bytes }) => bytes);
}

function pictureOf(task: EngineTask, role: GatheredPicture['role']): Uint8Array {
  const [bytes] = picturesOf(task, role);
  if (!bytes) throw new Error(`a task of ${task.order.operation} without a ${role} reached the engine`);
  return bytes;
}

/** The outcome with its pixels handed over instead of copied. */
function moved(outcome: EngineOutcome, rgb: Uint8Array<ArrayBuffer>): EngineOutcome {
  move(rgb.buffer);
  return outcome;
}

function editRequest(task: EngineTask) {
  return { image: pictureOf(task, 'source'), prompt: task.order.prompt, size: task.size, ...varietyOf(task) };
}

/** What makes outputs differ: the seed, one of our own where none was given, and which output it is. */
function varietyOf({ order, position }: EngineTask) {
  return { seed: order.seed ?? randomInt(2 ** 31), variation: position };
}

function tryOnRequest(task: EngineTask) {
  const { order, size } = task;
  return {
    person: pictureOf(task, 'person'),
    garments: picturesOf(task, 'garment').map((bytes) => ({ bytes })),
    size,
    ...varietyOf(task),
    prompt: order.prompt,
    style: order.options.style ?? '',
  };
}
