import { EngineRejection } from '../../../rejection.ts';
import type { Instruction, Tone } from './instruction.ts';

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
export function rejectContradiction(instructions: readonly Instruction[]): void {
  const seen = new Map<string, string>();
  for (const instruction of instructions) {
    const wish = wishOf(instruction);
    if (!wish) continue;
    const before = seen.get(wish.of) ?? wish.is;
    if (before !== wish.is)
      throw new EngineRejection(
        `The prompt asks for two things of ${wish.of} that exclude each other. Ask for one of them.`,
      );
    seen.set(wish.of, wish.is);
  }
}

/** The aspect that an instruction decides, and its value; null if several of its kind may be combined. */
function wishOf(instruction: Instruction): { readonly of: string; readonly is: string } | null {
  switch (instruction.kind) {
    case 'recolour':
      return { of: `the colour of the ${instruction.target}`, is: instruction.colour.join() };
    case 'background':
      return { of: 'the background', is: JSON.stringify([instruction.fill, instruction.tint]) };
    case 'shape':
      return { of: 'the ratio', is: instruction.ratio.toFixed(2) };
    case 'tone': {
      const pair = OPPOSITES.find((tones) => tones.includes(instruction.tone));
      return pair
        ? { of: `the light of the ${instruction.part ?? 'picture'} (${pair.join(', ')})`, is: instruction.tone }
        : null;
    }
    default:
      return null;
  }
}
