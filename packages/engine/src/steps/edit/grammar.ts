import { EngineRejection } from '../../rejection.ts';
import { type Colour, colourIn } from './colours.ts';

/** Parts of a picture that an instruction can name. */
export type Target = 'top' | 'bottom' | 'dress' | 'shoes' | 'hair' | 'garment';

/** Changes of light and colour of the whole picture. */
export const TONES = [
  'brighter',
  'darker',
  'warmer',
  'cooler',
  'more contrast',
  'less contrast',
  'more saturated',
  'less saturated',
  'softer',
  'black and white',
  'sepia',
] as const;
export type Tone = (typeof TONES)[number];

/** Patterns a garment can be given. */
export const PATTERNS = ['stripes', 'checks', 'dots'] as const;
export type Pattern = (typeof PATTERNS)[number];

/** One thing an edit asks for. */
export type Instruction =
  | { readonly kind: 'recolour'; readonly target: Target; readonly colour: Colour }
  | { readonly kind: 'pattern'; readonly target: Target; readonly pattern: Pattern; readonly colour: Colour }
  | { readonly kind: 'background'; readonly fill: Colour | 'blur' | 'studio' }
  | { readonly kind: 'tone'; readonly tone: Tone; readonly amount: number }
  | { readonly kind: 'remove'; readonly what: 'logo' | 'masked' }
  | { readonly kind: 'smooth skin' }
  | { readonly kind: 'sharpen' }
  | { readonly kind: 'mirror' };

/** What the words of an instruction are about where they name nothing: the whole picture, or what is under a mask. */
export type Subject = 'picture' | 'mask';

const TARGETS: readonly (readonly [Target, RegExp])[] = [
  ['dress', /\b(dress|gown|jumpsuit|overall|outfit)\b/],
  [
    'top',
    /\b(shirt|t-?shirt|tee|top|blouse|polo|sweater|jumper|pullover|hoodie|sweatshirt|cardigan|jacket|coat|blazer|vest|jersey)\b/,
  ],
  ['bottom', /\b(trousers|pants|jeans|chinos|shorts|skirt|leggings|slacks|bottoms?)\b/],
  ['shoes', /\b(shoes?|sneakers?|trainers?|boots?|heels?|sandals?)\b/],
  ['hair', /\bhair\b/],
  ['garment', /\b(garment|clothes|clothing|product|item|fabric|it|this|bag|hat)\b/],
];

const TONE_WORDS: readonly (readonly [Tone, RegExp])[] = [
  ['black and white', /\b(gr[ae]yscale|monochrome)\b/],
  ['sepia', /\b(sepia|vintage|retro)\b/],
  ['less contrast', /\b(less|lower|reduce[ds]?( the)?) contrast\b|\bflatter\b/],
  ['more contrast', /\bcontrast|\bpunch/],
  ['less saturated', /\b(desaturate|less (colou?r|saturat)|muted|faded|pastel (look|tone))/],
  ['more saturated', /\b(saturat|vivid|vibrant|more colou?r|richer colou?r)/],
  ['softer', /\bsoft(er|en)?\b|\bdiffuse/],
  ['brighter', /\b(bright(er|en)?|lighter|lighten|more light|exposure up|increase (the )?(exposure|brightness))\b/],
  ['darker', /\b(dark(er|en)?|dim(mer)?|less light|moody)\b/],
  ['warmer', /\b(warm(er)?|golden|sunny|sunset)\b/],
  ['cooler', /\b(cool(er)?|cold(er)?|bluish)\b/],
];

const PATTERN_WORDS: readonly (readonly [Pattern, RegExp])[] = [
  ['stripes', /\b(strip(e|es|ed|y)|breton)\b/],
  ['checks', /\b(check(s|ed|ered)?|plaid|tartan|gingham)\b/],
  ['dots', /\b(dots?|dotted|polka)\b/],
];

/** What the engine can do, for the answer to what it cannot. */
const ABILITIES =
  'It can change the colour or pattern of a garment ("make the shirt navy", "give the skirt white stripes"), replace, blur or remove the background ("on a beige background"), change light and tone ("brighter, a little warmer", "black and white"), remove a logo, smooth skin, sharpen and mirror. Anything else needs an engine that generates.';

