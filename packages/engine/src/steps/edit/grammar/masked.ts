import { EngineRejection } from '../../../rejection.ts';
import type { Instruction } from './instruction.ts';
import { parsePrompt, WORKING_PROMPTS } from './parse.ts';

/** Kinds of instructions for a masked part. */
const MASKED_KINDS = ['remove', 'recolour', 'pattern', 'tone', 'blur', 'sharpen', 'denoise', 'smooth'] as const;

/** One instruction for a masked part. */
export type MaskedInstruction = Extract<Instruction, { kind: (typeof MASKED_KINDS)[number] }>;

/**
 * Reads a prompt for a masked part; a blank one removes its content. Throws EngineRejection for any other instruction.
 */
export function parseMaskPrompt(prompt: string): {
  readonly instructions: readonly MaskedInstruction[];
  readonly unread: readonly string[];
} {
  if (prompt.trim() === '') return { instructions: [{ kind: 'remove', what: 'masked' }], unread: [] };
  const { instructions, unread } = parsePrompt(prompt, 'mask');
  const masked = instructions.filter(isMasked);
  if (masked.length < instructions.length)
    throw new EngineRejection(
      `The prompt asks for an edit that the engine cannot make under a mask. ${WORKING_PROMPTS.mask}`,
    );
  return { instructions: masked, unread };
}

function isMasked(instruction: Instruction): instruction is MaskedInstruction {
  return MASKED_KINDS.some((kind) => kind === instruction.kind);
}
