import { turn } from '../checkpoint.ts';
import type { RunControl } from '../engine.ts';

/** Runs a step of a pipeline, and resolves with the step's result. */
export type RunStep<N> = <T>(name: N, work: () => Promise<T> | T) => Promise<T>;

/**
 * The steps of a pipeline: their names, and the rough share of the time of each. Before each step a run can stop; after
 * it the progress is reported.
 */
export function stepsOf<N extends string>(
  weights: Readonly<Record<N, number>>,
  { onProgress }: Pick<RunControl, 'onProgress'>,
): RunStep<N> {
  const total = Object.values<number>(weights).reduce((sum, weight) => sum + weight, 0);
  let done = 0;
  return async (name, work) => {
    await turn();
    const result = await work();
    done += weights[name];
    onProgress?.(done / total, name);
    return result;
  };
}
