import type { LocalEngine } from './port.ts';

/** Stands for an engine of this process in one that does no work. */
export function absentEngine(name: string): LocalEngine {
  return {
    kind: 'local',
    name,
    serves: () => true,
    run: async () => ({ kind: 'unavailable', message: 'this process does no work' }),
    ready: async () => {},
    close: async () => {},
  };
}
