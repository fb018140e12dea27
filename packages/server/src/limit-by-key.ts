import pLimit, { type LimitFunction } from 'p-limit';

/** Runs work. Beyond `concurrency` at once, it waits for work of the same key alone. */
export type LimitByKey = <T>(key: string, concurrency: number, work: () => Promise<T>) => Promise<T>;

/** A limit of this process. A key has one concurrency. */
export function limitByKey(): LimitByKey {
  const limits = new Map<string, LimitFunction>();
  return async (key, concurrency, work) => {
    const limit = limits.get(key) ?? pLimit(concurrency);
    limits.set(key, limit);
    try {
      return await limit(work);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(key);
    }
  };
}
