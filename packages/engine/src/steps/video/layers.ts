import type { PersonAnalysis } from '../../analysis.ts';
import { blur } from '../../pixels/filters.ts';
import { clamp } from '../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import type { Plane, Raster, Size } from '../../pixels/raster.ts';
import type { Placement } from '../try-on/placement.ts';

/** A picture taken apart for a film. */
export interface FilmLayers extends Size {
  /** What the camera moves towards, as shares of width and height: the face where there is one. */
  readonly pivot: { readonly x: number; readonly y: number };
  /** The background, continued behind the person. */
  readonly background: Raster;
  /** The picture itself, and how much of each pixel is the person; null where there is nobody. */
  readonly person: { readonly raster: Raster; readonly matte: Plane; readonly sway: Plane; readonly box: Box } | null;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Matte below which a pixel is surely background. */
const BACKGROUND_MAX = 0.03;

/** The picture as layers: without a person it moves as a whole. */
export function filmLayers(picture: Raster, person: PersonAnalysis | null, placement: Placement | null): FilmLayers {
  const { width, height } = picture;
  if (!person || !placement) return { width, height, pivot: { x: 0.5, y: 0.5 }, background: picture, person: null };
  const matte = { width, height, data: placement.lay(person.matte) };
  // Somewhat wider than the person, so that no rim of them stays in the background.
  const wide = blur(matte.data, width, height, 3);
  const known = maskOf(wide.length, (i) => wide[i] < BACKGROUND_MAX);
  const filled = known.includes(1) ? pushPull(picture.data, known, width, height) : picture.data;
  const background = { width, height, data: new Uint8ClampedArray(filled) };
  const hair = placement.lay(person.regions.probability.hair);
  const lower = placement.lay(person.regions.probability.lower);
  const loose = planeOf(
    hair.length,
    (i) => (0.6 * hair[i] + (person.regions.wearsDress ? lower[i] : 0.35 * lower[i])) * matte.data[i],
  );
  const face = placement.toOutput(person.frame.faceCentre);
  return {
    width,
    height,
    pivot: { x: clamp(face.x / width, 0.25, 0.75), y: clamp(face.y / height, 0.05, 0.6) },
    background,
    person: {
      raster: picture,
      matte,
      sway: { width, height, data: blur(loose, width, height, Math.max(2, height * 0.012)) },
      box: boxOf(matte),
    },
  };
}

function boxOf({ width, height, data }: Plane): Box {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < data.length; i++) {
    if (data[i] <= BACKGROUND_MAX) continue;
    const x = i % width;
    const y = Math.floor(i / width);
    left = Math.min(left, x);
    right = Math.max(right, Math.min(width - 2, x));
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}
