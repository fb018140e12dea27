import type { Backdrop } from '../../backdrop/backdrop.ts';
import { withoutColours } from './colours.ts';
import { plainWords } from './table.ts';

/** Meanings and their words; the first match counts. */
export type Words<T> = readonly (readonly [meaning: T, words: RegExp])[];

/** The first meaning whose words a clause holds; null without a match. */
export function meant<T>(words: Words<T>, clause: string): T | null {
  return words.find(([, pattern]) => pattern.test(clause))?.[0] ?? null;
}

/** Garments and other parts that the engine can find. */
export const TARGETS = [
  ['dress', /\b(dress(es)?|gown|jumpsuit|overalls?|outfit|romper|playsuit)\b/],
  [
    'top',
    /\b(shirts?|t-?shirts?|tee|tops?(?! (?:of|half|part|left|right|edge|third|corner|side)\b)|blouse|polo|sweater|jumper|pullover|hoodie|sweatshirt|cardigan|jackets?|coat|parka|blazer|vest|waistcoat|jersey|knit(wear)?|tank|camisole|sleeves?)\b/,
  ],
  ['bottom', /\b(trousers|pants|jeans|chinos|shorts|skirt|leggings|joggers|slacks|bottoms(?! of\b))\b/],
  ['shoes', /\b(shoes?|sneakers?|trainers?|boots?|heels?|sandals?|loafers?|pumps|footwear)\b/],
  ['hair', /\bhair\b/],
  ['accessory', /\b(bag|handbag|purse|tote|clutch|backpack|belt|hat|cap|beanie)\b/],
  ['garment', /\b(garments?|clothes|clothing|product|item|fabric|cloth|it|this)\b/],
] as const satisfies Words<string>;

/** Parts that an instruction about light can name, where `it` is the picture. */
export const LIT_PARTS: Words<'background' | 'skin' | (typeof TARGETS)[number][0]> = [
  ['background', /\b(background|backdrop)\b/],
  ['skin', /\b(skin|face|complexion)\b/],
  ...TARGETS.filter(([target]) => target !== 'garment'),
  ['garment', /\b(garments?|clothes|clothing|product|item|fabric|cloth)\b/],
];

/** Light and tone. Of the words for less they hold only this one. */
export const TONE_WORDS = [
  ['darker', /\bless (exposure|brightness|bright|light)\b|\b(too|over) ?(bright|light|exposed)\b/],
  ['brighter', /\b(less|not so|too) dark\b(?! shadows)|\bunder-?exposed\b/],
  ['cooler', /\b(less|not so|too) (warm|yellow|orange)\w*/],
  ['warmer', /\b(less|not so|too) (cold|cool|blue|bluish)\w*/],
  ['black and white', /\b(gr[ae]yscale|monochrome)\b/],
  ['sepia', /\b(sepia|vintage|retro)\b/],
  ['vignette', /\bvignett/],
  [
    'balanced',
    /\b(white balance|colou?r cast|auto(matic)?|enhance|improve|correct|fix|neutral|balanced?|normali[sz]e|levels|clean(er)? (look|light))\b.*/,
  ],
  [
    'lifted shadows',
    /\b(lift|open|soften|softer|fewer|less|(light|bright)e[nr])( up)?( the)?( harsh| hard| dark)? shadows\b/,
  ],
  ['calmer highlights', /\b(recover|calm|less|fewer|soften)( the)? (highlights|glare|shine)\b/],
  ['less contrast', /\b(less|soften)( the)? contrast\b|\bflat(ter)?\b(?![ -]lay)|\bmatte\b|\bhigh[- ]key\b/],
  ['more contrast', /\bcontrast|\bpunch|\bdramatic\b|\bcrisp light/],
  ['less saturated', /\b(desaturate|muted?|faded|less (colou?r|saturat|vivid|vibrant)|pastel (look|tone|colou?rs))/],
  ['more saturated', /\b(saturat|vivid|vibran|more colou?r|richer|colou?rful)|\bpop\b/],
  ['softer', /\b(soft(er|en)?( studio)?( light(ing)?)?\b|studio light(ing)?\b|diffuse|dreamy)/],
  ['brighter', /\b(bright(er|en)?|lighter|lighten|more light|light up|exposure|brightness|illuminate|airy)\b/],
  ['darker', /\b(dark(er|en)?|dim(mer)?|less light|moody|low[- ]key|less bright)\b/],
  ['warmer', /\b(warm(er|th)?|golden hour|golden|sunny|sunset|sunlight|yellowish)\b/],
  ['cooler', /\b(cool(er)?|cold(er)?|bluish|icy|daylight)\b/],
] as const satisfies Words<string>;

