import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asUser, type Case, CONTAINER, canChange, makePlace, NAMELESS, rootWith, where } from './cases.ts';
import { type Clone, makeClone } from './clone.ts';
import { END_WITHIN_MS, processesOf, runIn } from './start.ts';

/** Longest time of one demo on a busy machine, in milliseconds. */
const TIMEOUT_MS = 240_000;

let clone: Clone;
beforeAll(() => {
  if (canChange) clone = makeClone();
}, TIMEOUT_MS);
afterAll(() => clone?.remove());

/** Runs the demo as a reader of the README does. Its service keeps its data in a temporary folder of the case's own. */
async function runDemo({ prefix, environment, ...each }: Case, limitMs?: number) {
  const place = path.dirname(makePlace(each));
  const temporary = path.join(place, 'temporary');
  fs.mkdirSync(temporary);
  fs.chownSync(temporary, each.owner ?? 0, each.owner ?? 0);
  const picture = path.join(place, 'dressed.png');
  const circumstances = { prefix, environment: { ...environment, TMPDIR: temporary }, folder: clone.root };
  const outcome = await runIn(['npm', 'run', 'demo', '--', '--out', picture], circumstances, limitMs);
  const left = fs.readdirSync(temporary).filter((name) => name.startsWith('atelier-demo-'));
  expect({ left, processes: processesOf(temporary) }).toEqual({ left: [], processes: [] });
  return { ...outcome, picture };
}

describe.runIf(process.platform === 'linux')('npm run demo dresses a person for', () => {
  const dresses = async (each: Case) => {
    const { code, said, written, picture } = await runDemo(each);
    expect({ code, said, written }).toMatchObject({ code: 0, written: expect.stringContaining(`image: ${picture}`) });
    expect(fs.statSync(picture).size).toBeGreaterThan(0);
  };
  test.runIf(canChange)(
    'root with the capabilities of a default container, in a clone below a closed folder',
    () => dresses({ prefix: rootWith(CONTAINER, '--no-new-privs') }),
    TIMEOUT_MS,
  );

  describe('others, in an open clone:', () => {
    beforeAll(() => clone?.open());
    // npm itself ends where such a user has no HOME at all.
    const nameless = { prefix: asUser(NAMELESS, 0), owner: NAMELESS, environment: { HOME: '/' } };
    const cases: readonly [string, Case][] = [
      ['an ordinary user without HOME', { prefix: asUser(1), owner: 1 }],
      ['a user without a name, with the HOME of container engines', nameless],
    ];
    test.runIf(canChange).each(cases)('%s', (_, each) => dresses(each), TIMEOUT_MS);
  });
  if (!canChange) test.skip(`anybody${where}`, () => {});
});

test.runIf(process.platform === 'linux' && canChange)(
  'for root without capabilities it ends in time, says why in one sentence, and leaves nothing',
  async () => {
    const { code, said, isLate, picture } = await runDemo({ prefix: rootWith('') }, END_WITHIN_MS);
    expect(isLate).toBe(false);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/lacks CAP_CHOWN, .*CAP_SETUID/) });
    expect(fs.existsSync(picture)).toBe(false);
  },
  TIMEOUT_MS,
);
