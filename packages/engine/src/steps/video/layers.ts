import type { PersonAnalysis } from '../../analysis.ts';
import { checkpointAt } from '../../checkpoint.ts';
import { boxAbove } from '../../pixels/crop.ts';
import { blur, halved } from '../../pixels/filters.ts';
import { clamp } from '../../pixels/geometry.ts';
import { planeOf } from '../../pixels/planes.ts';
import type { Point, Raster, Size } from '../../pixels/raster.ts';
import { type BytePlane, type Yuv, yuvOf } from '../../pixels/yuv.ts';
import { behindSubject } from '../edit/background.ts';
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
  const sway = blur(loose, width, height, Math.max(2, height * 0.012));
  const face = placement.toOutput(person.frame.faceCentre);
  // Nearer to the upper edge if there is little room above the head, so that zooming in does not crop the head.
  const headTop = boxAbove(matte, 0.5).top / height;
  // Somewhat wider than the person, so that no rim of them stays in the background.
  const wide = blur(matte.data, width, height, 3);
  const half = { width: width / 2, height: height / 2 };
  return {
    width,
    height,
    pivot: {
      x: clamp(face.x / width, 0.25, 0.75),
      y: clamp(face.y / height, 0, Math.min(0.6, headTop / CUT_ABOVE_PIVOT)),
    },
    background: yuvOf({ width, height, data: new Uint8ClampedArray(behindSubject(picture, wide, BACKGROUND_MAX)) }),
    person: {
      picture: yuvOf(picture),
      full: cutoutOf(picture, matte.data, sway),
      half: cutoutOf(half, halved(matte.data, width, height), halved(sway, width, height)),
    },
  };
}

/** The layers with the pivot of a move, chosen so that no frame extends beyond the picture. */
export function withPivotOf(layers: FilmLayers, move: CameraMove): FilmLayers {
  return { ...layers, pivot: pivotFor(move, layers.pivot) };
}

function cutoutOf({ width, height }: Size, matte: Float32Array, sway: Float32Array): Cutout {
  const bytesOf = (shares: Float32Array) => {
    const data = new Uint8Array(shares.length);
    for (let i = 0; i < data.length; i++) {
      checkpointAt(i);
      data[i] = Math.min(255, shares[i] * 255 + 0.5);
    }
    return { width, height, data };
  };
  const spans = new Int32Array(height * 2);
  for (let y = 0; y < height; y++) {
    let [first, last] = [width, -1];
    for (let x = 0; x < width; x++) {
      if (matte[y * width + x] <= BACKGROUND_MAX) continue;
      first = Math.min(first, x);
      last = x;
    }
    spans[y * 2] = first;
    spans[y * 2 + 1] = last;
  }
  return { matte: bytesOf(matte), sway: bytesOf(sway), spans };
}
