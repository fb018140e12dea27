import { quoted } from '../../../quoted.ts';
import { EngineRejection } from '../../../rejection.ts';
import { coloursIn } from './colours.ts';
import type { About, Instruction, Tone } from './instruction.ts';
import { inEnglish } from './languages.ts';
import { readClause } from './read-clause.ts';
import { meant, TARGETS, unreadWords } from './words.ts';

/** The engine's edits, described for the writer of a prompt. */
export const EDIT_ABILITIES =
  'The embedded engine changes the colour or pattern of a garment, the background, and light and tone. It crops, rotates, extends, sharpens, mirrors, removes a logo, retouches skin and creases, and hides a face.';
/** The engine's edits of a masked part, described for the writer of a prompt. */
export const MASK_ABILITIES =
  'Under a mask the embedded engine removes things ("remove it", or no prompt), changes its colour or the light, or adds a pattern. It also blurs, sharpens and smooths.';

/** The advice after a refusal: prompts that work, and the place of the full description. */
const WORKING_PROMPTS = {
  picture:
    'The embedded engine can follow "make the shirt navy", "on a beige background" or "brighter", for example. GET /v1/models lists all it can do.',
  mask: 'Under a mask the embedded engine can follow "remove it", "make it navy" or "white stripes", for example. GET /v1/models lists all it can do.',
} as const satisfies Record<About, string>;

/** Changes of the whole picture, which a mask does not allow. */
const UNMASKED: readonly Instruction['kind'][] = ['background', 'hide face', 'mirror', 'shadow'];

/** One clause of a prompt, in English and lower case, and its instructions. */
export interface ReadClause {
  readonly words: string;
  /** Empty for a courtesy; null for a clause that is not understood. */
  readonly instructions: readonly Instruction[] | null;
}

/** The instructions of a prompt, and its ignored words. */
interface ReadPrompt {
  readonly instructions: readonly Instruction[];
  readonly unread: readonly string[];
}

/**
 * Reads a prompt in plain words: instructions separated by commas, full stops, "and" or "then". A blank one removes
 * the content of a mask. Throws EngineRejection for unknown instructions, with a quote and what would work, and for
 * too many instructions.
 */
export function parsePrompt(prompt: string, about: About): ReadPrompt {
  if (about === 'mask' && prompt.trim() === '') return { instructions: [{ kind: 'remove' }], unread: [] };
  const clauses = readClauses(prompt, about);
  const isRefused = ({ kind }: Instruction) => about === 'mask' && UNMASKED.includes(kind);
  const strange = clauses.find(({ instructions }) => !instructions || instructions.some(isRefused));
  if (strange)
    throw new EngineRejection(
      `${quoted(strange.words)} is not an edit the embedded engine can make. ${WORKING_PROMPTS[about]}`,
    );
  const instructions = clauses.flatMap((clause) => clause.instructions ?? []);
  if (instructions.length === 0) throw new EngineRejection(`${nothingIn(prompt)} ${WORKING_PROMPTS[about]}`);
  rejectTooMany(instructions);
  rejectContradiction(instructions);
  const unread = clauses.filter((clause) => clause.instructions?.length).flatMap(({ words }) => unreadWords(words));
  return { instructions, unread };
}

function nothingIn(prompt: string): string {
  const isStrange = /\p{L}/u.test(prompt) && !/\p{Script=Latin}/u.test(prompt);
  return isStrange
    ? 'Prompts are understood in English, and in part in German, French, Spanish, Italian, Portuguese and Dutch.'
    : 'The prompt asks for nothing.';
}

/** The clauses of a prompt, each with its instructions. */
export function readClauses(prompt: string, about: About): ReadClause[] {
  const clauses = clausesOf(prompt);
  let before = '';
  return clauses.map((words, index) => {
    const instructions =
      readTwo(words, about) ?? readElliptic(words, before, about) ?? readSharing(clauses, index, about);
    if (instructions) before = words;
    return { words, instructions };
  });
}

/** Two instructions in one clause, the second about the background: "make it navy | on a beige background". */
function readTwo(clause: string, about: About): readonly Instruction[] | null {
  const [, first, behind] = /^(.+?) ((?:on|at|in|before|against|in front of|with) .+)$/.exec(clause) ?? [];
  if (first === undefined || behind === undefined) return null;
  const [own, background] = [readClause(first, about), readClause(behind, about)];
  const isBoth = own?.[0] && own[0].kind !== 'background' && background?.[0]?.kind === 'background';
  return isBoth ? [...own, ...background] : null;
}

/** Verbs that the next clause may share. */
const VERB =
  /^(remove|delete|erase|get rid of|make|turn|change|recolou?r|give|crop|cut|trim|extend|zoom|blur|brighten|lighten|darken|retouch|smooth|sharpen)\b/;

