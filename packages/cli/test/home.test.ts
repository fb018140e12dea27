import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EXIT } from '../src/command.ts';
import { atelier, serving } from './atelier.ts';

test('a service leaves nothing outside its data folder: no identity, no record of its use', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-home-'));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  // The database runs as another user, who has to reach its files.
  await fs.chmod(folder, 0o711);
  const [home, temporary] = [path.join(folder, 'home'), path.join(folder, 'temporary')];
  for (const each of [home, temporary]) await fs.mkdir(each, { mode: 0o777 });

  // Empty, as the environment of tests has it set.
  const environment = {
    HOME: home,
    TMPDIR: temporary,
    XDG_CACHE_HOME: path.join(home, '.cache'),
    ORT_DISABLE_TELEMETRY: '',
  };
  const service = await serving(path.join(folder, 'data'), environment);
  service.process.kill('SIGTERM');
  await service.ended;

  expect(await fs.readdir(home, { recursive: true })).toEqual([]);
  expect(await fs.readdir(temporary, { recursive: true })).toEqual([]);
});

test('who asks how to serve, or names no data folder, finds none made in the working folder', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-home-'));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  for (const help of ['--help', '-h']) expect((await atelier(['serve', help], {}, folder)).code).toBe(EXIT.ok);
  expect((await atelier(['serve', '--data', ''], {}, folder)).code).toBe(EXIT.usage);
  expect((await atelier(['serve'], { ATELIER_DATA: ' ' }, folder)).code).toBe(EXIT.usage);
  expect(await fs.readdir(folder)).toEqual([]);
});
