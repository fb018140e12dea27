import { setImmediate as nextTurn } from 'node:timers/promises';
import type { H264MP4Encoder } from 'h264-mp4-encoder';
import sharp from 'sharp';
import type { AnimateRequest, RunControl, VideoResult } from '../engine.ts';
import { decodeCovering } from '../pixels/decode.ts';
import type { Raster, Size } from '../pixels/raster.ts';
import { EngineRejection } from '../rejection.ts';
import { framePhoto } from '../steps/try-on/frame-photo.ts';
import { placementOf } from '../steps/try-on/placement.ts';
import { cameraMove } from '../steps/video/camera.ts';
import { loadEncoder } from '../steps/video/encoder.ts';
import { type FilmLayers, filmLayers } from '../steps/video/layers.ts';
import { withFastStart } from '../steps/video/mp4.ts';
import { renderFrame } from '../steps/video/render-frame.ts';
import type { Analyses } from './try-on.ts';

const FRAMES_PER_SECOND = 24;
/** Quantisation of H.264, 10 (fine) to 51 (coarse); speed of the encoder, 0 (best) to 10 (fastest). */
const QUANTISATION = 24;
const SPEED = 8;
/** Frames between two that stand for themselves: a player can jump to each second. */
const KEY_FRAMES = 24;
/** Share of the film over which it turns into a last frame. */
const CROSSING = 0.45;
/** Share of the work that is done before the first frame. */
const PREPARED = 0.15;

/**
 * Films a picture: a move of the camera, the person nearer than the background, a light draught in cloth and hair. With a
 * last frame the film turns into it.
 */
export async function animate(request: AnimateRequest, analyses: Analyses, control: RunControl): Promise<VideoResult> {
  const size = evenSize(request.size);
  const layers = await layersOf(request.image, size, analyses);
  const last = request.lastFrame ? await layersOf(request.lastFrame, size, analyses) : null;
  const move = cameraMove(request.prompt);
  const encoder = await openFilm(size);
  const frames = request.seconds * FRAMES_PER_SECOND;
  const frame = new Uint8Array(size.width * size.height * 4);
  const crossing = new Uint8Array(last ? frame.length : 0);
  try {
    for (let index = 0; index < frames; index++) {
      // Cancellations are messages: they arrive when this thread is free.
      await nextTurn();
      control.signal?.throwIfAborted();
      const at = index / (frames - 1);
      renderFrame(layers, move.pose(at), index / FRAMES_PER_SECOND, frame);
      if (last) cross(last, move.pose(at), index / FRAMES_PER_SECOND, (at - (1 - CROSSING)) / CROSSING, frame, crossing);
      encoder.addFrameRgba(frame);
      control.onProgress?.(PREPARED + (1 - PREPARED) * ((index + 1) / frames), 'film');
    }
  } catch (error) {
    closeFilm(encoder);
    throw error;
  }
  return { ...size, bytes: withFastStart(closeFilm(encoder)), warnings: [] };
}

/**
 * An encoder in this thread. In one of its own it would encode while the next frame is drawn, a third faster; but Node 24
 * crashed in two of three processes that made fifty films so, as the threads ended.
 */
async function openFilm(size: Size): Promise<H264MP4Encoder> {
  const encoder = await (await loadEncoder()).createH264MP4Encoder();
  Object.assign(encoder, size, {
    frameRate: FRAMES_PER_SECOND,
    quantizationParameter: QUANTISATION,
    speed: SPEED,
    groupOfPictures: KEY_FRAMES,
  });
  encoder.initialize();
  return encoder;
}

/** The film as far as it has come. The encoder aborts when it is deleted unfinished, so one that was canceled is finished too. */
function closeFilm(encoder: H264MP4Encoder): Uint8Array {
  encoder.finalize();
  const bytes = encoder.FS.readFile(encoder.outputFilename);
  encoder.delete();
  return bytes;
}

/** The format knows even sides only. */
function evenSize({ width, height }: Size): Size {
  return { width: width - (width % 2), height: height - (height % 2) };
}

async function layersOf(image: Uint8Array, size: Size, analyses: Analyses): Promise<FilmLayers> {
  const person = await analyses.person(image).catch((error: unknown) => {
    if (error instanceof EngineRejection) return null;
    throw error;
  });
  if (!person) return filmLayers(await decodeCovering(image, size), null, null);
  const { photo, stage, placement } = await framePhoto(image, person, size);
  const { x, y } = placement.toOutput({ x: 0, y: 0 });
  return filmLayers(photo, person, placementOf(person.raster, size, placement.scale, x + stage.left, y + stage.top));
}

/** Lays the last frame over, more and more. */
function cross(
  last: FilmLayers,
  pose: ReturnType<ReturnType<typeof cameraMove>['pose']>,
  seconds: number,
  share: number,
  frame: Uint8Array,
  scratch: Uint8Array,
): void {
  if (share <= 0) return;
  const weight = share * share * (3 - 2 * share);
  renderFrame(last, pose, seconds, scratch);
  for (let k = 0; k < frame.length; k++) frame[k] += (scratch[k] - frame[k]) * weight;
}

/** A picture as a PNG file, quickly: what a generation hands to a film. */
export function asFile({ width, height, data }: Raster): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
