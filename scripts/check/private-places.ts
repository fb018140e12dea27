import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Breach } from './layers.ts';

/**
 * Paths that belong to one machine and mean nothing on another. A relative path such as `../work/` is none of these.
 */
const PRIVATE_PLACES: readonly RegExp[] = [
  /(?<![\w.@*-])\/(?:work|root|home|Users|opt|mnt)\/[\w.-]+/,
  /\b[A-Z]:\\Users\\/,
  /"resolved": "https?:/,
];

/** Lines of tracked text files that name a folder of somebody's machine, or a registry. */
export function checkPrivatePlaces(root: string): Breach[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  return listed
    .split('\0')
    .filter((file) => file !== '' && fs.existsSync(path.join(root, file)))
    .flatMap((file) => privateLines(file, fs.readFileSync(path.join(root, file))));
}

/** The breaches of one file. A file with a zero byte is binary and has none. */
export function privateLines(file: string, bytes: Uint8Array): Breach[] {
  if (bytes.includes(0)) return [];
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .flatMap((text, index) => {
      const found = PRIVATE_PLACES.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
      return found ? [{ file, line: index + 1, message: `names a place of one machine: ${found}` }] : [];
    });
}
