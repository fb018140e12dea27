import pLimit, { type LimitFunction } from 'p-limit';

/** Bounds what is done at once for each workspace: whoever exceeds it waits for his own. */
export interface WorkspaceBudget {
  /** Runs `work` when one of the workspace's places is free. */
  run<T>(workspaceId: string, work: () => Promise<T>): Promise<T>;
}

/** A budget of this process of `atOnce` places for each workspace. */
export function workspaceBudget(atOnce: number): WorkspaceBudget {
  const limits = new Map<string, LimitFunction>();
  return {
    async run(workspaceId, work) {
      const limit = limits.get(workspaceId) ?? pLimit(atOnce);
      limits.set(workspaceId, limit);
      try {
        return await limit(work);
      } finally {
        if (limit.activeCount + limit.pendingCount === 0) limits.delete(workspaceId);
      }
    },
  };
}
