import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, test } from 'vitest';
import { type Reader, reader } from './session.ts';
import { snippetsOf } from './snippets.ts';

const [, minor = '0'] = /^Python 3\.(\d+)/.exec(spawnSync('python3', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
const hasPython = Number(minor) >= 9;

let visitor: Reader;
beforeAll(async () => {
  visitor = await reader();
});
afterAll(() => visitor.leave());

test.skipIf(!hasPython)('the Python examples do what their page says (skipped without Python 3.9)', async () => {
  for (const snippet of snippetsOf('docs/examples/python/README.md')) await visitor.follow(snippet);
});
