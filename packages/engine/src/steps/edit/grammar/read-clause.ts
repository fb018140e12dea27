import type { Backdrop } from '../../backdrop/backdrop.ts';
import { type Colour, coloursIn, type NamedColour } from './colours.ts';
import type { About, Instruction, Tone } from './instruction.ts';
import { readFrame } from './read-frame.ts';
import {
  BACKDROP_WORDS,
  COURTESY,
  LIT_PARTS,
  MUCH,
  meant,
  PATTERN_WORDS,
  percentIn,
  SLIGHTLY,
  TARGETS,
  TONE_WORDS,
  unreadWords,
  type Words,
} from './words.ts';

/** The background of a cut-out. */
const WHITE: Colour = [255, 255, 255];
/** Ink of a pattern without a named colour. */
const INK: Colour = [245, 244, 240];
/** Factors of a slight and of a strong tone. */
const SLIGHT = 0.5;
const STRONG = 1.7;

/** The instructions of a clause, none for a courtesy; null if it is not understood. */
export function readClause(clause: string, about: About): readonly Instruction[] | null {
  if (COURTESY.test(clause) || isDenied(clause)) return [];
  if (CUT_OUT.test(clause)) return [{ kind: 'background', fill: WHITE }];
  if (ALL_BUT.test(clause) || takesFromBackground(clause) || dressesIn(clause)) return null;
  if (addsContent(clause)) return readBackground(clause);
  const frame = about === 'picture' ? readFrame(clause) : null;
  if (frame) return [frame];
  return (
    readBackground(clause) ??
    readRemoval(clause, about) ??
    readGarment(clause, about) ??
    readRetouch(clause, about) ??
    readTone(clause, about)
  );
}

const ADDING =
  /\b(add|insert|draw|include|create|generate)\b|\b(put|place|wear(ing|s)?|hold(ing|s)?) (an?|some|two|three)\b|^(an?|some) /;
/** Additions that need no new content. */
const ADDABLE =
  /\b(look|feel|finish|effect|filter|style|mood|tone|shade|touch|bit|little|glow|light(ing)?|brightness|exposure|contrast|saturation|warmth|vignette|shadow|sharpness|colou?r|space|room|margin|padding|border|background|picture|photo|image|crop|shot|close-?up|square|format|ratio|blur|bokeh)\b/;

/** True for a clause that adds new content, such as "a golden statue", which the engine cannot paint. */
function addsContent(clause: string): boolean {
  if (!ADDING.test(clause) || ADDABLE.test(clause) || meant(PATTERN_WORDS, clause) !== null) return false;
  const last = clause.split(' ').at(-1) ?? '';
  return !/^(an?|some) /.test(clause) || (meant(TARGETS, last) === null && meant(TONE_WORDS, last) === null);
}

