import type { GarmentAnalysis, GarmentCategory } from '../../analysis.ts';
import type { Wear } from './fit.ts';
import type { Scene } from './scene.ts';
import { type Style, styleOf, type WornKind } from './style.ts';
import { findTuckLine } from './tuck-line.ts';

/** One garment of a request and how it is worn. */
export interface Layer {
  readonly garment: GarmentAnalysis;
  readonly style: Style;
  /** True for a top that goes under a waistband, and for trousers or a skirt that such a top goes under. */
  readonly isTuck: boolean;
  /** True where trousers or a skirt are part of the request. */
  readonly bottomsBrought: boolean;
}

const KIND: Readonly<Record<GarmentCategory, WornKind>> = {
  top: 'top',
  dress: 'dress',
  trousers: 'bottoms',
  skirt: 'bottoms',
};
/** A top hangs over a waistband, unless it is tucked. */
const ORDER: Readonly<Record<WornKind, number>> = { bottoms: 1, dress: 2, top: 3, outerwear: 4 };
const TUCKED = 0;

/** The garments of a request in the order they are put on, whatever the order of the request. */
export function layersOf(garments: readonly GarmentAnalysis[], words: string): readonly Layer[] {
  const worn = garments.map((garment) => {
    const kind = KIND[garment.category];
    return { garment, kind, style: styleOf(words, [kind]) };
  });
  const bottomsBrought = worn.some(({ kind }) => kind === 'bottoms');
  const tucks = worn.some(({ kind, style }) => kind === 'top' && style.tuck === 'in');
  return worn
    .map(({ garment, kind, style }) => {
      const isTuck = tucks && (kind === 'bottoms' || (kind === 'top' && style.tuck === 'in'));
      return { garment, style, isTuck, bottomsBrought, place: isTuck && kind === 'top' ? TUCKED : ORDER[kind] };
    })
    .sort((a, b) => a.place - b.place);
}

/** How much outputs of one request differ: shares of width and lengths. */
const VARIATION = 0.025;

/** How a layer is worn on the person of a scene, a little differently for each output. */
export function wearOf({ style, isTuck, bottomsBrought }: Layer, { person, body }: Scene, random: () => number): Wear {
  const change = () => (random() * 2 - 1) * VARIATION;
  return {
    ease: style.ease + change(),
    hem: style.hem + change(),
    sleeve: style.sleeve + change(),
    rolled: style.rolled,
    tuck: isTuck ? findTuckLine(person, body, bottomsBrought) : null,
    untucked: style.tuck === 'out',
  };
}
