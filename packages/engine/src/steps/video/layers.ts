import type { PersonAnalysis } from '../../analysis.ts';
import { boxAbove } from '../../pixels/crop.ts';
import { blur } from '../../pixels/filters.ts';
import { clamp } from '../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import type { Plane, Point, Raster, Size } from '../../pixels/raster.ts';
import { type BytePlane, type Yuv, yuvOf } from '../../pixels/yuv.ts';
import type { Placement } from '../try-on/placement.ts';
import { type CameraMove, pivotFor } from './camera.ts';

/** A picture divided into layers for a film. */
export interface FilmLayers extends Size {
  /** The fixed point of the camera's move, as shares of width and height: the face if there is one. */
  readonly pivot: Point;
  /** The background, continued behind the person. */
  readonly background: Yuv;
  /** The picture and the person's cut-out at the sizes of its planes; null without a person. */
  readonly person: { readonly picture: Yuv; readonly full: Cutout; readonly half: Cutout } | null;
}

/** The person at one size. */
export interface Cutout {
  /** Share of each pixel that is the person, 0 to 255. */
  readonly matte: BytePlane;
  /** Looseness of each pixel, 0 to 255. */
  readonly sway: BytePlane;
  /** First and last column of the person in each row, in pairs. The first is greater in a row without the person. */
  readonly spans: Int32Array;
}

/** Share of the way from the upper edge to the pivot that leaves the frame at the nearest point of a move. */
const CUT_ABOVE_PIVOT = 0.16;
/** Greatest matte of a certain background pixel. */
const BACKGROUND_MAX = 0.03;

/**
 * The picture as layers that can move separately. `placement` is the place of the analysed person in it. Without a
 * person the background is the whole picture.
 */
export function filmLayers(picture: Raster, person: PersonAnalysis | null, placement: Placement | null): FilmLayers {
  const { width, height } = picture;
  if (!person || !placement)
    return { width, height, pivot: { x: 0.5, y: 0.5 }, background: yuvOf(picture), person: null };
  const matte = { width, height, data: placement.lay(person.matte) };
  const hair = placement.lay(person.regions.probability.hair);
  const lower = placement.lay(person.regions.probability.lower);
  const cloth = person.regions.wearsDress ? 1 : 0.35;
  const loose = planeOf(hair.length, (i) => (0.6 * hair[i] + cloth * lower[i]) * matte.data[i]);
  const sway = { width, height, data: blur(loose, width, height, Math.max(2, height * 0.012)) };
  const face = placement.toOutput(person.frame.faceCentre);
  // Nearer to the upper edge if there is little room above the head, so that zooming in does not crop the head.
  const headTop = boxAbove(matte, 0.5, 0, 0).top / height;
  const full = cutoutOf(bytesOf(matte), bytesOf(sway));
  return {
    width,
    height,
    pivot: {
      x: clamp(face.x / width, 0.25, 0.75),
      y: clamp(face.y / height, 0, Math.min(0.6, headTop / CUT_ABOVE_PIVOT)),
    },
    background: yuvOf(withoutPerson(picture, matte)),
    person: { picture: yuvOf(picture), full, half: cutoutOf(halved(full.matte), halved(full.sway)) },
  };
}

/** The background, continued smoothly behind the person. */
function withoutPerson(picture: Raster, matte: Plane): Raster {
  const { width, height } = picture;
  // Somewhat wider than the person, so that no rim of them stays in the background.
  const wide = blur(matte.data, width, height, 3);
  const known = maskOf(wide.length, (i) => wide[i] < BACKGROUND_MAX);
  if (!known.includes(1)) return picture;
  return { width, height, data: new Uint8ClampedArray(pushPull(picture.data, known, width, height)) };
}

/** The layers with the pivot of a move, chosen so that no frame extends beyond the picture. */
export function aimed(layers: FilmLayers, move: CameraMove): FilmLayers {
  return { ...layers, pivot: pivotFor(move, layers.pivot) };
}

function bytesOf({ width, height, data }: Plane): BytePlane {
  const bytes = new Uint8Array(data.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Math.min(255, data[i] * 255 + 0.5);
  return { width, height, data: bytes };
}

/** At half the size, as the mean of four pixels. */
function halved({ width, height, data }: BytePlane): BytePlane {
  const half = { width: width / 2, height: height / 2, data: new Uint8Array(data.length / 4) };
  for (let i = 0; i < half.data.length; i++) {
    const k = Math.floor(i / half.width) * 2 * width + (i % half.width) * 2;
    half.data[i] = (data[k] + data[k + 1] + data[k + width] + data[k + width + 1] + 2) >> 2;
  }
  return half;
}

function cutoutOf(matte: BytePlane, sway: BytePlane): Cutout {
  const { width, height, data } = matte;
  const spans = new Int32Array(height * 2);
  for (let y = 0; y < height; y++) {
    let [first, last] = [width, -1];
    for (let x = 0; x < width; x++) {
      if (data[y * width + x] <= BACKGROUND_MAX * 255) continue;
      first = Math.min(first, x);
      last = x;
    }
    spans[y * 2] = first;
    spans[y * 2 + 1] = last;
  }
  return { matte, sway, spans };
}
