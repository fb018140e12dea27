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
  readonly style: Style;
  /** True for a top that the words or overalls put under a waistband, and for the trousers or skirt over it. */
  readonly isTuck: boolean;
  /** True for the outermost of several tops, which hangs. */
  readonly isOutermost: boolean;
  /** True for the top and the trousers of a jumpsuit. */
  readonly isSewn: boolean;
  /** True for the top of a sleeveless jumpsuit, such as overalls, if the request has a top to go under it. */
  readonly isBib: boolean;
  /** True for a front that is worn open. */
  readonly isOpen: boolean;
  readonly outfit: Outfit;
  readonly warnings: readonly EngineWarning[];
}

/** The layers that the garments of a request together bring and leave. */
interface Outfit {
  readonly bringsBottoms: boolean;
  /** True if the person's own clothes below the waist stay. */
  readonly keepsBottoms: boolean;
  /** True if the request replaces the person's own top at most by garments that go over a top. */
  readonly keepsTop: boolean;
  readonly bringsOverTop: boolean;
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

/** The garments of a request in the order of dressing. */
export function layersOf(garments: readonly GarmentAnalysis[], words: string): readonly Layer[] {
  const tops = garments.filter(({ category }) => category === 'top').sort((a, b) => a.outerness - b.outerness);
  const named = kindsNamed(words);
  const worn = garments.map((garment) => {
    const names = garment.category === 'top' ? namesOf(garment, tops, named) : [KIND[garment.category]];
    const kind = names[0];
    return { garment, kind, style: styleOf(words, names) };
  });
  const outfit: Outfit = {
    bringsBottoms: worn.some(({ kind, garment }) => kind === 'bottoms' || garment.category === 'jumpsuit'),
    keepsBottoms: worn.every(({ kind }) => kind === 'top' || kind === 'outerwear'),
    keepsTop: worn.every(({ kind, garment }) => kind === 'bottoms' || goesOverTop(garment)),
    bringsOverTop: garments.some(goesOverTop),
  };
  const bringsOveralls = garments.some(isSleevelessJumpsuit);
  const goesUnderOveralls = ({ garment, kind }: (typeof worn)[number]) =>
    bringsOveralls && kind === 'top' && !goesOverTop(garment);
  const bringsUnderOveralls = worn.some(goesUnderOveralls);
  const outermost = tops.length > 1 ? tops.at(-1) : null;
  const isTucked = ({ garment, style }: (typeof worn)[number]) =>
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
        const warnings = style.front === 'open' && !isOpen && product.category === 'top' ? [CLOSED_FRONT] : [];
        const isSewnTop = isSewn && garment.category === 'top';
        const isBib = isSewnTop && bringsUnderOveralls;
        const order = isSewnTop || (isTuck && kind !== 'bottoms') ? UNDER_BAND : ORDER[isSewn ? 'bottoms' : kind];
        const place = order + (isBib ? BIB : garment.outerness / (OUTERWEAR + 1));
        const isOutermost = product === outermost;
        return { garment, product, style, isTuck, isOutermost, isSewn, isBib, isOpen, outfit, warnings, place };
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

/** Difference between outputs of one request, as shares of width and lengths. */
const VARIATION = 0.025;

/** The way to wear a layer on the person of a scene, a little different for each output. */
export function wearOf(
  { garment, style, isTuck, isOutermost, isSewn, isBib, isOpen, outfit }: Layer,
  { person, body }: Pick<Scene, 'person' | 'body'>,
  random: () => number,
): Wear {
  const change = () => (random() * 2 - 1) * VARIATION;
  const isInCoat = wearsCoat(body.worn);
  const isOverDress = person.regions.wearsDress && KIND[garment.category] === 'bottoms';
  const tuckLine = () => {
    if (isSewn) return sewnLine(person, body);
    if (isTuck || isOverDress) return findTuckLine(person, body, outfit.bringsBottoms);
    const isPlain = style.tuck === null && style.ease <= 0 && style.hem === 0 && !isOpen && outfit.keepsBottoms;
    return isPlain && !isOutermost && mayBeTucked(garment) ? ownTuckLine(person, body) : null;
  };
  return {
    ease: style.ease + change(),
    hem: style.hem + change(),
    sleeve: style.sleeve + change(),
    rolled: style.rolled,
    tuck: tuckLine(),
    untucked: style.tuck === 'out',
    open: isOpen,
    isOverTop: isBib || (!isSewn && goesOverTop(garment) && !isInCoat),
    // A gilet replaces a coat.
    keepsTop: outfit.keepsTop && !(outfit.bringsOverTop && isInCoat),
  };
}

/** A top that people tuck in. Hoodies and jackets hang. */
function mayBeTucked(garment: FittedGarment): boolean {
  return garment.category === 'top' && garment.outerness < HANGS_FROM;
}

/** Overalls: a garment with legs and without sleeves goes over a top of the same request. */
const isSleevelessJumpsuit = ({ category, sleeves }: GarmentAnalysis) => category === 'jumpsuit' && sleeves === 'none';
