import { ABILITIES, refusalOf } from '@atelier/engine/abilities';
import type { LocalEngine } from '../../port.ts';

/** The embedded engine's judgement of words. It needs no nets, so processes without the engine can use it too. */
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
