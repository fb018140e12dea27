import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atelier } from './atelier.ts';

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-completion-'));
  await fs.mkdir(path.join(folder, 'photos'));
  await fs.writeFile(path.join(folder, 'photo.jpg'), '');
});
afterAll(() => fs.rm(folder, { recursive: true }));

/** The words before the cursor, and the offered completions. */
const CASES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['atelier doc', ['doctor']],
  ['atelier jobs ', ['list', 'show', 'watch', 'cancel']],
  ['atelier jobs wa', ['watch']],
  ['atelier jobs list --st', ['--status']],
  ['atelier jobs list --status comp', ['completed']],
  ['atelier engines ', ['test']],
  ['atelier engines test fal --op', ['--operation']],
  ['atelier batch try', ['try-on']],
  ['atelier completion ', ['bash', 'zsh', 'fish']],
  ['atelier upscale --upscale-factor ', ['1', '2', '4']],
  ['atelier try-on --model nano-banana-', ['nano-banana-pro', 'nano-banana-2']],
  ['atelier jobs show ', []],
];

const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0;

async function scriptOf(shell: string): Promise<string> {
  const file = path.join(folder, `atelier.${shell}`);
  const { out } = await atelier(['completion', shell]);
  await fs.writeFile(file, out);
  return file;
}

/** Runs a shell in the folder, with the words of a case as its arguments. */
function offeredBy(shell: string, ...parameters: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync(shell, parameters, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

describe('bash', () => {
  let script: string;
  beforeAll(async () => {
    script = await scriptOf('bash');
  });

  /** Sets the variables that bash sets before it calls the function of a command, and prints the answer. */
  const complete = (line: string) =>
    offeredBy(
      'bash',
      '--norc',
      '-c',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: bash reads it.
      'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _atelier; printf "%s\\n" "${COMPREPLY[@]}"',
      'bash',
      script,
      ...line.split(' '),
    );

  test.each(CASES)('%s<Tab>', (line, offered) => {
    expect(complete(line)).toEqual(offered);
  });

  test('files and folders are offered where they are meant', () => {
    expect(complete('atelier upload ph').sort()).toEqual(['photo.jpg', 'photos']);
    expect(complete('atelier serve --data ph')).toEqual(['photos']);
    expect(complete('atelier try-on --person ph').sort()).toEqual(['photo.jpg', 'photos']);
  });

  test('a value behind an equals sign, which bash takes apart, is completed too', () => {
    expect(complete('atelier jobs list --status = fai')).toEqual(['failed']);
    expect(complete('atelier jobs list --status =')).toContain('failed');
  });
});

describe.skipIf(!isThere('fish'))('fish (skipped where it is not installed)', () => {
  let script: string;
  beforeAll(async () => {
    script = await scriptOf('fish');
  });

  test.each(CASES)('%s<Tab>', (line, offered) => {
    const lines = offeredBy('fish', '--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script, line);
    expect(lines.map((each) => each.split('\t')[0]).sort()).toEqual([...offered].sort());
  });
});

test.skipIf(!isThere('zsh'))('zsh takes the script as it is (skipped where it is not installed)', async () => {
  expect(offeredBy('zsh', '-n', await scriptOf('zsh'))).toEqual([]);
});

test('another shell ends with 2 and says which there are', async () => {
  expect(await atelier(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('allowed: bash, zsh, fish'),
  });
});
