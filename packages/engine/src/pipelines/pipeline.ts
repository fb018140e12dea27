import { turn } from '../checkpoint.ts';
import type { RunControl } from '../engine.ts';

/** One step of a pipeline: a name for progress and timing, and a function that changes the context. */
export interface Step<C> {
  readonly name: string;
  /** Rough share of the pipeline's time, for progress. */
  readonly weight: number;
  readonly run: (context: C) => Promise<void> | void;
}

/** Runs the steps in order. */
export async function runPipeline<C>(
  steps: readonly Step<C>[],
  context: C,
  { onProgress }: Pick<RunControl, 'onProgress'>,
): Promise<void> {
  const total = steps.reduce((sum, { weight }) => sum + weight, 0);
  let done = 0;
  for (const { name, weight, run } of steps) {
    await turn();
    await run(context);
    done += weight;
    onProgress?.(done / total, name);
  }
}
