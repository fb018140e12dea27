import { yieldThread } from '../checkpoint.ts';
import type { AnimateRequest, RunControl, VideoResult } from '../engine.ts';
import { decodeCovering } from '../pixels/decode.ts';
import { smoothstep } from '../pixels/geometry.ts';
import type { Size } from '../pixels/raster.ts';
import { yuvLength } from '../pixels/yuv.ts';
import { unlessRejected } from '../rejection.ts';
import { framePhoto } from '../steps/try-on/frame-photo.ts';
import { cameraMove, clausesOfFilm, isFilmed, returning } from '../steps/video/camera.ts';
import { openFilm } from '../steps/video/encoder.ts';
import { filmLayers, withPivotOf } from '../steps/video/layers.ts';
import { renderFrame } from '../steps/video/render-frame.ts';
import { BACKGROUND_EXTENDED, promptPartlyIgnored } from '../warnings.ts';
import type { Analyses } from './analyses.ts';

const FRAMES_PER_SECOND = 24;
/** Share of the film that fades to the last frame. */
const CROSSING = 0.45;
/** Share of the work before the first frame. */
const PREPARED = 0.15;

/**
 * Films a picture: a camera move, parallax between person and background, a light draught in cloth and hair. With a
 * last frame, the film fades to it and ends on the whole of it.
 */
export async function animate(request: AnimateRequest, analyses: Analyses, control: RunControl): Promise<VideoResult> {
  const { width, height } = request.size;
  // The format allows even sides only.
  const size = { width: width - (width % 2), height: height - (height % 2) };
  const named = cameraMove(request.prompt);
  const move = request.lastFrame ? returning(named) : named;
  const first = await shotOf(request.image, size, analyses);
  const ending = request.lastFrame ? await shotOf(request.lastFrame, size, analyses) : null;
  const layers = withPivotOf(first.layers, move);
  const last = ending ? withPivotOf(ending.layers, move) : null;
  const frames = Math.max(2, Math.round(request.seconds * FRAMES_PER_SECOND));
  const frame = new Uint8Array(yuvLength(size));
  const crossing = new Uint8Array(frame.length);
  const film = await openFilm(size, FRAMES_PER_SECOND);
  try {
    for (let index = 0; index < frames; index++) {
      await yieldThread();
      const at = index / (frames - 1);
      const seconds = index / FRAMES_PER_SECOND;
      renderFrame(layers, move(at), seconds, frame);
      const share = smoothstep(1 - CROSSING, 1, at);
      if (last && share > 0) {
        renderFrame(last, move(at), seconds, crossing);
        blend(frame, crossing, share);
      }
      film.add(frame);
      control.onProgress?.(PREPARED + (1 - PREPARED) * ((index + 1) / frames), 'film');
    }
    const aside = clausesOfFilm(request.prompt).filter((clause) => !isFilmed(clause));
    const extended = first.extended || ending?.extended ? [BACKGROUND_EXTENDED] : [];
    return { ...size, bytes: film.finish(), warnings: [...extended, ...promptPartlyIgnored(aside)] };
  } finally {
    film.close();
  }
}

/**
 * The layers of a picture that a film moves over. `extended` is true if the engine continued the background beyond the
 * picture's edge.
 */
async function shotOf(image: Uint8Array, size: Size, analyses: Analyses) {
  const person = await analyses.person(image).catch(unlessRejected);
  if (!person) return { layers: filmLayers(await decodeCovering(image, size), null, null), extended: false };
  const { photo, placement, extended } = await framePhoto(image, person, size, 'film');
  return { layers: filmLayers(photo, person, placement), extended };
}

/** Lays a frame over another with an opacity from 0 to 1. */
function blend(frame: Uint8Array, over: Uint8Array, opacity: number): void {
  const part = Math.round(opacity * 256);
  for (let k = 0; k < frame.length; k++) frame[k] += ((over[k] - frame[k]) * part + 128) >> 8;
}
