import { EngineRejection } from '../../rejection.ts';
import { type ReadClause, readClauses, rejectTooMany } from '../edit/grammar/parse.ts';

/** The inputs of a generated picture, as one sentence for the caller. */
export const GENERATE_ABILITIES = 'The embedded engine makes images of avatars and products, not of words alone.';
const WHAT_TO_GIVE = {
  generate:
    'Give an avatar (asset_ids), such as one of the shared library, or products (outfit_asset_ids, outfit_image_ids).',
  text_to_video: 'Give an avatar or products (asset_ids); the shared library has avatars.',
} as const;

/** Throws EngineRejection for a request with neither an avatar nor products. The message names what to give. */
export function rejectWithoutSubject(operation: keyof typeof WHAT_TO_GIVE, hasSubject: boolean): void {
  if (!hasSubject) throw new EngineRejection(`${GENERATE_ABILITIES} ${WHAT_TO_GIVE[operation]}`);
}

/**
 * The clauses of the prompt of a generation, each with its instructions. Throws EngineRejection for too many changes.
 */
export function readWishes(prompt: string): ReadClause[] {
  const clauses = readClauses(prompt, 'picture');
  rejectTooMany(clauses.flatMap(({ instructions }) => instructions ?? []));
  return clauses;
}