/** True for a clause that forbids something, such as "don't blur the background" or "not red". It changes nothing. */
function isDenied(clause: string): boolean {
  if (/^(do not|don't|dont|never) /.test(clause)) return true;
  if (/^not (?!so\b|too\b)/.test(clause) && meant(TONE_WORDS, clause) !== null) return true;
  return onlyColour(/^not? (.+)$/.exec(clause)?.[1] ?? '') !== null;
}

/** The colour that is the whole of a text. */
function onlyColour(text: string): Colour | null {
  return coloursIn(text).find(({ start, end }) => start === 0 && end === text.length)?.colour ?? null;
}

/** The rest of a picture without a named part, which the engine does not know. */
const ALL_BUT = /\b(the rest|everything (else|but|except)|except|apart from)\b/;

/**
 * True for a clause that removes a thing from the background, such as "remove the people behind her", not the
 * background itself.
 */
function takesFromBackground(clause: string): boolean {
  const [, what, where] =
    /^(?:remove|delete|erase|get rid of|take (?:away|out)|hide|clean up) (.+?) (in|from|on|at|behind) /.exec(clause) ??
    [];
  if (what === undefined || !BACKGROUND.test(clause)) return false;
  return where === 'from' && CUT_OUT.test(`isolate ${what}`)
    ? false
    : !/\b(background|backdrop|everything|all|clutter|distractions?|stuff|things)\b/.test(what);
}

const DRESSING =
  /\b(?:wear(?:s|ing)?(?: an?| the| some)?|(?:put|dress|dressed)(?: (?:her|him|them|the \w+))? (?:in|into) (?:an?|the|some)|give (?:her|him|them) (?:an?|some)|(?:in)?to (?:an?|another|a different))(?: [\w-]+)*? ([\w-]+)$/;

/** True for a clause that asks for a new garment, such as "turn the shirt into a leather jacket". */
function dressesIn(clause: string): boolean {
  const last = DRESSING.exec(clause)?.[1] ?? '';
  return meant(TARGETS, last) !== null && meant(PATTERN_WORDS, clause) === null;
}

const BACKGROUND = /\b(background|backdrop|behind (her|him|them|it|the \w+))\b/;
/** Verbs and prepositions that place a person, in clauses that do not name the background. */
const PLACING =
  /\b(put|place|set|move|show|stand(ing)?|pos(e|ing)|shot|photographed|in front of|before|against|on|in|at)\b/;
/** A background colour alone: "on sage", "isolate it on white", "against a plain dark grey". */
const ON_A_COLOUR =
  /^(?:(?:isolate|cut ?out|put|place|set|show|shot|shoot|photographed|standing)(?: (?:it|her|him|them|the \w+))? )?(?:on|before|against|in front of)(?: an?| the)?(?: (?:plain|pure|solid|clean|seamless|simple))* (.+)$/;
/** A cut-out from the background: "cut out the person". */
const CUT_OUT =
  /^(?:cut ?out|isolate|(?:remove|delete|erase) (?:everything|all) (?:but|except|around|behind))(?: (?:it|her|him|them|(?:the |this )?(?:person|model|woman|man|subject|product|garment|item)))?$/;

/** A light without a place, "in studio light", unlike "in window light". */
const LIGHT_ALONE = /(?<!\b(?:window|city) )\blight(ing|s)?$/;

/** A background out of focus, in clauses that name the background and in any. */
const UNFOCUSED = /\b(blur|bokeh|out of focus|defocus|depth of field)/;
const LENS_BLUR = /\b(bokeh(?! lights)|portrait mode|depth of field)\b/;
const BARE =
  /\b(remove|delete|erase|cut ?out|no|without|plain|clean|isolate|get rid of|take (away|out)|neutral|simple)\b/;

function readBackground(clause: string): Instruction[] | null {
  const isNamed = BACKGROUND.test(clause);
  const place = meant(BACKDROP_WORDS, clause);
  if ((isNamed ? UNFOCUSED : LENS_BLUR).test(clause)) return [{ kind: 'background', fill: 'blur' }];
  if (isNamed && /\btransparent\b/.test(clause)) return [{ kind: 'background', fill: 'transparent' }];
  const isPlaced =
    isNamed || (PLACING.test(clause) && !LIGHT_ALONE.test(clause) && meant(PATTERN_WORDS, clause) === null);
  if (place && isPlaced) return painted(place, clause);
  const colour = isNamed ? wantedColour(clause) : onlyColour(ON_A_COLOUR.exec(clause)?.[1] ?? '');
  if (colour) return [{ kind: 'background', fill: colour }];
  return isNamed && BARE.test(clause) ? [{ kind: 'background', fill: WHITE }] : null;
}

/**
 * The instructions for a backdrop, in the colour and the light of the clause. Brick is a colour too, but here it is the
 * wall.
 */
function painted(fill: Backdrop, clause: string): Instruction[] {
  const tint = wantedColour(clause.replace(/\bbricks?\b/, '').replace(EVENING, ''));
  const place: Instruction = { kind: 'background', fill, ...(tint && { tint }) };
  return EVENING.test(clause) ? [place, { kind: 'tone', tone: 'warmer', amount: 1, part: null }] : [place];
}

const EVENING = /\b(sunset|golden hour|dusk)\b/;

const REMOVING = /\b(remove|delete|erase|without|get rid of|no|clean( up)?|take (away|off|out)|hide|fill|drop|lose)\b/;
const PRINT =
  /\b(logos?|print(s|ed)?|text|graphics?|slogans?|letter(s|ing)|writing|brand(ing)?|emblem|motif|badge|number|label)\b/;

function readRemoval(clause: string, about: About): Instruction[] | null {
  if (!REMOVING.test(clause)) return null;
  if (about === 'mask') {
    // "Fill it with grass" asks for new content, which the engine cannot make.
    if (/\bfill\b/.test(clause) && unreadWords(clause).length > 0) return null;
    // Wrinkles and noise are removed wherever they are, so the clause need not name the part.
    const flaw = readRetouch(clause, about)?.find(({ kind }) => kind === 'smooth' || kind === 'denoise');
    return [flaw ?? { kind: 'remove' }];
  }
  return PRINT.test(clause) ? [{ kind: 'remove' }] : null;
}

/** Objects that take a colour but are not cloth: light, and an edge around the picture. */
const NO_CLOTH = /\b(golden hour|glow|tint|filter|light(ing)?|mood|look|border|frame)\b/;

/** A colour without an object: "now in green", "change the colour to red". */
const COLOUR_ALONE =
  /^(?:(?:now|again|this time|same) )*(?:in|from .+ to|(?:(?:re)?colou?r|(?:change|switch) (?:the )?colou?r)(?: to| in(?:to)?)?) \S+(?: \S+)?$/;

function readGarment(clause: string, about: About): Instruction[] | null {
  // "Remove the red stain" and "without the stripes" name the content to remove.
  if (/^(remove|delete|erase|get rid of|take (away|off|out)|drop|lose|no|without|hide)\b/.test(clause)) return null;
  if (NO_CLOTH.test(clause) && [null, 'garment'].includes(meant(TARGETS, clause))) return null;
  const target = meant(TARGETS, clause) ?? (about === 'mask' || COLOUR_ALONE.test(clause) ? 'garment' : null);
  const colour = wantedColour(clause);
  if (!target) return null;
  const pattern = meant(PATTERN_WORDS, clause);
  const named = PATTERN_WORDS.find(([one]) => one === pattern)?.[1].exec(clause);
  if (!pattern || !named) return colour ? [{ kind: 'recolour', target, colour }] : null;
  const [cloth, ink] = patternColours(clause, named);
  const made: Instruction = { kind: 'pattern', target, pattern, colour: ink };
  return cloth ? [{ kind: 'recolour', target, colour: cloth }, made] : [made];
}

/** Words that compare a colour with another: "navy to match the white bag". */
const COMPARING = /\bto (?:match|suit|go|fit)\b/;

/** The requested colour of a clause: the last one before "instead of" and before a comparison. */
function wantedColour(clause: string): Colour | null {
  const [kept = ''] = clause.replace(/\b(less|not so|too|more) \w+/g, '').split(/\b(?:instead of|rather than|not)\b/);
  const [wanted = ''] = kept.split(COMPARING);
  return coloursIn(wanted).at(-1)?.colour ?? null;
}

/** The requested colour of the cloth, if any, and that of the pattern, which is next to its name. */
function patternColours(clause: string, pattern: RegExpExecArray): readonly [cloth: Colour | null, ink: Colour] {
  const colours = coloursIn(clause);
  const away = ({ start, end }: NamedColour) =>
    start > pattern.index ? start - pattern.index - pattern[0].length : pattern.index - end;
  const [ink, cloth] = colours.sort((a, b) => away(a) - away(b));
  if (!ink || !cloth) return [null, ink?.colour ?? INK];
  // "navy & white stripes" and "make it navy with white stripes" colour the cloth; "white stripes on the navy skirt"
  // identifies it.
  const between = clause.slice(Math.min(ink.end, cloth.end), Math.max(ink.start, cloth.start));
  const isAsked = /[&/]/.test(between) || (/^(make|turn|change|recolou?r)\b/.test(clause) && cloth.start < ink.start);
  return [isAsked ? cloth.colour : null, ink.colour];
}

/** A blur of the whole picture, and of a masked part. */
const BLUR =
  /^(?:(blur|pixelate|defocus)( (it|this|that|the (area|part|image|picture|photo)))?( out)?|make( (it|this|that|the (area|part|image|picture|photo)))? (blur|blurry|blurred|out of focus))$/;
const MASK_BLUR = /\b(blur|pixelat|defocus|unreadable|out of focus)/;

const RETOUCHES: Words<Instruction> = [
  [{ kind: 'hide face' }, /\b(blur|pixelate|hide|anonymi[sz]e|cover)\b.*\bfaces?\b|\banonymi[sz]e\b/],
  [{ kind: 'smooth', what: 'cloth' }, /^(?!.*\b(skin|face|eyes?)\b).*\b(wrinkle|crease|iron|steam|lint|fold)/],
  [{ kind: 'denoise' }, /\b(de-?noise|noise|grainy?)\b/],
  [{ kind: 'smooth', what: 'skin' }, /\b(retouch|smooth|airbrush|blemish|wrinkle|pimple|acne|spots?|beauty)/],
  [{ kind: 'sharpen' }, /\b(sharp|crisp)/],
  [{ kind: 'mirror', upsideDown: true }, /^(?=.*\b(mirror|flip)).*\b(vertical|upside)/],
  [{ kind: 'mirror', upsideDown: false }, /\b(mirror|flip)/],
  [{ kind: 'shadow' }, /\b(add|put|give|with|soft|drop|natural|contact)\b.*\bshadow\b/],
];

function readRetouch(clause: string, about: About): Instruction[] | null {
  if ((about === 'mask' ? MASK_BLUR : BLUR).test(clause)) return [{ kind: 'blur' }];
  const found = meant(RETOUCHES, clause);
  return found && [found];
}

/** Words for a part of the picture whose outline the engine does not find. */
const UNKNOWN_PART = /\b(top|bottom|left|right|corners?|half|floor|ground|walls?|sky|grass|trees?)\b/;

function readTone(clause: string, about: About): Instruction[] | null {
  const wanted = clause.replace(/\b(?:not|instead of|rather than) (?!so\b|too\b)\w+/g, ' ');
  const tones = tonesIn(wanted.replace(MINUS, ' less $1').replace(LESS, 'less '));
  const amount = amountOf(clause);
  const part = about === 'mask' ? null : meant(LIT_PARTS, clause);
  if (about === 'picture' && part === null && UNKNOWN_PART.test(clause) && !tones.includes('vignette')) return null;
  return tones.length === 0 ? null : tones.map((tone) => ({ kind: 'tone', tone, amount, part }));
}

/** Verbs that ask for less of a tone. */
const LESS =
  /\b(lower|reduced?|decrease|tone down)( the)? (?=exposure|bright|light|contrast|colou?r|saturat|highlights|glare|shine|.*shadows)/;
/** A negative number after the name of a tone: "contrast -20". */
const MINUS = /\b(brightness|exposure|contrast|saturation)(?= ?(?:by )?[-−–] ?\d)/;
/** Percentage of a tone's plain strength, and the greatest strength. */
const PLAIN_PERCENT = 25;
const STRENGTH_MAX = 2.5;

/** Strength of a tone by a number or a word, otherwise 1. */
function amountOf(clause: string): number {
  const figure = /\b(?:brightness|exposure|contrast|saturation|warmth) (?:by )?[-−–+]? ?(\d+)/.exec(clause)?.[1];
  const percent = percentIn(clause) ?? (figure === undefined ? null : Number(figure));
  if (percent !== null) return Math.min(STRENGTH_MAX, percent / PLAIN_PERCENT);
  if (SLIGHTLY.test(clause)) return SLIGHT;
  return MUCH.test(clause) ? STRONG : 1;
}

/** The tones of a clause, each with words of its own: "high contrast black and white" names two. */
function tonesIn(clause: string): Tone[] {
  const found = TONE_WORDS.find(([, words]) => words.test(clause));
  if (!found) return [];
  const [tone, words] = found;
  return [tone, ...tonesIn(clause.replace(words, ' ')).filter((other) => other !== tone)];
}
