import type { LocalEngine } from './port.ts';

/** Stands for an engine of this process in one that does no work; it can tell what that engine would refuse. */
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
