import { EngineRejection } from '../../../rejection.ts';
import type { Instruction } from './instruction.ts';
import { parsePrompt, WORKING_PROMPTS } from './parse.ts';

/** What can be done under a mask. */
const MASKED_KINDS = ['remove', 'recolour', 'pattern', 'tone', 'blur', 'sharpen', 'denoise', 'smooth'] as const;

/** One thing to do under a mask. */
export type MaskedInstruction = Extract<Instruction, { kind: (typeof MASKED_KINDS)[number] }>;

/** What a prompt asks for under a mask; blank: to remove what is there. Throws EngineRejection for anything else. */
export function parseMaskPrompt(prompt: string): {
  readonly instructions: readonly MaskedInstruction[];
  readonly unread: readonly string[];
} {
  if (prompt.trim() === '') return { instructions: [{ kind: 'remove', what: 'masked' }], unread: [] };
  const { instructions, unread } = parsePrompt(prompt, 'mask');
  const masked = instructions.filter(isMasked);
  if (masked.length < instructions.length)
    throw new EngineRejection(`The prompt asks for more than a mask can have. ${WORKING_PROMPTS.mask}`);
  return { instructions: masked, unread };
}

function isMasked(instruction: Instruction): instruction is MaskedInstruction {
  return MASKED_KINDS.some((kind) => kind === instruction.kind);
}
