import { withoutColours } from './colours.ts';
import { JOINING_WORDS, wordsOf } from './joining-words.ts';
import {
  BACKDROP_WORDS,
  COURTESY,
  FRAMING_WORDS,
  LIT_PARTS,
  PATTERN_WORDS,
  RATIO_WORDS,
  SIDE_WORDS,
  TARGETS,
  TONE_WORDS,
} from './words.ts';

/** Every word that the engine can follow. */
const MEANINGS: readonly RegExp[] = [
  BACKDROP_WORDS,
  FRAMING_WORDS,
  LIT_PARTS,
  PATTERN_WORDS,
  RATIO_WORDS,
  SIDE_WORDS,
  TARGETS,
  TONE_WORDS,
].flatMap((words) => words.map(([, pattern]) => new RegExp(`(?:${pattern.source})\\w*`, 'g')));

/** Verbs of edits, and the tools and results that they name. */
const EDIT_WORDS = wordsOf(`
  make makes making made turn turned change changed convert switch swap set put puts place placed move get let give gives go keep stay use take
  takes taken replace replaced remove removed delete erase rid drop lose clean clear hide fill cut cutout crop cropped trim clip chop shave extend
  expand outpaint uncrop widen pad continue enlarge add adding zoom zoomed rotate rotated tilt clockwise counterclockwise anticlockwise counter anti
  degrees degree deg upside mirror flip flipped blur blurred blurry pixelate defocus focus anonymize anonymise cover sharpen sharp sharper crisp
  crisper denoise noise grain grainy retouch smooth smoother airbrush iron ironed steam wrinkle wrinkles wrinkle-free crease creases lint fold folds
  blemish blemishes pimple pimples acne spot spots isolate isolated show shown showing see seen frame framed reframe resize recolor recolour
  recolored recoloured color colour colors colours coloured colored dye paint painted shade shades tone tones hue pattern patterned print prints
  logo logos text graphic graphics slogan lettering writing brand branding emblem motif badge number label shadow shadows highlights glare shine
  contrast brightness exposure saturation warmth light lights lighting finish style filter feel mood vibe glow background backdrop plain solid pure
  simple seamless neutral transparent space room margin margins padding border borders canvas ratio aspect format size sized orientation resolution
  standing stand stands pose posing increase decrease reduce lower raise side sides corner corners hour mode portrait bokeh percent pixels pixel
  png jpg jpeg file quality natural naturally realistic professional professionally evenly even`);

/** Shorter words mean little alone. */
const LENGTH_MIN = 3;

/**
 * The ignored words of an understood clause, in English and lower case: "leather" in "turn the jacket into red
 * leather". Empty for a courtesy.
 */
export function unreadWords(clause: string): string[] {
  if (COURTESY.test(clause)) return [];
  const left = MEANINGS.reduce((text, pattern) => text.replaceAll(pattern, ' '), withoutColours(clause));
  return (left.match(/[\p{L}][\p{L}'-]*/gu) ?? []).filter(
    (word) => word.length >= LENGTH_MIN && !EDIT_WORDS.has(word) && !JOINING_WORDS.has(word),
  );
}