/** Patterns. */
export const PATTERN_WORDS = [
  ['pinstripes', /\bpin[- ]?strip(es?|ed)\b/],
  ['stripes', /\b(strip(e|es|ed|y)|breton)\b/],
  ['checks', /\b(check(s|ed|ered)?|chequered|plaid|tartan|gingham)\b/],
  ['dots', /\b(dots?|dotted|polka|spotted)\b/],
] as const satisfies Words<string>;

/** Places and surfaces that the engine can paint as a background. */
export const BACKDROP_WORDS: Words<Backdrop> = [
  ['window light', /\b(window|sunlit|sunlight|venetian|blinds)\b/],
  ['beach', /\b(beach|seaside|sea|ocean|shore|dunes?|coast)\b/],
  ['greenery', /\b(park|garden|forest|woods|greenery|nature|outdoors?|meadow|field|trees|leaves|foliage)\b/],
  ['city lights', /\b(city|street|urban|night|neon|downtown|bokeh lights|city lights)\b/],
  ['sky', /\b(sky|clouds?)\b/],
  ['brick', /\bbricks?\b/],
  ['concrete', /\b(concrete|cement|industrial|loft)\b/],
  ['wood floor', /\b(wood(en)?|parquet|oak|floor(boards)?|(living )?room|interior|indoors?|home|apartment|gallery)\b/],
  ['wall', /\b(wall|plaster|stucco|lime-?wash(ed)?)\b/],
  ['gradient', /\bgradient\b/],
  ['studio', /\b(studio|seamless|paper roll|cyclorama|sweep)\b/],
];

/** The parts that a picture can be cropped to. */
export const FRAMING_WORDS = [
  [
    'below the face',
    /\b(below|under|beneath) the (chin|face|head|eyes|nose)\b|\bneck down\b|\b(crop|cut|trim)( off| out| away)* (the |her |his |their )?(face|head)( off| out| away)?$|\b(without|no) (the |a |her |his )?(face|head)\b|\bheadless\b/,
  ],
  ['centred', /\bcent(re|er)(ed)?\b/],
  ['bust', /\b(bust|head ?shot|shoulders?|portrait shot)\b/],
  ['face', /\b(face|head)\b/],
  ['to the knees', /\b(knees?|three[- ]quarters?|thighs?|american shot)\b/],
  ['upper body', /\b(upper (body|half|part)|waist|torso|half[- ]body|top half|chest|hips? up|belly)\b/],
  ['lower body', /\b(lower (body|half|part)|legs?|bottom half)\b/],
  ['feet', /\b(feet|foot|shoes?|sneakers?|boots?|ankles?)\b/],
  [
    'subject',
    /\b(person|model|subject|woman|man|girl|boy|figure|product|item|garment|full[- ]body|whole body|head to toe|fill the frame|white ?space|empty (space|border)|borders?)\b/,
  ],
] as const satisfies Words<string>;

