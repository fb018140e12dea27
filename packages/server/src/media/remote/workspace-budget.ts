import pLimit, { type LimitFunction } from 'p-limit';

/** Limits concurrent work of each workspace; work beyond the limit waits for its own workspace only. */
export interface WorkspaceBudget {
  /** Runs `work` as soon as the workspace has a free place. */
  run<T>(workspaceId: string, work: () => Promise<T>): Promise<T>;
}

/** A budget of this process: `atOnce` places for each workspace. */
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
