import { parentPort, workerData } from 'node:worker_threads';
import { runTask, type SceneTask, type TaskContext } from './task.ts';

/** Thread entry: carries out tasks on the shared scene, one answer a task. */
const context = workerData as TaskContext;
const port = parentPort;
if (!port) throw new Error('run/worker.ts runs only as a worker thread');
port.on('message', (task: SceneTask) => {
  runTask(context, task);
  port.postMessage('done');
});
