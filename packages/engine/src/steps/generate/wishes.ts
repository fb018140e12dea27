import { EngineRejection } from '../../rejection.ts';
import { type ReadClause, readClauses } from '../edit/grammar/parse.ts';
import { rejectTooMany } from '../edit/grammar/too-many.ts';

/** What the engine needs to make a picture, as one sentence for the person who asks for it. */
export const GENERATE_ABILITIES = 'The embedded engine makes pictures of avatars and products, not of words alone.';
const WHAT_TO_GIVE = {
  generate:
    'Give an avatar (asset_ids), such as one of the shared library, or products (outfit_asset_ids, outfit_image_ids).',
  text_to_video: 'Give an avatar or products (asset_ids); the shared library has avatars.',
} as const;

/** Throws EngineRejection, with what to give, where a request has neither an avatar nor products. */
export function rejectWithoutSubject(operation: keyof typeof WHAT_TO_GIVE, hasSubject: boolean): void {
  if (!hasSubject) throw new EngineRejection(`${GENERATE_ABILITIES} ${WHAT_TO_GIVE[operation]}`);
}

/**
 * The clauses of the prompt of a generation, each with what it asks for. Throws EngineRejection where they ask for too
 * many changes.
 */
export function readWishes(prompt: string): ReadClause[] {
  const clauses = readClauses(prompt, 'picture');
  rejectTooMany(clauses.flatMap(({ instructions }) => instructions ?? []));
  return clauses;
}
