import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Finding, note, ok, wrong } from './finding.ts';

/** The oldest Node that runs the project. */
const NODE_MAJOR = 24;

const MEBIBYTE = 1024 * 1024;

/**
 * Memory below which the embedded engine cannot load its nets and work, and below which large pictures may fail, in
 * MiB.
 */
const MEMORY_NEEDED = 512;
const MEMORY_WANTED = 1_024;

/** Free disk below which a database stops, and below which it soon will, in MiB. */
const DISK_NEEDED = 256;
const DISK_WANTED = 2_048;

/** The Node this runs on. */
export function checkNode(): Finding {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) >= NODE_MAJOR) return ok('node', node);
  return wrong(
    'node',
    `${node}; needed is ${NODE_MAJOR} or newer`,
    'start it by `npx atelier`, which fetches Node 24, or install it',
  );
}

/** Memory of the machine, or the container's limit, in MiB. */
function totalMemory(): number {
  const constrained = process.constrainedMemory();
  // 0 or an enormous number where nothing constrains the process.
  const limit = constrained > 0 ? Math.min(os.totalmem(), constrained) : os.totalmem();
  return Math.floor(limit / MEBIBYTE);
}

/**
 * A sentence for the log where there is clearly less memory than the service needs; a machine of 1 GiB shows a little
 * less. Null otherwise.
 */
export function memoryShortage(total = totalMemory()): string | null {
  if (total >= MEMORY_WANTED * 0.9) return null;
  return `this machine or container has ${total} MiB of memory, and the service needs ${MEMORY_WANTED}: the system may kill it without a word`;
}

/** Whether there is memory for the embedded engine. */
export function checkMemory(): Finding {
  const total = totalMemory();
  const free = Math.floor(process.availableMemory() / MEBIBYTE);
  const says = `${total} MiB, ${free} MiB of it free`;
  if (total < MEMORY_NEEDED) return wrong('memory', says, `give it ${MEMORY_WANTED} MiB or more`);
  if (total < MEMORY_WANTED || free < MEMORY_NEEDED)
    return note('memory', says, `large images want ${MEMORY_WANTED} MiB; end other programs or give it more`);
  return ok('memory', says);
}

/** Free space where the data folder is or will be. */
export async function checkDisk(data: string): Promise<Finding> {
  const { bavail, bsize } = await fs.statfs(existingAncestor(data));
  const free = Math.floor((bavail * bsize) / MEBIBYTE);
  const says = `${free} MiB free for ${data}`;
  if (free < DISK_NEEDED) return wrong('disk', says, `free ${DISK_WANTED} MiB, or put the data elsewhere with --data`);
  return free < DISK_WANTED
    ? note('disk', says, 'free some space soon, or set ATELIER_RESULT_RETENTION')
    : ok('disk', says);
}

/** The folder itself, or the nearest one above it that is there. */
export function existingAncestor(folder: string): string {
  let each = folder;
  while (!existsSync(each) && each !== path.dirname(each)) each = path.dirname(each);
  return each;
}
