import { ABILITIES, refusalOf } from '@atelier/engine/abilities';
import type { LocalEngine } from '../../port.ts';

/** What the embedded engine says of words. It needs no nets, so that processes without the engine can ask it too. */
export const embeddedWords = {
  abilities: (operation) => ABILITIES[operation],
  refusal({ operation, prompt, pictures }) {
    const hasSubject = pictures.some(({ role }) => role === 'avatar' || role === 'garment');
    const message = refusalOf({ operation, prompt, hasSubject });
    if (message === null) return null;
    const needsSubject = operation === 'generate' || operation === 'text_to_video';
    return { pointer: needsSubject && !hasSubject ? '' : '/prompt', message };
  },
} as const satisfies Pick<LocalEngine, 'abilities' | 'refusal'>;
