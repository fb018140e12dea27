import type { EngineWarning } from './engine.ts';
import { quoted } from './quoted.ts';

/** Most quoted parts; the message counts the rest. */
const PARTS_MAX = 10;

/** The warning that the output shows background which the engine continued beyond the edge of a photo. */
export const BACKGROUND_EXTENDED: EngineWarning = {
  code: 'background_extended',
  message:
    'The output shows more than the photo, so the engine continued the background beyond its edge. To avoid that, leave out aspect_ratio, and words that turn the photo or widen its frame.',
};

/** The warning that quotes the ignored parts of a prompt; an empty list if none were ignored. */
export function promptPartlyIgnored(parts: readonly string[]): readonly EngineWarning[] {
  if (parts.length === 0) return [];
  const named = parts.slice(0, PARTS_MAX).map(quoted).join(', ');
  const others = parts.length > PARTS_MAX ? ` and ${parts.length - PARTS_MAX} more` : '';
  return [
    {
      code: 'prompt_partly_ignored',
      message: `The embedded engine ignored: ${named}${others}. GET /v1/models lists its abilities.`,
    },
  ];
}
