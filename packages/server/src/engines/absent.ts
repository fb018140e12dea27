import type { LocalEngine } from './port.ts';

/**
 * Represents an engine of this process in a process that does no work. It knows which requests that engine would
 * refuse.
 */
export function absentEngine(name: string, words: Pick<LocalEngine, 'abilities' | 'refusal'> = {}): LocalEngine {
  return {
    kind: 'local',
    name,
    ...words,
    serves: () => true,
    run: async () => ({ kind: 'unavailable', message: 'this process does no work' }),
    ready: async () => {},
    close: async () => {},
  };
}