/** A clause by itself, or completed from the previous one: "remove the background and | the logo". */
function readElliptic(clause: string, before: string, about: About): readonly Instruction[] | null {
  const verb = VERB.exec(before);
  const part = /\b(the|her|his|its|their) \w+/.exec(before);
  const wholes = [verb, part].flatMap((words) => (words ? `${words[0]} ${clause}` : []));
  return [clause, ...wholes].map((whole) => readClause(whole, about)).find((read) => read !== null) ?? null;
}

/** "the shirt | the trousers navy": a garment without an instruction takes the next one's. */
function readSharing(clauses: readonly string[], index: number, about: About): readonly Instruction[] | null {
  const [clause, next] = [clauses[index], clauses[index + 1]];
  if (next === undefined || !meant(TARGETS, clause) || !meant(TARGETS, next)) return null;
  const shared = readClause(next, about);
  const own = readClause(`${clause} white`, about)?.[0];
  if (!shared || own?.kind !== 'recolour') return null;
  return shared.map((instruction) => ('target' in instruction ? { ...instruction, target: own.target } : instruction));
}

/** The clauses of a prompt in English and lower case. False separators are kept within a clause. */
function clausesOf(prompt: string): string[] {
  const text = inEnglish(prompt)
    .replaceAll(/\b(black[ -](?:and|&|n)[ -]white|b ?& ?w)\b(?! \w*(strip|check|dot|polka|plaid|ging))/g, 'monochrome')
    .replaceAll(/\bb(?:k|ck)?gr?d?\b/g, 'background')
    .replaceAll(/\bhead and shoulders\b/g, 'bust')
    .replaceAll(/\bcrop(ped)?[ -]top\b/g, 'top')
    .replaceAll(/\b(replace|swap|exchange|substitute|change)\b([^,;.]*?)\bwith\b/g, '$1$2to')
    .replaceAll(/(\w+) and (\w+(?: \w+)?) (?=(?:pin)?(?:strip|check|dot|polka|plaid|ging))/g, keptPair);
  return text
    .split(
      /[;!\n]|,|\.(?!\d)|\band\b|\bthen\b|\bplus\b|\balso\b|(?<!\b(?:everything|all) )\bbut\b|\bwith\b(?= (?:an?|more|less|soft) )/,
    )
    .map((clause) => clause.trim().replace(/^(please|can you|could you|i want you to|i would like( you)? to) /, ''))
    .filter((clause) => /[a-z\d#]/.test(clause));
}

/** "navy and white stripes" is one instruction. */
function keptPair(whole: string, before: string, after: string): string {
  const bothColours = coloursIn(before).length > 0 && coloursIn(after).length > 0;
  return bothColours ? whole.replace(' and ', ' & ') : whole;
}

/** Most changes of one prompt. Each takes up to seconds. */
const INSTRUCTIONS_MAX = 20;

/** Throws EngineRejection for more instructions than the limit. */
export function rejectTooMany({ length }: readonly Instruction[]): void {
  if (length > INSTRUCTIONS_MAX)
    throw new EngineRejection(
      `The prompt asks for ${length} changes; at most ${INSTRUCTIONS_MAX} are made at once. Ask for the others in a second edit.`,
    );
}

/** Tones that undo each other. */
const OPPOSITES: readonly (readonly [Tone, Tone])[] = [
  ['brighter', 'darker'],
  ['warmer', 'cooler'],
  ['more contrast', 'less contrast'],
  ['more saturated', 'less saturated'],
  ['black and white', 'sepia'],
];

/** Throws EngineRejection for instructions that undo each other; the message names their common object. */
function rejectContradiction(instructions: readonly Instruction[]): void {
  const wishes = new Map<string, string>();
  for (const [object, wish] of instructions.flatMap(wishOf)) {
    if ((wishes.get(object) ?? wish) !== wish)
      throw new EngineRejection(
        `The prompt asks for two things of ${object} that exclude each other. Ask for one of them.`,
      );
    wishes.set(object, wish);
  }
}

/** The object that an instruction decides and its value; none if several of its kind may be combined. */
function wishOf(instruction: Instruction): (readonly [object: string, wish: string])[] {
  const { kind } = instruction;
  if (kind === 'recolour') return [[`the colour of the ${instruction.target}`, instruction.colour.join()]];
  if (kind === 'background') return [['the background', JSON.stringify([instruction.fill, instruction.tint])]];
  if (kind === 'shape') return [['the ratio', instruction.ratio.toFixed(2)]];
  const pair = kind === 'tone' && OPPOSITES.find((tones) => tones.includes(instruction.tone));
  return pair ? [[`the light of the ${instruction.part ?? 'picture'} (${pair.join(', ')})`, instruction.tone]] : [];
}
