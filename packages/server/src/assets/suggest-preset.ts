import type { PresetClass, PresetSuggestion } from '@atelier/contract';
import { colourName } from './colour-names.ts';
import type { SeenPerson } from './person.ts';
import type { PictureMeasures } from './picture-measures.ts';

/** A picture as it was measured and looked through. */
export interface AnalysedPicture {
  readonly measures: PictureMeasures;
  /** Null where it shows none. */
  readonly person: SeenPerson | null;
}

/** Share of the upper border in one colour from which a backdrop is a studio's. */
const STUDIO_PLAINNESS_MIN = 0.7;
/** The same of the whole border, for products on a surface. */
const SURFACE_PLAINNESS_MIN = 0.6;
/**
 * A picture without a person is a place and not a surface if it is less plain than this and its edges differ this much.
 */
const PLACE = { plainness: 0.5, horizon: 50 } as const;
/** Lightness of a background, 0 to 255 a channel, that is cut out or burnt out to white. */
const WHITE_MIN = 232;
/** A garment on an invisible mannequin: like its mirror image, not wide, filling the picture. */
const MANNEQUIN = { symmetry: 0.78, tallness: 0.75, share: 0.16 } as const;

const CLASS_WORDS: Readonly<Record<PresetClass, string>> = {
  human_studio: 'studio',
  human_location: 'location',
  ghost_mannequin: 'ghost mannequin',
  flat_lay: 'flat lay',
  product_packshot: 'packshot',
};

/**
 * A name, class and prompt for a preset that makes pictures like these, one to three of them. The class is that of most
 * pictures, or of the first if they disagree:
 *
 * - `human_studio`: a person before a backdrop of one colour
 * - `human_location`: a person elsewhere, or a place with a ground and a horizon
 * - `flat_lay`: no person, on a patterned or coloured surface
 * - `ghost_mannequin`: on white, tall and symmetric like a garment
 * - `product_packshot`: on white, any other subject
 */
export function suggestPreset(pictures: readonly AnalysedPicture[]): PresetSuggestion {
  const [first] = pictures;
  if (!first) throw new RangeError('a preset is suggested from one picture or more');
  const classes = pictures.map(classOf);
  const presetClass = mostFrequent(classes) ?? classOf(first);
  const typical = pictures[classes.indexOf(presetClass)] ?? first;
  return { name: nameOf(presetClass, typical), preset_class: presetClass, prompt: promptOf(presetClass, typical) };
}

function classOf({ measures, person }: AnalysedPicture): PresetClass {
  if (person) return measures.upperPlainness >= STUDIO_PLAINNESS_MIN ? 'human_studio' : 'human_location';
  if (measures.plainness < PLACE.plainness && measures.horizon >= PLACE.horizon) return 'human_location';
  const white = Math.min(...measures.background) >= WHITE_MIN;
  if (!white || measures.plainness < SURFACE_PLAINNESS_MIN) return 'flat_lay';
  const { symmetry, subjectTallness, subjectShare } = measures;
  const hangs =
    symmetry >= MANNEQUIN.symmetry && subjectTallness >= MANNEQUIN.tallness && subjectShare >= MANNEQUIN.share;
  return hangs ? 'ghost_mannequin' : 'product_packshot';
}

function mostFrequent(classes: readonly PresetClass[]): PresetClass | null {
  const counted = [...Map.groupBy(classes, (one) => one)].sort(([, a], [, b]) => b.length - a.length);
  return counted[0]?.[0] ?? null;
}

function nameOf(presetClass: PresetClass, { measures }: AnalysedPicture): string {
  const words = `${toneOf(measures)} ${colourName(measures.background)} ${CLASS_WORDS[presetClass]}`.trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function promptOf(presetClass: PresetClass, { measures, person }: AnalysedPicture): string {
  const background = colourName(measures.background);
  const scene: Readonly<Record<PresetClass, string>> = {
    human_studio: `${framingOf(person)} of one person in a photo studio before a plain ${background} backdrop`,
    human_location: `${framingOf(person)} of one person on location, in surroundings of ${paletteOf(measures)}`,
    ghost_mannequin: `The garment as if worn by an unseen mannequin, seen from the front before a plain ${background} background`,
    flat_lay: `The garment laid flat and seen from above on a ${measures.plainness >= SURFACE_PLAINNESS_MIN ? 'plain' : 'patterned'} ${background} surface`,
    product_packshot: `The product alone on a plain ${background} ground, ${placeOf(measures)}`,
  };
  return `${scene[presetClass]}; ${lightOf(measures)}. Colours: ${paletteOf(measures)}.`;
}

/** How much of the person is in the picture, by the lowest joints it shows. */
function framingOf(person: SeenPerson | null): string {
  if (!person) return 'A picture';
  if (person.anklesY <= 1) return 'A full-length picture';
  return person.hipsY <= 1 ? 'A picture from head to thighs' : 'A portrait';
}

function placeOf({ subjectShare }: PictureMeasures): string {
  return subjectShare >= 0.35 ? 'filling the picture' : 'with room around it';
}

function lightOf({ lightness, contrast, warmth }: PictureMeasures): string {
  const hardness =
    contrast > 0.2 ? 'hard light with shadows' : contrast > 0.06 ? 'light that falls off softly' : 'even light';
  const level = lightness > 0.75 ? 'bright' : lightness < 0.35 ? 'dark' : 'balanced';
  const tone = warmth > 0.06 ? ', warm' : warmth < -0.04 ? ', cool' : '';
  return `${level}${tone}, ${hardness}`;
}

function toneOf({ warmth, lightness }: PictureMeasures): string {
  if (warmth > 0.1) return 'warm';
  if (warmth < -0.06) return 'cool';
  return lightness > 0.8 ? 'bright' : lightness < 0.3 ? 'dark' : '';
}

function paletteOf({ palette }: PictureMeasures): string {
  return [...new Set(palette.map(colourName))].slice(0, 3).join(', ');
}
