import { EngineRejection } from '../../../rejection.ts';
import type { Instruction } from './instruction.ts';

/** Most changes of one prompt. Each takes up to seconds. */
const INSTRUCTIONS_MAX = 20;

/** Throws EngineRejection for more instructions than the limit. */
export function rejectTooMany({ length }: readonly Instruction[]): void {
  if (length > INSTRUCTIONS_MAX)
    throw new EngineRejection(
      `The prompt asks for ${length} changes; at most ${INSTRUCTIONS_MAX} are made at once. Ask for the others in a second edit.`,
    );
}
