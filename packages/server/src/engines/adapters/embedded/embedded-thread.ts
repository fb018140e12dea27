import { randomInt, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import {
  createEngine,
  createPersonFinder,
  createPictureInspector,
  type Engine,
  type EngineOptions,
  EngineRejection,
  type GenerateRequest,
  type PictureFindings,
  type PictureResult,
  type RunControl,
  type StopSignal,
  stoppable,
  type VideoResult,
} from '@atelier/engine';
import { move, workerData } from 'piscina';
import type { SeenPerson } from '../../../assets/person.ts';
import type { EngineOutcome, EngineTask, GatheredPicture, OutfitReading, PictureToCutOut, Place } from '../../port.ts';
import { inpaintWindow } from './inpaint-window.ts';

/**
 * Certainty from which a person counts as found. On 68 photos of people one lies below it; on 54 product files one of
 * shoes lies above.
 */
const PERSON_CERTAINTY_MIN = 0.67;

/** A task for the thread, and the means to follow and stop it. */
export interface EmbeddedCall<Task = EngineTask> {
  readonly task: Task;
  /** Carries the share of the work done to the service, 0 to 1. */
  readonly port: MessagePort;
  /** Shared memory of one number: 1 stops the run. A computing thread receives no messages but can read it. */
  readonly canceled: Int32Array<SharedArrayBuffer>;
}

/** A picture to inspect: an encoded file, or pixels. */
export type InspectionCall =
  | Uint8Array
  | { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray<ArrayBuffer> };

/** Loads nets when they are first asked for; every call shares them. */
function loadedOnce<Nets>(create: (options: EngineOptions) => Promise<Nets>): () => Promise<Nets> {
  let nets: Promise<Nets> | null = null;
  return () => {
    nets ??= create({ threads: workerData.threads }).catch((error: unknown) => {
      // The reason may pass, such as too many open files, so the next call tries again.
      nets = null;
      throw error;
    });
    return nets;
  };
}

const loadedEngine = loadedOnce(createEngine);
const loadedFinder = loadedOnce(createPersonFinder);
const loadedInspector = loadedOnce(createPictureInspector);

/** Looks for the person an encoded picture shows. */
export async function findPerson(bytes: Uint8Array): Promise<SeenPerson | null> {
  const { certainty, hipsY, anklesY } = await (await loadedFinder()).find(bytes);
  return certainty >= PERSON_CERTAINTY_MIN ? { hipsY, anklesY } : null;
}

/** Looks at one picture. */
export async function inspectPicture(picture: InspectionCall): Promise<PictureFindings> {
  return (await loadedInspector()).inspect(picture);
}

/**
 * Loads the nets, so that the first job does not wait for them. `stopped` is shared memory of one number: 1 ends the
 * loading before the next net.
 */
export async function warmUp(stopped: Int32Array<SharedArrayBuffer>): Promise<void> {
  await stoppable(stopSignal(stopped, 'the engine was closed while it loaded its nets'), loadedEngine);
}

/** Makes one output. */
export function runTask(call: EmbeddedCall): Promise<EngineOutcome> {
  return withEngine(call, (loaded, control) => perform(loaded, call.task, control));
}

/** Reads the garments of a try-on. */
export function readOutfit(call: EmbeddedCall): Promise<OutfitReading> {
  return withEngine<OutfitReading>(call, async (loaded, control) => {
    const { order } = call.task;
    const words = { prompt: order.prompt, style: order.options.style ?? '' };
    const garments = picturesOf(call.task, 'garment');
    const { pieces, hasAccessories } = await loaded.readOutfit({ garments, ...words }, control);
    if (hasAccessories)
      return { kind: 'unavailable', message: 'it puts on clothes alone, and a photo shows an accessory' };
    return { kind: 'read', pieces };
  });
}

/** Cuts the person or the product out of a finished picture. */
export function cutOut(call: EmbeddedCall<PictureToCutOut>): Promise<EngineOutcome> {
  const { width, height, rgb, isProductShot } = call.task;
  const raster = { width, height, data: new Uint8ClampedArray(rgb) };
  return withEngine(call, async (loaded, control) =>
    pictureOutcome(await loaded.cutOut({ raster, isProductShot }, control)),
  );
}

/** Runs work on the engine. A refusal of the input becomes an outcome. */
async function withEngine<T>(
  { port, canceled }: Omit<EmbeddedCall, 'task'>,
  work: (loaded: Engine, control: RunControl) => Promise<T>,
): Promise<T | Extract<EngineOutcome, { kind: 'input_rejected' }>> {
  try {
    const onProgress = (progress: number) => port.postMessage(progress);
    return await work(await loadedEngine(), { signal: stopSignal(canceled, 'the run was canceled'), onProgress });
  } catch (error) {
    if (error instanceof EngineRejection) return { kind: 'input_rejected', message: error.message };
    throw error;
  } finally {
    port.close();
  }
}

/** Stops work once the number in shared memory is 1, with an error that says why. */
function stopSignal(stopped: Int32Array<SharedArrayBuffer>, reason: string): StopSignal {
  return {
    throwIfAborted() {
      if (Atomics.load(stopped, 0) !== 0) throw new Error(reason);
    },
  };
}

/** Performs the operation of a task. */
async function perform(loaded: Engine, task: EngineTask, control: RunControl): Promise<EngineOutcome> {
  switch (task.order.operation) {
    case 'virtual_try_on':
      return pictureOutcome(await loaded.tryOn(tryOnRequest(task), control));
    case 'generate':
      return pictureOutcome(await loaded.generate(generateRequest(task), control));
    case 'edit':
      return pictureOutcome(await loaded.edit(editRequest(task), control));
    case 'inpaint':
      return repaint(loaded, task, control);
    case 'upscale':
      return enlarge(loaded, task, control);
    case 'animate':
      return filmOutcome(await loaded.animate(animateRequest(task), control));
    case 'text_to_video':
      return filmOutcome(await loaded.film({ ...generateRequest(task), seconds: secondsOf(task) }, control));
  }
}

/** Repaints the surroundings of a mask. The service composes the result into the picture. */
async function repaint(loaded: Engine, task: EngineTask, control: RunControl): Promise<EngineOutcome> {
  const { place, ...window } = await inpaintWindow(gatheredAs(task, 'source'), gatheredAs(task, 'mask'), task.size);
  const { denoise: strength = 1 } = task.order.options;
  return pictureOutcome(await loaded.inpaint({ ...editRequest(task), ...window, strength }, control), place);
}

/** Enlarges the picture of a task into a file. */
async function enlarge(loaded: Engine, task: EngineTask, control: RunControl): Promise<EngineOutcome> {
  const { upscaleFactor: factor = 2, denoise = 0 } = task.order.options;
  await fs.mkdir(workerData.temporaryFolder, { recursive: true, mode: 0o700 });
  const target = path.join(workerData.temporaryFolder, `${randomUUID()}.tiff`);
  const image = pictureOf(task, 'source');
  const { width, height, file, warnings } = await loaded.upscale({ image, factor, denoise, file: target }, control);
  return { kind: 'made', output: { kind: 'pixel_file', width, height, path: file }, warnings };
}

function picturesOf({ pictures }: EngineTask, role: GatheredPicture['role']): Uint8Array[] {
  return pictures.filter((picture) => picture.role === role).map(({ bytes }) => bytes);
}

function gatheredAs({ order, pictures }: EngineTask, role: GatheredPicture['role']): GatheredPicture {
  const picture = pictures.find((one) => one.role === role);
  if (!picture) throw new Error(`a task of ${order.operation} without a ${role} reached the engine`);
  return picture;
}

function pictureOf(task: EngineTask, role: GatheredPicture['role']): Uint8Array {
  return gatheredAs(task, role).bytes;
}

/** The outcome of a picture. Its pixels are transferred, not copied. */
function pictureOutcome({ raster, alpha: opacity, warnings }: PictureResult, place?: Place): EngineOutcome {
  const { width, height } = raster;
  const rgb = new Uint8Array(raster.data.buffer);
  move(rgb.buffer);
  const alpha = opacity && new Uint8Array(opacity.buffer);
  return {
    kind: 'made',
    output: { kind: 'pixels', width, height, rgb, ...(alpha && { alpha }), ...(place && { place }) },
    warnings,
  };
}

/** The outcome of a video. Its bytes are transferred, not copied. */
function filmOutcome({ width, height, bytes, warnings }: VideoResult): EngineOutcome {
  move(bytes.buffer);
  return {
    kind: 'made',
    output: { kind: 'file', mediaKind: 'video', mimeType: 'video/mp4', width, height, bytes },
    warnings,
  };
}

/** Length of a video, in seconds. */
function secondsOf({ order }: EngineTask): number {
  return order.options.durationSeconds ?? 5;
}

function animateRequest(task: EngineTask) {
  const [lastFrame] = picturesOf(task, 'last_frame');
  const { prompt } = task.order;
  const image = pictureOf(task, 'source');
  return { image, ...(lastFrame && { lastFrame }), prompt, seconds: secondsOf(task), size: task.size };
}

function generateRequest(task: EngineTask): GenerateRequest {
  const { order, size } = task;
  const [avatar] = picturesOf(task, 'avatar');
  const [scene] = picturesOf(task, 'scene');
  const { generateMode = 'presets', presetClass, outfitText, isCutOut } = order.options;
  return {
    ...(avatar && { avatar }),
    ...(scene && { scene }),
    ...(presetClass && { presetClass }),
    ...(isCutOut && { isCutOut }),
    products: picturesOf(task, 'garment'),
    mode: generateMode,
    prompt: [order.prompt, outfitText].filter((words) => words).join(', '),
    size,
    ...varietyOf(task),
  };
}

function editRequest(task: EngineTask) {
  return { image: pictureOf(task, 'source'), prompt: task.order.prompt, size: task.size, ...varietyOf(task) };
}

/** The source of variation between outputs: the seed (random by default) and the output's position. */
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
