import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from '../src/command.ts';
import { COMMANDS } from '../src/commands.ts';
import { atelier } from './atelier.ts';

/** Looks like an ID. */
const ID = '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50';

let empty: string;
beforeAll(async () => {
  empty = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-cli-'));
});
afterAll(() => fs.rm(empty, { recursive: true }));

test('no command, help and --help list the commands and end with 0', async () => {
  for (const words of [[], ['help'], ['--help']]) {
    const { code, out } = await atelier(words);
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}demo .*\n {2}serve .*/m);
  }
});

test('--help tells the arguments and options of a command', async () => {
  const { code, out } = await atelier(['keys', 'create', '--help']);
  expect(code).toBe(0);
  expect(out).toMatch(/^atelier keys create \[workspace\] \[options\]\n/);
  expect(out).toMatch(/--name TEXT/);
});

test('the page about the command line names every command, and what every exit code means', async () => {
  const page = await fs.readFile(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
  for (const { name } of COMMANDS) expect(page).toContain(name);
  for (const code of Object.values(EXIT)) expect(page).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
});

test('the help of a command names those that begin with the same word', async () => {
  const { out } = await atelier(['engines', '--help']);
  expect(out).toMatch(/^atelier engines \[options\]\n/);
  expect(out).toMatch(/^ {2}engines test <engine> {2}/m);
});

test.each([
  ['an unknown command that help is asked on', ['tryon', '--help'], 'Did you mean "try-on"?'],
  ['a wait beyond what timers hold', ['jobs', 'watch', ID, '--timeout', '9999999'], 'allowed: 0 to 1000000 seconds'],
  ['an unknown command', ['demmo'], '"demmo" is not a command. Did you mean "demo"?'],
  ['a word that is near no command', ['foo'], '"foo" is not a command. `atelier --help` lists all commands.'],
  [
    'an option that not every command has, before the command',
    ['--prompt', 'x', 'edit'],
    '--prompt is not an option of every command',
  ],
  ['a job that is no ID', ['jobs', 'show', 'nope'], '"nope" is not the ID of a job. Use an ID such as'],
  ['an asset that is no ID', ['assets', 'show', 'shirt'], '"shirt" is not the ID of an asset'],
  ['a workspace that is no ID', ['keys', 'list', 'shop'], '`atelier workspaces list` shows them'],

  [
    'an unknown command of a group',
    ['keys', 'revok', 'x'],
    '"keys revok" is not a command. Did you mean "keys revoke"? `atelier --help` lists all commands.',
  ],
  ['a group without a command', ['keys'], 'keys needs one of: list, create, change, revoke'],
  ['an unknown option', ['serve', '--prot', '1'], 'did you mean --port?'],
  ['a missing argument', ['jobs', 'show'], '<job> is needed'],
  [
    'a setting outside its range',
    ['serve', '--port', '99999'],
    '--port is "99999"; allowed: a whole number from 0 to 65535',
  ],
  ['no photo', ['try-on', '--garment', 'shirt.png'], '--person is needed: a file, an http(s) address'],
  ['no garment', ['try-on', '--person', 'me.jpg'], 'at least one of --garment, --outfit-asset-id is needed'],
  [
    'an option outside its values',
    ['generate', '--prompt', 'x', '--resolution', 'hihg'],
    'allowed: standard, high. Did you mean high?',
  ],
  ['a number that is none', ['generate', '--prompt', 'x', '--seed', 'one'], '--seed is "one"; allowed: a whole number'],
  [
    'a file that is no picture',
    ['upload', 'package.json'],
    'is not an image that the service accepts; allowed: JPEG, PNG and WebP',
  ],
  [
    'five garments',
    ['demo', ...'abcde'.split('').flatMap((name) => ['--garment', name])],
    '5 images were given as --garment; allowed: 1 to 4',
  ],
  ['a file that is not there', ['demo', '--person', 'nobody.jpg'], 'nobody.jpg does not exist'],
  ['a folder in place of a file', ['upload', '.'], 'is a folder, not a file'],
  ['an amount that is no number', ['credits', 'grant', ID, '--amount', 'ten'], '--amount is "ten"; allowed: a number'],
])('%s ends with 2 and says what is allowed', async (_, words, message) => {
  const { code, out, err } = await atelier(words, { ATELIER_ADMIN_KEY: 'admin-key-0123456789' });
  expect(err).toContain(message);
  expect(out).toBe('');
  expect(code).toBe(2);
});

test('--version prints the version, wherever it stands', async () => {
  for (const words of [['--version'], ['-v'], ['serve', '--version'], ['--url', 'http://127.0.0.1:9', '--version']])
    expect(await atelier(words)).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test('options of the connection are understood before the command too', async () => {
  for (const words of [
    ['--url', 'http://127.0.0.1:9', 'jobs', 'list'],
    ['--url=http://127.0.0.1:9', '--json', 'jobs', 'list'],
  ]) {
    const { code, err } = await atelier(words, { ATELIER_API_KEY: 'x' });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('http://127.0.0.1:9 could not be reached') });
  }
});

test('without a key it says where one is looked for, and ends with 2', async () => {
  const { code, err } = await atelier(['workspaces', 'list', '--data', empty]);
  expect(code).toBe(2);
  expect(err).toContain(`ATELIER_ADMIN_KEY is not set, and ${path.join(empty, 'admin-key')} cannot be read (ENOENT)`);
});

test('config lists every setting with its default, and hides what is secret', async () => {
  const { code, out } = await atelier(['config', '--json'], {
    ATELIER_ADMIN_KEY: 'admin-key-0123456789',
    ATELIER_PORT: '1',
  });
  expect(code).toBe(0);
  const { settings }: { settings: { variable: string; default: string; set: string | null }[] } = JSON.parse(out);
  expect(settings).toContainEqual(expect.objectContaining({ variable: 'ATELIER_PORT', default: '8787', set: '1' }));
  expect(settings).toContainEqual(expect.objectContaining({ variable: 'ATELIER_ADMIN_KEY', set: '(hidden)' }));
});
