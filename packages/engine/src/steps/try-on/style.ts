import type { GarmentCategory } from '../../analysis.ts';
import { withoutColours } from '../edit/grammar/colours.ts';
import { JOINING_WORDS } from '../edit/grammar/words.ts';
import type { Drape } from './fit/fit.ts';

/** Kinds of garment that a request's words can address separately. */
export type WornKind = 'top' | 'outerwear' | 'bottoms' | 'dress';

/** The wearing instructions of a request's words for one garment. */
export interface Style extends Drape {
  /** Under the waistband or over it; null: as the person's own top. */
  readonly tuck: 'in' | 'out' | null;
  /** The state of a front that opens; null if the words do not mention it. */
  readonly front: 'open' | 'closed' | null;
}

/** The names of each kind; a hood or a vest may be either of two. */
const NAMES: Readonly<Record<WornKind, RegExp>> = {
  outerwear:
    /\b((over)?coats?|jackets?|cardigans?|blazers?|parkas?|anoraks?|waistcoats?|gilets?|vests?|overshirts?|trench|bombers?|windbreakers?|raincoats?|hood(ie|y|ies)|puffers?|fleeces?|outerwear)\b/,
  top: /\b(t-?shirts?|tees?|shirts?|tops?|blouses?|polos?|jumpers?|sweaters?|pullovers?|sweatshirts?|jerseys?|tanks?|camisoles?|turtlenecks?|vests?|hood(ie|y|ies))\b/,
  bottoms: /\b(trousers|pants|jeans|chinos|shorts|leggings|joggers|skirts?|bottoms)\b/,
  dress: /\b(dress(es)?|gowns?|jumpsuits?|rompers?|playsuits?|overalls|dungarees|catsuits?|boilersuits?)\b/,
};
const KINDS: readonly WornKind[] = ['outerwear', 'top', 'bottoms', 'dress'];

/** Separators of clauses that may address different garments. */
const CLAUSES = new RegExp(
  `[,;.\\n]|\\b(?:and|but|over|under|beneath)\\b|\\bwith\\b(?=[^,;.]*?(?:${Object.values(NAMES)
    .map(({ source }) => source)
    .join('|')}))`,
  'g',
);

/** The clauses of a text in lower case. */
function clausesOf(text: string): string[] {
  // `replaceAll`, because `split` would also return the groups of the pattern.
  return text.replaceAll(CLAUSES, '\n').split('\n');
}

type Change = Partial<Drape & Pick<Style, 'tuck' | 'front'>>;
/** Shares added to widths and lengths, and ways to wear a garment. */
const RULES: readonly (readonly [words: RegExp, change: Change])[] = [
  [/\b(oversized?|baggy|loose(ly)?|relaxed|boxy|wide)\b/, { ease: 0.1, hem: 0.04, sleeve: 0.03 }],
  [/\b(fitted|slim([ -]fit)?|tight|close[ -]fitting|skinny|tailored)\b/, { ease: -0.06 }],
  [/\b(cropped|crop[ -]top|short(er)? hem)\b/, { hem: -0.18 }],
  [/\b(longline|long(er)? hem)\b/, { hem: 0.08 }],
  [/\b(untucked|(not|never) tucked|tucked out|hang(s|ing)? (out|loose))\b/, { tuck: 'out' }],
  [/(?<!\b(?:not|never) )\b(tucked(?!\s*out)( in)?|tuck (it|the \w+) in|french tuck)\b/, { tuck: 'in' }],
  [
    /\b(open(ed)?(?![ -](neck|collar|toe|back|weave|knit|air|shoulder))|unbuttoned|unzipped|undone|unfastened)\b/,
    { front: 'open' },
  ],
  [/\b(closed|buttoned(?! down)|zipped|done up|fastened|buttoned[ -]up|zipped[ -]up|not open)\b/, { front: 'closed' }],
  [
    /\b(rolled|pushed|turned)[ -]?(up|back)?\b.*\bsleeves?\b|\bsleeves?\b.*\b(rolled|pushed|turned)[ -]?(up|back)?\b/,
    { rolled: true },
  ],
];
/** Trousers that are tucked themselves, into boots for example. */
const TUCKED_BOTTOMS = /\b(trousers|pants|jeans|chinos|leggings|joggers) tucked\b/;
/** A garment over a top, which stays visible. */
const OVER_A_TOP = new RegExp(`\\bover\\b[^,;.]*${NAMES.top.source}`);

