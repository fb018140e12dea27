import { EngineRejection } from '../../../rejection.ts';
import type { Instruction } from './instruction.ts';

/** Changes that one prompt may ask for: each takes up to seconds, and nobody means as many. */
const INSTRUCTIONS_MAX = 20;

/** Throws EngineRejection for more instructions than anybody means. */
export function rejectTooMany({ length }: readonly Instruction[]): void {
  if (length > INSTRUCTIONS_MAX)
    throw new EngineRejection(
      `The prompt asks for ${length} changes; at most ${INSTRUCTIONS_MAX} are made at once. Ask for the others in a second edit.`,
    );
}
