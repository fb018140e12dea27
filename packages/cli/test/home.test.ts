import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EXIT } from '../src/command.ts';
import { atelier, serving } from './atelier.ts';

test('a service that SIGTERM ends, once or more often, ends with 0 and leaves nothing outside its data folder', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-home-'));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  // The database runs as another user, who has to reach its files.
  await fs.chmod(folder, 0o711);
  const [home, temporary] = [path.join(folder, 'home'), path.join(folder, 'temporary')];
  for (const each of [home, temporary]) await fs.mkdir(each, { mode: 0o777 });

  const service = await serving(path.join(folder, 'data'), {
    HOME: home,
    TMPDIR: temporary,
    XDG_CACHE_HOME: path.join(home, '.cache'),
    // Empty, as other people's environments have them.
    ORT_DISABLE_TELEMETRY: '',
    NODE_COMPILE_CACHE: '',
  });
  for (let time = 0; time < 3; time++) service.process.kill('SIGTERM');
  const { code, out } = await service.ended;
  expect(code).toBe(0);

  expect(await fs.readdir(home, { recursive: true })).toEqual([]);
  expect(await fs.readdir(temporary, { recursive: true })).toEqual([]);
  // Its first line is for programs.
  const [first = '', ...rest] = out.split('\n');
  expect(JSON.parse(first)).toMatchObject({ url: service.announcement.url, role: 'all' });
  expect(rest.join('\n')).toContain((await fs.readFile(path.join(folder, 'data', 'api-key'), 'utf8')).trim());
});

test('who asks how to serve, or names no data folder, finds none made in the working folder', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-home-'));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  for (const help of ['--help', '-h']) expect((await atelier(['serve', help], {}, folder)).code).toBe(EXIT.ok);
  expect((await atelier(['serve', '--data', ''], {}, folder)).code).toBe(EXIT.usage);
  expect((await atelier(['serve'], { ATELIER_DATA: ' ' }, folder)).code).toBe(EXIT.usage);
  expect(await fs.readdir(folder)).toEqual([]);
});
