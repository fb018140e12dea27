import { type GarmentAnalysis, type GarmentCategory, OPENS_MIN } from '../../analysis.ts';
import type { EngineWarning } from '../../engine.ts';
import { goesOverTop, HANGS_FROM, OUTERWEAR, opensInFront } from '../garment/kind/garment-kind.ts';
import { wearsCoat } from './body/worn-ends.ts';
import type { Wear } from './fit/fit.ts';
import { findTuckLine, ownTuckLine, sewnLine } from './fit/tuck-line.ts';
import { type FittedGarment, partsOf } from './jumpsuit-parts.ts';
import type { Scene } from './scene.ts';
import { kindsNamed, type Style, styleOf, type WornKind } from './style.ts';

/** The person of a scene. */
type Dressed = Pick<Scene, 'person' | 'body'>;

/** One garment of a request and the way to wear it. */
export interface Layer {
  readonly garment: FittedGarment;
  /** The product of the request that contains it. */
  readonly product: GarmentAnalysis;
  readonly warnings: readonly EngineWarning[];
  /** The way to wear it on the person of a scene, a little different for each output. */
  wearOn(scene: Dressed, random: () => number): Wear;
}

const KIND: Readonly<Record<GarmentCategory, WornKind>> = {
  top: 'top',
  dress: 'dress',
  trousers: 'bottoms',
  skirt: 'bottoms',
  jumpsuit: 'dress',
};
/**
 * The order of dressing. A tucked top goes under the waistband, and a bib over such a top. Other tops hang over
 * bottoms, and outerwear goes over everything.
 */
const ORDER: readonly (WornKind | 'tucked' | 'bib')[] = ['tucked', 'bib', 'bottoms', 'dress', 'top', 'outerwear'];

/** Difference between outputs of one request, as shares of width and lengths. */
const VARIATION = 0.025;

/** The garments of a request in the order of dressing. */
export function layersOf(garments: readonly GarmentAnalysis[], words: string): readonly Layer[] {
  const tops = garments.filter(({ category }) => category === 'top').sort((a, b) => a.outerness - b.outerness);
  const named = kindsNamed(words);
  const worn = garments.map((garment): WornGarment => {
    const names = garment.category === 'top' ? namesOf(garment, tops, named) : [KIND[garment.category]];
    return { product: garment, kind: names[0], style: styleOf(words, names) };
  });
  const outfit = outfitOf(worn, tops);
  return worn
    .flatMap((one) => partsOf(one.product).map((garment) => layerOf(one, garment, outfit)))
    .sort((a, b) => a.place - b.place);
}

/** A product of a request, its kind by the words and the way that they ask for it. */
interface WornGarment {
  readonly product: GarmentAnalysis;
  readonly kind: WornKind;
  readonly style: Style;
}

type Outfit = ReturnType<typeof outfitOf>;

/** The properties that garments have by the others of their request. `tops` are its tops, from the innermost out. */
function outfitOf(worn: readonly WornGarment[], tops: readonly GarmentAnalysis[]) {
  // The outermost of several tops hangs.
  const outermost = tops.length > 1 ? tops.at(-1) : null;
  const tuckedIn = worn.filter(
    ({ product, style }) => product.category === 'top' && style.tuck === 'in' && product !== outermost,
  );
  const bringsOveralls = worn.some(({ product }) => isOveralls(product));
  const underBib = worn.filter(({ product, kind }) => bringsOveralls && kind === 'top' && !goesOverTop(product));
  return {
    outermost,
    bringsBottoms: worn.some(({ kind, product }) => kind === 'bottoms' || product.category === 'jumpsuit'),
    keepsBottoms: worn.every(({ product }) => product.category === 'top'),
    keepsTop: worn.every(({ kind, product }) => kind === 'bottoms' || goesOverTop(product)),
    bringsOverTop: worn.some(({ product }) => goesOverTop(product)),
    bringsUnderBib: underBib.length > 0,
    /** Tops under a waistband, and the bottoms over them. */
    tucks: [...underBib, ...tuckedIn, ...worn.filter(({ kind }) => tuckedIn.length > 0 && kind === 'bottoms')],
  };
}

/** A layer and its place in the order of dressing: the garment, or its top or trousers if these are sewn together. */
function layerOf(one: WornGarment, garment: FittedGarment, outfit: Outfit) {
  const { product, kind, style } = one;
  const isSewn = product.category === 'jumpsuit';
  const isTuck = outfit.tucks.includes(one);
  const isOpen = opens(garment, style);
  const isSewnTop = isSewn && garment.category === 'top';
  const isBib = isSewnTop && outfit.bringsUnderBib;
  const isPlain = style.tuck === null && style.ease <= 0 && style.hem === 0 && !isOpen && outfit.keepsBottoms;
  const tuckLine = ({ person, body }: Dressed) => {
    if (isSewn) return sewnLine(person, body);
    const isOverDress = person.regions.wearsDress && kind === 'bottoms';
    if (isTuck || isOverDress) return findTuckLine(person, body, outfit.bringsBottoms);
    return isPlain && product !== outfit.outermost && mayBeTucked(garment) ? ownTuckLine(person, body) : null;
  };
  const isUnderBand = isSewnTop || (isTuck && kind !== 'bottoms');
  const place = isBib ? 'bib' : isUnderBand ? 'tucked' : isSewn ? 'bottoms' : kind;
  return {
    garment,
    product,
    place: ORDER.indexOf(place) + garment.outerness / (OUTERWEAR + 1),
    warnings: style.front === 'open' && !isOpen && product.category === 'top' ? [CLOSED_FRONT] : [],
    wearOn: (scene: Dressed, random: () => number): Wear => {
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
        keepsTop: outfit.keepsTop && !(outfit.bringsOverTop && isInCoat),
      };
    },
  };
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
const opens = (garment: GarmentAnalysis, { front: asked }: Style): boolean =>
  garment.category === 'top' && asked === 'open' && opensInFront(garment);

/** A top that people tuck in. Hoodies and jackets hang. */
function mayBeTucked(garment: FittedGarment): boolean {
  return garment.category === 'top' && garment.outerness < HANGS_FROM;
}

/** A garment with legs and without sleeves goes over a top of the same request. */
const isOveralls = ({ category, sleeves }: GarmentAnalysis) => category === 'jumpsuit' && sleeves === 'none';
