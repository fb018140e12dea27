import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { runTask, type SceneTask, type TaskContext } from './task.ts';

/** A group of threads that carries out lists of tasks. */
export interface Crew {
  /** Resolves when all tasks are done. */
  readonly run: (tasks: readonly SceneTask[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Runs the tasks on `threads` worker threads, or in this one when `threads` is 0. */
export function hire(context: TaskContext, threads: number): Crew {
  if (threads === 0) {
    return {
      run: async (tasks) => {
        for (const task of tasks) runTask(context, task);
      },
      stop: async () => {},
    };
  }
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('./worker.ts', import.meta.url), { workerData: context }),
  );
  const serve = async (worker: Worker, queue: SceneTask[]) => {
    for (let task = queue.shift(); task; task = queue.shift()) {
      worker.postMessage(task);
      await once(worker, 'message');
    }
  };
  return {
    run: async (tasks) => {
      const queue = [...tasks];
      await Promise.all(workers.map((worker) => serve(worker, queue)));
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