/** The style without instructions. */
const AS_IT_IS: Style = { ease: 0, hem: 0, sleeve: 0, rolled: false, tuck: null, front: null };

/**
 * The instructions of a prompt and a style for a garment with the given names. They come from clauses that name it or
 * no garment at all.
 */
export function styleOf(words: string, kinds: readonly WornKind[]): Style {
  const text = words.toLowerCase();
  const style = { ...AS_IT_IS };
  if (kinds.includes('outerwear') && OVER_A_TOP.test(text)) style.front = 'open';
  for (const clause of clausesOf(text)) {
    for (const [pattern, change] of RULES) {
      if (!pattern.test(clause) || !isAbout(clause, kinds, change)) continue;
      style.ease += change.ease ?? 0;
      style.hem += change.hem ?? 0;
      style.sleeve += change.sleeve ?? 0;
      style.rolled ||= change.rolled ?? false;
      style.tuck = change.tuck ?? style.tuck;
      style.front = change.front ?? style.front;
    }
  }
  return style;
}

/** The clauses of a text that ask for anything but the wearing of garments, without those that only name garments. */
export function clausesAside(words: string): string[] {
  return clausesOf(words.toLowerCase())
    .map((clause) => clause.trim())
    .filter((clause) => !saysHowWorn(clause) && !namesAlone(clause));
}

const GARMENTS = new RegExp(KINDS.map((kind) => NAMES[kind].source).join('|'), 'g');
/** Words about garments that ask for nothing. */
const WEARING = new Set(
  'wear wears wearing worn dress dressed put try tried garment garments clothes outfit item product fit fits fitting style styling'.split(
    ' ',
  ),
);

/** True for a text that only names garments and their colours. */
function namesAlone(clause: string): boolean {
  const rest = withoutColours(clause.replaceAll(GARMENTS, ' ')).match(/[\p{L}'-]{3,}/gu) ?? [];
  return rest.every((word) => JOINING_WORDS.has(word) || WEARING.has(word));
}

/** True for a text that says how to wear a garment. */
export function saysHowWorn(words: string): boolean {
  return RULES.some(([pattern]) => pattern.test(words.toLowerCase()));
}

/** The kinds of garment that a text names. */
export function kindsNamed(words: string): readonly WornKind[] {
  const text = words.toLowerCase();
  return KINDS.filter((kind) => NAMES[kind].test(text));
}

/** Phrases that make a garment's name void: a denial, or the verb "dress". */
const NO_NAME =
  /\b(no|not|never|without|instead|than|don't|isn't)\b|\bdress(es)? (up|her|him|them|me|you|it|the|this|that|these|my|our|an?)\b/;

/** The only category that a text names. A garment that it is worn with or tucked into does not count. */
export function categoryNamed(words: string): GarmentCategory | null {
  const text = words
    .trim()
    .toLowerCase()
    .replace(/[\s.!]+$/, '');
  if (NO_NAME.test(text) || clausesOf(text).length > 1 || !namesAlone(text)) return null;
  const named = new Set(kindsNamed(text).map((kind) => namedOf(kind, text)));
  const [category] = named;
  return named.size === 1 && category ? category : null;
}

const DRESS_OR_JUMPSUIT = [/\b(dress(es)?|gowns?)\b/g, 'dress', 'jumpsuit'] as const;
const SKIRT_OR_TROUSERS = [/\bskirts?\b/g, 'skirt', 'trousers'] as const;

/** The category of a kind that a text names. Null if the text names both a dress or skirt and a garment with legs. */
function namedOf(kind: WornKind, text: string): GarmentCategory | null {
  if (kind === 'top' || kind === 'outerwear') return 'top';
  const [words, category, other] = kind === 'dress' ? DRESS_OR_JUMPSUIT : SKIRT_OR_TROUSERS;
  const rest = text.replaceAll(words, '');
  if (rest === text) return other;
  return NAMES[kind].test(rest) ? null : category;
}

/** A tuck instruction is about the tucked garment, not about the one over it. */
function isAbout(clause: string, kinds: readonly WornKind[], { tuck }: Change): boolean {
  if (tuck && TUCKED_BOTTOMS.test(clause)) return false;
  const named = kindsNamed(clause).filter((kind) => !tuck || kind !== 'bottoms');
  return named.length === 0 || named.some((kind) => kinds.includes(kind));
}