/** Ratios by name, width to height. */
export const RATIO_WORDS: Words<number> = [
  [1, /\bsquare\b/],
  [9 / 16, /\b(stor(y|ies)|reels?|tik ?tok|shorts format|phone wallpaper)\b/],
  [4 / 5, /\binstagram\b/],
  [21 / 9, /\b(banner|ultra-?wide|panorama)\b/],
  [2 / 3, /\bpinterest\b/],
  [16 / 9, /\b(wide-?screen|landscape|horizontal|youtube|cinema)\b/],
  [3 / 4, /\b(portrait(?! mode)|vertical|upright)\b/],
];

/** Sides of the picture. */
export const SIDE_WORDS = [
  ['left', /\b(left|sides|(both|all|every|each) sides?|horizontally|(a|all )round)\b/],
  ['right', /\b(right|sides|(both|all|every|each) sides?|horizontally|(a|all )round)\b/],
  ['top', /\b(top|above|up(wards)?|head ?room|overhead|(all|every|each) sides?|vertically|(a|all )round)\b/],
  ['bottom', /\b(bottom|below|under(neath)?|down(wards)?|foot|(all|every|each) sides?|vertically|(a|all )round)\b/],
] as const satisfies Words<string>;

/** Words for a small change. */
export const SLIGHTLY = /\b(slight(ly)?|a (bit|little|touch|tad)|somewhat|subtl[ey]|gentl[ey])\b/;
/** Words for a large change. */
export const MUCH = /\b(much|very|strong(ly)?|a lot|far|dramatic(ally)?|really|extremely)\b/;

/** The percentage in a clause; null without one. */
export function percentIn(clause: string): number | null {
  const figure = /(\d+(?:\.\d+)?) ?(?:%|percent)/.exec(clause)?.[1];
  return figure === undefined ? null : Number(figure);
}

/** Clauses that only ask for care, which the engine takes anyway. */
export const COURTESY =
  /^(please|bitte|s'il (?:vous|te) plait|por favor|per (?:favore|piacere)|alsjeblieft|alstublieft|thanks?( you)?|danke|merci|gracias|grazie|obrigad[oa]|bedankt|(but )?(keep|leave|preserve|maintain|retain)\b.*|(but )?(do not|don't|dont|without) (chang|alter|touch|modify|mov)\w*\b.*|((it |that )?(should |must )?(look|be|stay|remain)s? )?(very |more )?(photo-?)?(realistic|natural(ly)?|professional(ly)?)( looking| look)?|make (it|this|the \w+) look (more )?(professional|natural|realistic)|(in )?(very |best )?high(est)?[- ](quality|resolution)|[48]k|hd|everything else (stays|unchanged|the same).*|nothing else|same( (pose|face|person|model|background))?)$/;

/**
 * Conjunctions, possessives, words of degree and courtesies: in English, then in the other languages of the grammar.
 */
export const JOINING_WORDS = plainWords('joining');

/** Verbs of edits, and the tools and results that they name. */
const EDIT_WORDS = plainWords('edit');

/** Every word with a meaning, with its ending. */
const UNDERSTOOD = [BACKDROP_WORDS, FRAMING_WORDS, LIT_PARTS, PATTERN_WORDS, RATIO_WORDS, SIDE_WORDS, TONE_WORDS]
  .flat()
  .map(([, { source }]) => new RegExp(`(?:${source})\\w*`, 'g'));

/** Shorter words mean little alone. */
const LENGTH_MIN = 3;

/**
 * The ignored words of an understood clause, in English and lower case: "leather" in "turn the jacket into red
 * leather". Empty for a courtesy.
 */
export function unreadWords(clause: string): string[] {
  if (COURTESY.test(clause)) return [];
  const left = UNDERSTOOD.reduce((text, pattern) => text.replaceAll(pattern, ' '), withoutColours(clause));
  return (left.match(/[\p{L}][\p{L}'-]*/gu) ?? []).filter(
    (word) => word.length >= LENGTH_MIN && !EDIT_WORDS.has(word) && !JOINING_WORDS.has(word),
  );
}