/**
 * Reads a prompt in plain words: instructions divided by commas, full stops, "and" or "then". Throws EngineRejection that
 * quotes what was not understood and says what would be.
 */
export function parseInstructions(prompt: string, subject: Subject): Instruction[] {
  const { instructions, ignored } = readInstructions(prompt, subject);
  const [first] = ignored;
  if (first !== undefined) throw new EngineRejection(`"${first}" is not an edit the embedded engine can make. ${ABILITIES}`);
  if (instructions.length === 0) throw new EngineRejection(`The prompt asks for nothing. ${ABILITIES}`);
  return instructions;
}

/** The instructions in a prompt, and the clauses that are none the engine knows. */
export function readInstructions(prompt: string, subject: Subject): { instructions: Instruction[]; ignored: string[] } {
  const text = prompt.toLowerCase().replaceAll(/black[ -](and|&|n)[ -]white|\bb ?& ?w\b/g, 'monochrome');
  const clauses = text
    .split(/[,;.!\n]|\band\b|\bthen\b|\bplus\b|\balso\b|\bwith\b(?= an? )/)
    .map((clause) => clause.trim())
    .filter((clause) => /[a-z#]/.test(clause));
  const read = clauses.map((clause) => ({ clause, instruction: readClause(clause, subject) }));
  return {
    instructions: read.flatMap(({ instruction }) => instruction ?? []),
    ignored: read.flatMap(({ clause, instruction }) => (instruction ? [] : clause)),
  };
}

function readClause(clause: string, subject: Subject): Instruction | null {
  return (
    readBackground(clause) ??
    readRemoval(clause, subject) ??
    readGarment(clause, subject) ??
    readRetouch(clause) ??
    readTone(clause)
  );
}

function readBackground(clause: string): Instruction | null {
  if (!/\b(background|backdrop)\b/.test(clause)) return null;
  if (/\b(blur|bokeh|out of focus|defocus)/.test(clause)) return { kind: 'background', fill: 'blur' };
  const colour = colourIn(clause);
  if (colour) return { kind: 'background', fill: colour };
  if (/\b(remove|delete|erase|cut ?out|no|without|plain|clean|isolate)\b/.test(clause))
    return { kind: 'background', fill: [255, 255, 255] };
  return /\bstudio\b/.test(clause) ? { kind: 'background', fill: 'studio' } : null;
}

function readRemoval(clause: string, subject: Subject): Instruction | null {
  if (!/\b(remove|delete|erase|without|get rid of|no|clean( up)?|take (away|off|out)|fill)\b/.test(clause)) return null;
  if (/\b(logo|print|text|graphic|slogan|lettering|writing|brand)\b/.test(clause) && subject === 'picture')
    return { kind: 'remove', what: 'logo' };
  return subject === 'mask' ? { kind: 'remove', what: 'masked' } : null;
}

function readGarment(clause: string, subject: Subject): Instruction | null {
  const [named] = TARGETS.find(([, words]) => words.test(clause)) ?? [];
  const target = named ?? (subject === 'mask' ? 'garment' : null);
  const colour = colourIn(clause);
  if (!target) return null;
  const [pattern] = PATTERN_WORDS.find(([, words]) => words.test(clause)) ?? [];
  if (pattern) return { kind: 'pattern', target, pattern, colour: colour ?? [245, 244, 240] };
  return colour ? { kind: 'recolour', target, colour } : null;
}

function readRetouch(clause: string): Instruction | null {
  if (/\b(retouch|smooth|airbrush|blemish|wrinkle|pimple|spots?)\w*/.test(clause)) return { kind: 'smooth skin' };
  if (/\b(sharp|crisp)\w*/.test(clause)) return { kind: 'sharpen' };
  return /\b(mirror|flip)\w*/.test(clause) ? { kind: 'mirror' } : null;
}

function readTone(clause: string): Instruction | null {
  const [tone] = TONE_WORDS.find(([, words]) => words.test(clause)) ?? [];
  if (!tone) return null;
  const amount = /\b(slight(ly)?|a (bit|little|touch)|somewhat|subtl[ey])\b/.test(clause)
    ? 0.5
    : /\b(much|very|strong(ly)?|a lot|far|dramatic(ally)?)\b/.test(clause)
      ? 1.7
      : 1;
  return { kind: 'tone', tone, amount };
}
