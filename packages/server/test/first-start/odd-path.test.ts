import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clone, makeClone } from './clone.ts';
import { ask, processesOf, runIn, startIn } from './start.ts';

/** Longest time of one command on a busy machine, in milliseconds. */
const TIMEOUT_MS = 240_000;

describe.runIf(process.platform === 'linux').each([
  ['has spaces, quotes, other scripts and an emoji', "l'atelier à moi — мой клон 服装 👗"],
  // Of a socket's path; and of a name.
  ['is beyond 107 bytes', path.join('a'.repeat(90), 'b'.repeat(255))],
])('in a clone whose path %s, it works:', (_, name) => {
  let clone: Clone;
  let circumstances: { prefix: string[]; environment: { HOME: string }; folder: string };
  beforeAll(() => {
    clone = makeClone(name);
    circumstances = { prefix: [], environment: { HOME: clone.home }, folder: clone.root };
  }, TIMEOUT_MS);
  afterAll(() => clone?.remove());

  test(
    'npm run demo',
    async () => {
      const picture = path.join(clone.root, 'out.png');
      const { code, written } = await runIn(['npm', 'run', 'demo', '--', '--out', picture], circumstances);
      expect({ code, written }).toEqual({ code: 0, written: expect.stringContaining(`image: ${picture}`) });
      expect(written).toContain('Next, in this folder:\n  npx atelier serve ');
      expect(fs.statSync(picture).size).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  test(
    'npx atelier serve',
    async () => {
      const data = path.join(clone.root, 'data');
      const { url, stop } = await startIn(['npx', 'atelier'], data, circumstances);
      try {
        expect(await ask(url, data, 'api-key', '/v1/account')).toMatchObject({ status: 200 });
      } finally {
        await stop();
      }
      // npm ends first.
      await expect.poll(() => processesOf(data)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'npm test, with the database and with the nets',
    async () => {
      const files = ['packages/server/test/empty-requests.test.ts', 'packages/engine/test/try-on.test.ts'];
      const names = 'an edit by spaces is refused|a person photo without a person is refused';
      const { code, written } = await runIn(['npm', 'test', '--', ...files, '-t', names], circumstances);
      expect({ code, written }).toEqual({
        code: 0,
        written: expect.stringMatching(/Tests {2}2 passed \| \d+ skipped/),
      });
    },
    TIMEOUT_MS,
  );
});
