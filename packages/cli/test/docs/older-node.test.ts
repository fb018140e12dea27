import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteOf, ROOT, snippetsOf } from './snippets.ts';

/** Longest time of a block on a busy machine, in milliseconds. A loop that waits in vain has no end. */
const BLOCK_MS = 60_000;

/** The major version of a Node; NaN where the path leads to none. */
function majorOf(node: string): number {
  return Number.parseInt(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.slice(1) ?? '', 10);
}

/** A folder of the PATH whose Node runs the client but not the project. */
const older = [...new Set((process.env.PATH ?? '').split(path.delimiter)), '/usr/bin', '/usr/local/bin'].find((at) => {
  const major = majorOf(path.join(at, 'node'));
  return major >= 18 && major < 24;
});
const fetched = path.join(ROOT, '.toolchain/node_modules/.bin');
const where = older === undefined ? ' (impossible here: no Node 18 to 23 on the PATH)' : '';

describe.runIf(older !== undefined)(`with the Node ${majorOf(`${older}/node`)} of ${older}`, () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-older-node-'));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  /** Types a text in bash with that Node first. */
  const type = (text: string) =>
    spawnSync('bash', ['-c', text], {
      cwd: folder,
      env: { HOME: folder, PATH: `${older}:${process.env.PATH}` },
      encoding: 'utf8',
      timeout: BLOCK_MS,
      killSignal: 'SIGKILL',
    });

  test('the receiver of page 3 dies with a reason, and the loop that waits for it ends', () => {
    const snippets = snippetsOf('docs/guide/3-webhooks.md');
    const receiver = snippets.find((snippet) => noteOf(snippet, 'file') === 'receiver.ts');
    const start = snippets.find(({ text }) => text.includes('node receiver.ts'));
    if (!receiver || !start) throw new Error('page 3 has no receiver');
    fs.writeFileSync(path.join(folder, 'receiver.ts'), receiver.text);
    const { error, stderr } = type(`jq() { echo; }; ${start.text}`);
    expect(error).toBeUndefined();
    expect(stderr).toMatch(/receiver\.ts|\.ts"/);
  });

  test.runIf(fs.existsSync(fetched))('page 1 leads to Node 24, and so do the commands themselves', () => {
    const page = fs.readFileSync(path.join(ROOT, 'docs/guide/1-first-picture.md'), 'utf8');
    const [, line = ''] = /`(export PATH=[^`]+)`/.exec(page) ?? [];
    expect(type(`cd '${ROOT}'; ${line}; node --version`).stdout).toMatch(/^v24\./);
    const program = path.join(ROOT, 'packages/cli/bin/atelier.mjs');
    expect(type(`node '${program}' --version`)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+/),
    });
  });
});
if (older === undefined) test.skip(`the guide on an older Node${where}`, () => {});
