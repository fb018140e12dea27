import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'piscina';
import type { EmbeddedCall } from '../../src/engines/adapters/embedded/embedded-thread.ts';
import type { EngineOutcome } from '../../src/engines/port.ts';
import type { Break } from './orders.ts';

/**
 * A thread in the place of the embedded engine's, which breaks as the prompt says: `chaos BREAK once`, `chaos BREAK
 * always` or `chaos work MS`.
 */

/** Nothing is loaded. */
export async function warmUp(): Promise<void> {}

/** Makes a small picture, or breaks. */
export async function runTask({ task, port }: EmbeddedCall): Promise<unknown> {
  port.postMessage(0.5);
  const [, what = '', rest = ''] = /^chaos (\S+) (\S+)$/.exec(task.order.prompt) ?? [];
  if (what === 'work') await sleep(Number(rest));
  else if (rest === 'always' || (await isFirst(task.jobId))) return breakAs(what as Break);
  return picture();
}

/** True the first time that a job is seen, in whichever process of the same machine. */
async function isFirst(jobId: string): Promise<boolean> {
  await fs.mkdir(workerData.temporaryFolder, { recursive: true });
  return fs.writeFile(path.join(workerData.temporaryFolder, jobId), '', { flag: 'wx' }).then(
    () => true,
    () => false,
  );
}

function breakAs(how: Break): unknown {
  const { output } = picture();
  switch (how) {
    case 'exit':
      process.exit(3);
      break;
    case 'throw':
      setImmediate(crash);
      return new Promise(() => {});
    case 'throw-later':
      setTimeout(crash, 50);
      return picture();
    case 'hang':
      return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    case 'no-answer':
      return new Promise(() => {});
    case 'nothing':
      return undefined;
    case 'wrong-size':
      return { kind: 'made', output: { ...output, width: 4_000, height: Number.NaN }, warnings: [] };
    case 'no-picture':
      return { kind: 'made', output: { ...output, rgb: 'not pixels' }, warnings: null };
  }
}

function crash(): never {
  throw new Error('the chaos broke this thread');
}

function picture() {
  const output = { kind: 'pixels', width: 8, height: 8, rgb: new Uint8Array(8 * 8 * 3).fill(90) } as const;
  return { kind: 'made', output, warnings: [] } satisfies EngineOutcome;
}
