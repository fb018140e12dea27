import { findComponents } from '../../pixels/components.ts';
import { guidedFilter } from '../../pixels/guided-filter.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';

/** Share of the selfie net; the rest is the outline of the pose net, which knows one person from another. */
const SELFIE_SHARE = 0.8;
/** Radius in pixels and variance of the guided filter that lets the matte follow hair and edges. */
const GUIDE_RADIUS = 5;
const GUIDE_VARIANCE = 1e-4;
/** The filtered value at which the matte begins, and the range over which it becomes full. */
const LEVEL_START = 0.25;
const LEVEL_RANGE = 0.5;

/** The matte of one person: soft where the photo is, nothing of other people that do not touch. */
export function mattePerson(raster: Raster, selfie: Plane, outline: Plane): Plane {
  const { width, height } = raster;
  const rough = new Float32Array(width * height);
  for (let i = 0; i < rough.length; i++) rough[i] = selfie.data[i] * SELFIE_SHARE + outline.data[i] * (1 - SELFIE_SHARE);
  const data = guidedFilter(raster, GUIDE_RADIUS, GUIDE_VARIANCE)(rough);
  for (let i = 0; i < data.length; i++) {
    const level = (data[i] - LEVEL_START) / LEVEL_RANGE;
    data[i] = level < 0 ? 0 : level > 1 ? 1 : level;
  }
  keepPerson(data, outline);
  return { width, height, data };
}

/** Clears every part that the pose's own outline hardly touches: bystanders and false alarms. */
function keepPerson(matte: Float32Array, outline: Plane): void {
  const { labels, sizes } = findComponents(
    maskOf(matte.length, (i) => matte[i] > 0.3),
    outline.width,
    outline.height,
  );
  const touched = new Float32Array(sizes.length);
  for (let i = 0; i < matte.length; i++) if (labels[i]) touched[labels[i]] += outline.data[i];
  for (let i = 0; i < matte.length; i++) if (labels[i] && touched[labels[i]] < 0.15 * sizes[labels[i]]) matte[i] = 0;
}
