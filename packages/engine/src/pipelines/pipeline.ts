import { yieldThread } from '../checkpoint.ts';
import type { RunControl } from '../engine.ts';

/**
 * Returns a function that runs a step of a pipeline and resolves with its result. `weights` has the rough share of the
 * time of each step. Before each step a run can stop; after it the progress is reported.
 */
export function stepsOf<N extends string>(
  weights: Readonly<Record<N, number>>,
  { onProgress }: Pick<RunControl, 'onProgress'>,
): <T>(name: N, work: () => Promise<T> | T) => Promise<T> {
  const total = Object.values<number>(weights).reduce((sum, weight) => sum + weight, 0);
  let done = 0;
  return async (name, work) => {
    await yieldThread();
    const result = await work();
    done += weights[name];
    onProgress?.(done / total, name);
    return result;
  };
}
