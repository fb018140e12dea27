import { type Box, hullOf } from '../../pixels/crop.ts';
import type { DrawnGarment } from './draw/draw.ts';
import { hemOf, trimInner } from './draw/trim-inner.ts';
import type { GarmentFit } from './fit/fit.ts';
import { picturesWithin } from './garment-site.ts';
import type { Scene } from './scene.ts';

/** The garments below an outer garment of the request, which may hide them beside itself. */
export interface InnerGarments {
  /** The scene before any garment. */
  readonly first: Scene;
  /** The scene before the dress and the tops that follow the bottoms; null if bottoms came last. */
  beforeTops: Scene | null;
  /** The boxes of those garments. */
  sites: Box[];
  /**
   * Ends of the sleeves of a dress among them, as shares of the arms; null without a dress. A garment that hides the
   * dress also hides the clothes below the waist.
   */
  dressSleeves: GarmentFit['sleeveEnds'] | null;
  /** Lower end of the bottoms, as a share of the torso. Infinite without bottoms, or with a top tucked into them. */
  bottomsHem: number;
}

/** The state before any garment. */
export function noInnerGarments(first: Scene): InnerGarments {
  return { first, beforeTops: null, sites: [], dressSleeves: null, bottomsHem: Number.POSITIVE_INFINITY };
}

/** Adds a garment and its site. `scene` is the scene before it. */
export function addInnerGarment(
  inner: InnerGarments,
  scene: Scene,
  { span, replaces, sleeveEnds }: GarmentFit,
  site: Box,
): void {
  const isTuckedInto = inner.beforeTops !== null;
  if (span) inner.bottomsHem = isTuckedInto ? Number.POSITIVE_INFINITY : Math.max(...span.hems);
  if (replaces === 'lower') {
    inner.beforeTops = null;
    inner.sites = [];
    return;
  }
  inner.beforeTops ??= scene;
  inner.sites.push(site);
  if (replaces === 'both') inner.dressSleeves = sleeveEnds;
}

/** The site of a garment, widened to the inner garments that it holds in. */
export function siteWithInner({ sites }: InnerGarments, site: Box, fit: GarmentFit): Box {
  return holdsIn(fit) ? hullOf([site, ...sites]) : site;
}

/** The part of a scene for a garment, without inner garments that would show beside it. */
export function withInnerTrimmed(
  part: Scene,
  drawn: DrawnGarment,
  fit: GarmentFit,
  site: Box,
  inner: InnerGarments,
): Scene {
  const { first, beforeTops, dressSleeves, bottomsHem } = inner;
  if (!holdsIn(fit)) return part;
  const beforeBottoms = bottomsHem < hemOf(part, drawn) ? picturesWithin(first, site) : null;
  if (!beforeTops && !beforeBottoms) return part;
  return trimInner(
    part,
    { beforeTops: beforeTops ? picturesWithin(beforeTops, site) : part, dressSleeves, beforeBottoms },
    fit,
    drawn,
  );
}

/** Tops with sleeves hold in the clothes below them; a gilet lets them show. */
const holdsIn = ({ replaces, hasSleeves }: GarmentFit) => replaces === 'upper' && hasSleeves;
