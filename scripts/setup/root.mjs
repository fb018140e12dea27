import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** What the setup keeps for itself: Node 24 where it had to be fetched, and the installation lock. Ignored by git. */
export const toolchain = path.join(root, '.toolchain');

/** Tells the caller what takes time. Standard output belongs to what was asked for. */
export function say(text) {
  process.stderr.write(`atelier: ${text}\n`);
}
