import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openManifest, type RowOutcome, stepsIn } from './manifest.ts';
import { BatchStopped } from './stop.ts';

let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-manifest-'));
});
afterEach(() => fs.rm(folder, { recursive: true }));

const open = () => openManifest(folder, 'generate', 'workspace');
const step = (row: string, outcome: RowOutcome) => ({
  row,
  name: 'look',
  attempt: 1,
  at: '2026-01-01T00:00:00.000Z',
  ...outcome,
});
const FAILED = { state: 'failed', code: 'unusable_row', message: 'no such file', files: [], credits: 0 } as const;

test('what cannot be written down ends the batch, and so does all that comes after it', async () => {
  const manifest = await open();
  await manifest.close();
  await expect(manifest.add(step('a', FAILED))).rejects.toThrow(BatchStopped);
  await expect(manifest.add(step('b', FAILED))).rejects.toThrow('manifest.jsonl cannot be written');
  expect(manifest.stepsOf('a')).toEqual([]);
});

test('a line that was spoilt is named, and half a line at the end is no step', async () => {
  const manifest = await open();
  await manifest.add(step('a', FAILED));
  await manifest.close();
  const file = path.join(folder, 'manifest.jsonl');
  await fs.appendFile(file, '{"row":"b","na');
  expect(await stepsIn(folder)).toMatchObject([{ row: 'a', state: 'failed' }]);
  await fs.appendFile(file, '\n');
  await expect(open()).rejects.toThrow(`line 3 of ${file} is not JSON`);
});

test('a row that failed without files gives its name to the row it is mended to; one with files keeps it', async () => {
  const manifest = await open();
  await manifest.add(step('a', FAILED));
  expect(manifest.nameOf({ key: 'mended', name: 'look' })).toBe('look');
  expect(manifest.nameOf({ key: 'a', name: 'look' })).toBe('look~a');
  await manifest.add({ ...step('b', { ...FAILED, files: ['other~1.png'], credits: 1 }), name: 'other' });
  expect(manifest.nameOf({ key: 'c', name: 'other' })).toBe('other~c');
  await manifest.close();
});

test('files of a further attempt tell its number where an earlier one has files', async () => {
  const manifest = await open();
  const row = { key: 'a', name: 'look' };
  expect(manifest.stemOf(row)).toBe('look');
  await manifest.add(step('a', FAILED));
  await manifest.add({ ...step('a', { ...FAILED, files: ['look~1.png'] }), attempt: 2 });
  expect(manifest.stemOf(row)).toBe('look');
  await manifest.add({ ...step('a', FAILED), attempt: 3 });
  expect(manifest.stemOf(row)).toBe('look~3');
  await manifest.close();
});
