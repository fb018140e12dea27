import type { EngineWarning } from './engine.ts';

/** The warning that quotes what nothing was made of in a prompt; none where that is nothing. */
export function promptPartlyIgnored(parts: readonly string[]): readonly EngineWarning[] {
  if (parts.length === 0) return [];
  const quoted = parts.map((part) => `"${part}"`).join(', ');
  return [{ code: 'prompt_partly_ignored', message: `The embedded engine made nothing of: ${quoted}.` }];
}
