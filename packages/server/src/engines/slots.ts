import pLimit, { type LimitFunction } from 'p-limit';

/** How many tasks each hosted engine works on at once for this process, whichever lane they came by. */
export interface EngineSlots {
  /** Runs a function when a slot of the engine is free. */
  of(engine: string, concurrency: number): LimitFunction;
}

/** Slots of this process. */
export function engineSlots(): EngineSlots {
  const limits = new Map<string, LimitFunction>();
  return {
    of(engine, concurrency) {
      const limit = limits.get(engine) ?? pLimit(concurrency);
      limits.set(engine, limit);
      return limit;
    },
  };
}
