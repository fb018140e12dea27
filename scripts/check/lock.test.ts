import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The findings of the check for the lock file of this checkout with one entry changed. */
async function checked(change: (packages: Record<string, { integrity?: string }>) => void): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-lock-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const lock = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  change(lock.packages);
  const file = path.join(folder, 'package-lock.json');
  fs.writeFileSync(file, JSON.stringify(lock));
  const script = path.join(ROOT, 'scripts/complete-lock.mjs');
  return promisify(execFile)(process.execPath, [script, '--check', file]).then(
    () => '',
    ({ stderr }) => stderr,
  );
}

const FOREIGN = 'node_modules/@biomejs/cli-darwin-arm64';

test('the lock file of this checkout is whole', async () => {
  expect(await checked(() => {})).toBe('');
});

test('a package of another platform without a checksum is named', async () => {
  expect(await checked((packages) => delete packages[FOREIGN]?.integrity)).toContain(`has no integrity for ${FOREIGN}`);
});

test('a package of another platform that is missing is named', async () => {
  expect(await checked((packages) => delete packages[FOREIGN])).toContain('lacks @biomejs/cli-darwin-arm64');
});
