import { quoted } from './quoted.ts';
import { EngineRejection } from './rejection.ts';
import { EDIT_ABILITIES, MASK_ABILITIES, parsePrompt, type ReadClause } from './steps/edit/grammar/parse.ts';
import { GENERATE_ABILITIES, readWishes, rejectWithoutSubject } from './steps/generate/wishes.ts';
import { saysHowWorn } from './steps/try-on/style.ts';
import { clausesOfFilm, isFilmed } from './steps/video/camera.ts';

/** How the engine treats the prompt of an operation. */
export interface Abilities {
  /**
   * `instructions`: it follows the prompt and refuses words it does not understand. `hints`: it ignores those words,
   * but does not film a prompt without an understood word. `none`: it reads no prompt.
   */
  readonly prompt: 'instructions' | 'hints' | 'none';
  /** One or two sentences for the caller. */
  readonly summary: string;
  /** Prompts that work. */
  readonly examples: readonly string[];
}

const FILM =
  'Of the prompt the embedded engine follows only moves of the camera ("zoom out", "pan left", "tilt up", "orbit"); people stay in their pose.';

/** The engine's abilities by operation. Docs and the API both read them here. */
export const ABILITIES = {
  virtual_try_on: {
    prompt: 'hints',
    summary:
      'Of the prompt the embedded engine follows how garments are worn: tucked in, open, sleeves rolled up, wider or tighter, longer or shorter.',
    examples: ['tucked in', 'sleeves rolled up', 'worn open'],
  },
  generate: {
    prompt: 'hints',
    summary: `${GENERATE_ABILITIES} Of the prompt it follows the background, the light and how garments are worn.`,
    examples: ['on a beige background', 'at the beach, a little warmer'],
  },
  edit: {
    prompt: 'instructions',
    summary: EDIT_ABILITIES,
    examples: ['make the shirt navy', 'on a beige background', 'crop to the upper body', 'brighter, a little warmer'],
  },
  inpaint: {
    prompt: 'instructions',
    summary: MASK_ABILITIES,
    examples: ['remove it', 'make it navy', 'white stripes', 'remove the wrinkles'],
  },
  upscale: {
    prompt: 'none',
    summary: 'The embedded engine enlarges images and restores them. It reads no prompt.',
    examples: [],
  },
  animate: { prompt: 'hints', summary: FILM, examples: ['a slow push-in', 'zoom out', 'pan left'] },
  text_to_video: {
    prompt: 'hints',
    summary: `${GENERATE_ABILITIES} ${FILM}`,
    examples: ['slow zoom out, at the beach', 'orbit, on a beige background'],
  },
} as const satisfies Record<string, Abilities>;

/** Facts of a request that are known before a picture is read. */
export interface Wish {
  readonly operation: keyof typeof ABILITIES;
  readonly prompt: string;
  /** True if the request has an avatar or products. */
  readonly hasSubject: boolean;
}

/** Why the engine will refuse a request for any picture, and an alternative; null if it may serve the request. */
export function refusalOf({ operation, prompt, hasSubject }: Wish): string | null {
  try {
    if (operation === 'edit') parsePrompt(prompt, 'picture');
    else if (operation === 'inpaint') parsePrompt(prompt, 'mask');
    else if (operation === 'animate') rejectUnread(prompt, clausesOfFilm(prompt).some(isFilmed));
    else if (operation === 'generate' || operation === 'text_to_video') {
      rejectWithoutSubject(operation, hasSubject);
      const clauses = readWishes(prompt);
      const isFollowed = ({ words, instructions }: ReadClause) =>
        instructions !== null || isFilmed(words) || saysHowWorn(words);
      if (operation === 'text_to_video') rejectUnread(prompt, clauses.some(isFollowed));
    }
    return null;
  } catch (error) {
    if (error instanceof EngineRejection) return error.message;
    throw error;
  }
}

/** A film that follows no word of its prompt is useless to the caller. */
function rejectUnread(prompt: string, isRead: boolean): void {
  if (prompt.trim() !== '' && !isRead)
    throw new EngineRejection(`The embedded engine cannot follow ${quoted(prompt.trim())}. ${FILM}`);
}
