import { type Box, hullOf } from '../../pixels/crop.ts';
import type { DrawnGarment } from './draw/draw.ts';
import { hemOf, trimBelow } from './draw/trim-below.ts';
import type { GarmentFit } from './fit/fit.ts';
import { picturesWithin } from './garment-site.ts';
import type { Scene } from './scene.ts';

/** What an outer garment of a request may hide beside itself: the garments that were put on before it. */
export interface Below {
  /** Before any garment. */
  readonly first: Scene;
  /** Before the dress and the tops that were put on last; null where bottoms were put on after them. */
  beforeTops: Scene | null;
  /** Where those were put on. */
  sites: Box[];
  /**
   * Where the sleeves of a dress among them end, as shares of the arms: what hides it hides what was worn below the
   * waist as well; null for none.
   */
  dressSleeves: GarmentFit['sleeveEnds'] | null;
  /**
   * How far down the torso the bottoms reach, as a share of it; without end where there are none, or a top is tucked
   * into them.
   */
  bottomsHem: number;
}

/** With nothing put on yet. */
export function nothingBelow(first: Scene): Below {
  return { first, beforeTops: null, sites: [], dressSleeves: null, bottomsHem: Number.POSITIVE_INFINITY };
}

/** Takes a garment, put on at a site, into what later ones may hide; `scene` is that before it. */
export function remember(below: Below, scene: Scene, { span, replaces, sleeveEnds }: GarmentFit, site: Box): void {
  const isTuckedInto = below.beforeTops !== null;
  if (span) below.bottomsHem = isTuckedInto ? Number.POSITIVE_INFINITY : Math.max(...span.hems);
  if (replaces === 'lower') {
    below.beforeTops = null;
    below.sites = [];
    return;
  }
  below.beforeTops ??= scene;
  below.sites.push(site);
  if (replaces === 'both') below.dressSleeves = sleeveEnds;
}

/** Where a garment is put on: also where what it holds in goes on below it. */
export function siteAbove({ sites }: Below, site: Box, fit: GarmentFit): Box {
  return holdsIn(fit) ? hullOf([site, ...sites]) : site;
}

/** The part of a scene that a garment is put on in, without what others would show beside it. */
export function trimmed(part: Scene, drawn: DrawnGarment, fit: GarmentFit, site: Box, below: Below): Scene {
  const { first, beforeTops, dressSleeves, bottomsHem } = below;
  if (!holdsIn(fit)) return part;
  const beforeBottoms = bottomsHem < hemOf(part, drawn) ? picturesWithin(first, site) : null;
  if (!beforeTops && !beforeBottoms) return part;
  return trimBelow(
    part,
    { beforeTops: beforeTops ? picturesWithin(beforeTops, site) : part, dressSleeves, beforeBottoms },
    fit,
    drawn,
  );
}

/** Tops with sleeves hold in what is worn below them; a gilet lets it show. */
const holdsIn = ({ replaces, hasSleeves, isOverTop }: GarmentFit) => replaces === 'upper' && hasSleeves && !isOverTop;
