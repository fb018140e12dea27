import { type GarmentAnalysis, type GarmentCategory, OPENS_MIN } from '../../analysis.ts';
import type { EngineWarning } from '../../engine.ts';
import { goesOverTop, HANGS_FROM, OUTERWEAR } from '../garment/kind/garment-kind.ts';
import { wearsCoat } from './body/worn-ends.ts';
import type { Wear } from './fit/fit.ts';
import { findTuckLine, ownTuckLine, sewnLine } from './fit/tuck-line.ts';
import { type FittedGarment, partsOf } from './jumpsuit-parts.ts';
import type { Scene } from './scene.ts';
import { kindsNamed, type Style, styleOf, type WornKind } from './style.ts';

/** One garment of a request and the way to wear it. */
export interface Layer {
  readonly garment: FittedGarment;
  /** The product of the request that contains it. */
  readonly product: GarmentAnalysis;
  readonly warnings: readonly EngineWarning[];
  /** The way to wear it on the person of a scene, a little different for each output. */
  wearOn(scene: Pick<Scene, 'person' | 'body'>, random: () => number): Wear;
}

const KIND: Readonly<Record<GarmentCategory, WornKind>> = {
  top: 'top',
  dress: 'dress',
  trousers: 'bottoms',
  skirt: 'bottoms',
  jumpsuit: 'dress',
};
/** A top hangs over a waistband unless it is tucked; outerwear goes over everything. */
const ORDER: Readonly<Record<WornKind, number>> = { bottoms: 1, dress: 2, top: 3, outerwear: 4 };
const UNDER_BAND = 0;
/** Above all tops that go under overalls, and below the waistband. */
const BIB = 0.99;

/** Difference between outputs of one request, as shares of width and lengths. */
const VARIATION = 0.025;

/** The garments of a request in the order of dressing. */
export function layersOf(garments: readonly GarmentAnalysis[], words: string): readonly Layer[] {
  const tops = garments.filter(({ category }) => category === 'top').sort((a, b) => a.outerness - b.outerness);
  const named = kindsNamed(words);
  const worn = garments.map((garment) => {
    const names = garment.category === 'top' ? namesOf(garment, tops, named) : [KIND[garment.category]];
    return { garment, kind: names[0], style: styleOf(words, names) };
  });
  type Worn = (typeof worn)[number];
  const bringsBottoms = worn.some(({ kind, garment }) => kind === 'bottoms' || garment.category === 'jumpsuit');
  const keepsBottoms = worn.every(({ kind }) => kind === 'top' || kind === 'outerwear');
  const keepsTop = worn.every(({ kind, garment }) => kind === 'bottoms' || goesOverTop(garment));
  const bringsOverTop = garments.some(goesOverTop);
  const bringsOveralls = garments.some(isSleevelessJumpsuit);
  const goesUnderOveralls = ({ garment, kind }: Worn) => bringsOveralls && kind === 'top' && !goesOverTop(garment);
  const bringsUnderOveralls = worn.some(goesUnderOveralls);
  // The outermost of several tops hangs.
  const outermost = tops.length > 1 ? tops.at(-1) : null;
  const isTucked = ({ garment, style }: Worn) =>
    garment.category === 'top' && style.tuck === 'in' && garment !== outermost;
  const tucks = worn.some(isTucked);
  return worn
    .flatMap((one) => {
      const { garment: product, kind, style } = one;
      const isTuck = goesUnderOveralls(one) || (tucks && (kind === 'bottoms' || isTucked(one)));
      const parts = partsOf(product);
      const isSewn = parts.length > 1;
      return parts.map((garment) => {
        const isOpen = opens(garment, style);
        const isSewnTop = isSewn && garment.category === 'top';
        const isBib = isSewnTop && bringsUnderOveralls;
        const isPlain = style.tuck === null && style.ease <= 0 && style.hem === 0 && !isOpen && keepsBottoms;
        const tuckLine = ({ person, body }: Pick<Scene, 'person' | 'body'>) => {
          if (isSewn) return sewnLine(person, body);
          const isOverDress = person.regions.wearsDress && kind === 'bottoms';
          if (isTuck || isOverDress) return findTuckLine(person, body, bringsBottoms);
          return isPlain && product !== outermost && mayBeTucked(garment) ? ownTuckLine(person, body) : null;
        };
        const order = isSewnTop || (isTuck && kind !== 'bottoms') ? UNDER_BAND : ORDER[isSewn ? 'bottoms' : kind];
        return {
          garment,
          product,
          place: order + (isBib ? BIB : garment.outerness / (OUTERWEAR + 1)),
          warnings: style.front === 'open' && !isOpen && product.category === 'top' ? [CLOSED_FRONT] : [],
          wearOn: (scene: Pick<Scene, 'person' | 'body'>, random: () => number): Wear => {
            const change = () => (random() * 2 - 1) * VARIATION;
            const isInCoat = wearsCoat(scene.body.worn);
            return {
              ease: style.ease + change(),
              hem: style.hem + change(),
              sleeve: style.sleeve + change(),
              rolled: style.rolled,
              tuck: tuckLine(scene),
              untucked: style.tuck === 'out',
              open: isOpen,
              isOverTop: isBib || (!isSewn && goesOverTop(garment) && !isInCoat),
              // A gilet replaces a coat.
              keepsTop: keepsTop && !(bringsOverTop && isInCoat),
            };
          },
        };
      });
    })
    .sort((a, b) => a.place - b.place);
}

const CLOSED_FRONT: EngineWarning = {
  code: 'front_does_not_open',
  message:
    'The photo shows no zip, buttons or gap at the front of the garment, so it is worn closed. Use a photo that shows how it opens.',
};

/** The names that the words may use for a top. The outermost of several is outerwear; a single one may be either. */
function namesOf(
  garment: GarmentAnalysis,
  tops: readonly GarmentAnalysis[],
  named: readonly WornKind[],
): readonly WornKind[] {
  const both = named.includes('top') && named.includes('outerwear');
  const isOuter = garment === tops[tops.length - 1];
  if (tops.length > 1) return isOuter ? (named.includes('outerwear') ? ['outerwear'] : ['outerwear', 'top']) : ['top'];
  const recognised = certainty(garment) >= OPENS_MIN && garment.sleeves === 'long';
  if (both) return recognised ? ['outerwear'] : ['top'];
  return recognised || named.includes('outerwear') ? ['outerwear', 'top'] : ['top', 'outerwear'];
}

const certainty = ({ front }: GarmentAnalysis) => front?.certainty ?? 0;

/** Open if the words ask for it and the front has an opening. The seam of a pullover stays closed. */
function opens({ front, category }: GarmentAnalysis, { front: asked }: Style): boolean {
  if (!front || category !== 'top' || asked !== 'open') return false;
  return front.isOpen || front.certainty >= OPENS_MIN;
}

/** A top that people tuck in. Hoodies and jackets hang. */
function mayBeTucked(garment: FittedGarment): boolean {
  return garment.category === 'top' && garment.outerness < HANGS_FROM;
}

/** Overalls: a garment with legs and without sleeves goes over a top of the same request. */
const isSleevelessJumpsuit = ({ category, sleeves }: GarmentAnalysis) => category === 'jumpsuit' && sleeves === 'none';
