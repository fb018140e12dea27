import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A small disk of its own: ext4 in a file, mounted by a loop device, that can be full. */
export interface Disk {
  /** Where it is mounted. */
  readonly folder: string;
  /** Takes every free byte, and each that becomes free, until {@link release}. */
  fill(): void;
  /** Gives the bytes back. */
  release(): void;
  remove(): void;
}

const FILLER = 'filler';

/** Blocks that are taken one by one: the file system may need some for itself. */
const BLOCKS_LEFT = 256;

/** How often bytes that became free are taken, in milliseconds. */
const REFILL_MS = 200;

/** True where this process may mount: it needs root and a loop device. */
export const canMount = (() => {
  try {
    makeDisk(8).remove();
    return true;
  } catch {
    return false;
  }
})();

/**
 * Makes and mounts a disk of `sizeMebibytes`; its file takes only the written bytes. Throws if mounting is not allowed.
 */
export function makeDisk(sizeMebibytes: number): Disk {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-disk-'));
  const image = `${folder}.img`;
  fs.writeFileSync(image, '');
  fs.truncateSync(image, sizeMebibytes * 2 ** 20);
  const remove = () => {
    fs.rmSync(image, { force: true });
    fs.rmdirSync(folder);
  };
  try {
    execFileSync('mkfs.ext4', ['-q', '-m', '0', image], { stdio: 'pipe' });
    execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'pipe' });
  } catch (error) {
    remove();
    throw error;
  }
  fs.chmodSync(folder, 0o755);
  let filling: NodeJS.Timeout | null = null;
  const release = () => {
    if (filling) clearInterval(filling);
    filling = null;
    fs.rmSync(path.join(folder, FILLER), { force: true });
  };
  return {
    folder,
    fill() {
      takeAll(folder);
      filling ??= setInterval(takeAll, REFILL_MS, folder);
    },
    release,
    remove() {
      release();
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
      remove();
    },
  };
}

function takeAll(folder: string): void {
  const file = path.join(folder, FILLER);
  const { bavail, bsize } = fs.statfsSync(folder);
  const sizeBytes = fs.existsSync(file) ? fs.statSync(file).size : 0;
  const wantedBytes = sizeBytes + (bavail - BLOCKS_LEFT) * bsize;
  if (wantedBytes > sizeBytes) execFileSync('fallocate', ['-l', String(wantedBytes), file], { stdio: 'pipe' });
  try {
    for (;;) fs.appendFileSync(file, Buffer.alloc(bsize));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
