import fs from 'node:fs/promises';
import path from 'node:path';
import { workerData } from 'piscina';
import { warmUp as load } from '../../src/engines/adapters/embedded/embedded-thread.ts';

/** The embedded engine's thread, whose first load of nets fails. */
export { runTask } from '../../src/engines/adapters/embedded/embedded-thread.ts';

/** Stops a first load, leaves the file `failed` in the temporary folder, and loads the nets again. */
export async function warmUp(stopped: Int32Array<SharedArrayBuffer>): Promise<void> {
  const raised = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(1);
  await load(raised).catch(() => fs.writeFile(path.join(workerData.temporaryFolder, 'failed'), ''));
  await load(stopped);
}
