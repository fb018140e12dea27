import type { EngineWarning } from './engine.ts';
import { quoted } from './quoted.ts';

/** Parts that are quoted; of more the number is told. */
const PARTS_MAX = 10;

/** The warning that quotes what nothing was made of in a prompt; none where that is nothing. */
export function promptPartlyIgnored(parts: readonly string[]): readonly EngineWarning[] {
  if (parts.length === 0) return [];
  const named = parts.slice(0, PARTS_MAX).map(quoted).join(', ');
  const others = parts.length > PARTS_MAX ? ` and ${parts.length - PARTS_MAX} more` : '';
  return [{ code: 'prompt_partly_ignored', message: `The embedded engine ignored: ${named}${others}.` }];
}
