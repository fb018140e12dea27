import fs from 'node:fs';
import path from 'node:path';
import { say, toolchain } from './root.mjs';

/** A holder says so often that it is alive. */
const HEARTBEAT_MS = 1_000;

/** A lock untouched for so long was left by a process that was killed. */
const STALE_MS = 15_000;

/** Longest wait for another installation of the same checkout. */
const WAIT_MS = 600_000;

/** Runs `work` while no other process of this checkout installs anything. */
export async function withInstallationLock(work) {
  fs.mkdirSync(toolchain, { recursive: true });
  const lock = path.join(toolchain, 'install.lock');
  await take(lock);
  const heartbeat = setInterval(() => touch(lock), HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    fs.rmSync(lock, { force: true });
  }
}

async function take(lock) {
  const deadline = Date.now() + WAIT_MS;
  for (let told = false; !make(lock); told = true) {
    if (Date.now() > deadline) throw new Error(`another installation has held ${lock} for ${WAIT_MS / 60_000} minutes`);
    if (!told) say('waiting for another installation of this checkout');
    breakStale(lock);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Makes the file; false when it is there. */
function make(file) {
  try {
    fs.writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Removes a lock whose holder is gone. A second file keeps two waiters from removing one another's new lock. */
function breakStale(lock) {
  if (!isStale(lock)) return;
  const breaking = `${lock}.breaking`;
  if (isStale(breaking)) fs.rmSync(breaking, { force: true });
  if (!make(breaking)) return;
  if (isStale(lock)) fs.rmSync(lock, { force: true });
  fs.rmSync(breaking, { force: true });
}

function isStale(file) {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > STALE_MS;
}

function touch(file) {
  const now = new Date();
  fs.utimesSync(file, now, now);
}
