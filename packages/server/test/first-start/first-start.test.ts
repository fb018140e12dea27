import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asUser,
  type Case,
  CONTAINER,
  canChange,
  makePlace,
  NAMELESS,
  rootWith,
  START_TIMEOUT_MS,
  where,
} from './cases.ts';
import { type Clone, makeClone } from './clone.ts';
import { ask, type Circumstances, END_WITHIN_MS, failIn, processesOf, programOf, startIn } from './start.ts';

/** Runs a command that makes files which only their owner can use. */
const CLOSED_FILES = ['sh', '-c', 'umask 077; exec "$@"', 'sh'];

/** Variables that the embedded database must not see. */
const ENVIRONMENT = {
  LANG: 'xx_YY.UTF-8',
  LC_ALL: 'xx_YY.UTF-8',
  PGSSLMODE: 'require',
  PGOPTIONS: '-c nothing=1',
  PGHOST: '::1',
  PGPORT: '1',
  PGDATA: '/none',
};

let clone: Clone;
beforeAll(() => {
  if (canChange) clone = makeClone();
}, START_TIMEOUT_MS);
afterAll(() => clone?.remove());

/** Starts a service from nothing, has a job done, and stops it without a trace. */
async function answers(each: Case) {
  const data = makePlace(each);
  const circumstances: Circumstances = { prefix: each.prefix, environment: each.environment ?? {} };
  const { url, stop } = await startIn(programOf(clone), data, circumstances);
  try {
    expect(await ask(url, data, 'api-key', '/v1/account')).toMatchObject({ status: 200, body: { name: 'default' } });
    expect(fs.statSync(path.join(data, 'postgres')).mode & 0o077).toBe(0);
    expect(fs.statSync(data).mode & 0o077).toBe(0);
    await finishesJob(url, data);
  } finally {
    expect(await stop()).toBe(0);
  }
  expect(processesOf(data)).toEqual([]);
}

/** Has a job of a sandbox workspace done. */
async function finishesJob(url: string, data: string): Promise<void> {
  const made = await ask(url, data, 'admin-key', '/admin/workspaces', { name: 'first', sandbox: true, credits: 10 });
  fs.writeFileSync(path.join(data, 'api-key'), made.body.api_key);
  const { body } = await ask(url, data, 'api-key', '/v1/images/generate', { prompt: 'a coat' });
  const job = () => ask(url, data, 'api-key', `/v1/jobs/${body.jobs[0].id}`).then((answer) => answer.body.status);
  await expect.poll(job, { timeout: START_TIMEOUT_MS, interval: 250 }).toBe('completed');
}

describe.runIf(process.platform === 'linux')('root, in a clone below a folder that others cannot enter, starts', () => {
  const cases: readonly [string, Case][] = [
    ['with all capabilities', { prefix: [] }],
    ['with those of a default container', { prefix: rootWith(CONTAINER, '--no-new-privs') }],
    ['with the five that are needed alone', { prefix: rootWith('chown dac_override kill setgid setuid') }],
  ];
  test.runIf(canChange).each(cases)('%s', (_, each) => answers(each), START_TIMEOUT_MS);
  if (!canChange) test.skip(`all of them${where}`, () => {});
});

describe.runIf(process.platform === 'linux')(
  'in an open clone, nothing of the user or the environment holds a start up:',
  () => {
    beforeAll(() => clone?.open());
    const user = { prefix: asUser(1), owner: 1 };
    const cases: readonly [string, Case][] = [
      ['root with the capabilities of a default container', { prefix: rootWith(CONTAINER) }],
      ['an ordinary user without HOME, LANG and LC_ALL', user],
      ['spaces and other scripts in the path of the data', { ...user, below: 'mon dossier/данные 服装' }],
      ['a path of the data of more than 107 bytes', { ...user, below: path.join('a'.repeat(90), 'b'.repeat(90)) }],
      ['an unknown locale, and variables of PostgreSQL’s clients', { ...user, environment: ENVIRONMENT }],
      ['a umask of 077', { prefix: [...CLOSED_FILES, ...asUser(1)], owner: 1 }],
      [
        'a umask of 077 and a path of more than 107 bytes, as root',
        { prefix: CLOSED_FILES, below: path.join('a'.repeat(90), 'b'.repeat(90)) },
      ],
    ];
    test.runIf(canChange).each(cases)('%s', (_, each) => answers(each), START_TIMEOUT_MS);
    if (!canChange) test.skip(`all of them${where}`, () => {});

    const nameless = { prefix: asUser(NAMELESS, 0), owner: NAMELESS };
    test.runIf(canChange)('a user without a name or a home', () => answers(nameless), START_TIMEOUT_MS);
    test.runIf(canChange)(
      'a clone that cannot be written and was never started',
      () => {
        const [link = ''] = fs
          .readdirSync(path.join(clone.postgres, 'lib'))
          .filter((name) => /^libicuuc\.so\.\d+$/.test(name));
        expect(link).not.toBe('');
        fs.rmSync(path.join(clone.postgres, 'lib', link));
        return answers({ ...user, environment: { HOME: '/none' } });
      },
      START_TIMEOUT_MS,
    );
  },
);

describe.runIf(process.platform === 'linux')(
  'what cannot start ends in time with one sentence, and leaves no process:',
  () => {
    /** The obstacle, the damage to a data folder that was in use before, and the sentence. */
    const cases: readonly [string, Case & { readonly damage?: (data: string) => Promise<void> }, RegExp][] = [
      [
        'all capabilities dropped',
        { prefix: rootWith('') },
        /lacks CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_KILL, CAP_SETGID, CAP_SETUID/,
      ],
      ['no dac_override', { prefix: rootWith(CONTAINER.replace('dac_override ', '')) }, /it lacks CAP_DAC_OVERRIDE/],
      ['no setuid', { prefix: rootWith(CONTAINER.replace(/ ?setuid/, '')) }, /it lacks CAP_SETUID/],
      ['a user namespace of one user', { prefix: ['unshare', '-r'] }, /its user namespace has no user 65534/],
      [
        'a data folder in /proc',
        { prefix: [], below: '../../proc/none' },
        /The data folder \/proc\/none cannot be made: .*--data/,
      ],
      ['a refused setting', { prefix: [], environment: { ATELIER_DRAIN: '45' } }, /ATELIER_DRAIN/],
      [
        'a database that cannot be reached',
        { prefix: [], environment: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } },
        /the database of DATABASE_URL, 127\.0\.0\.1:1\/none, cannot be used/,
      ],
      ['a damaged database', { prefix: [], damage }, /PostgreSQL ended with .* restore the data folder from a backup/],
    ];
    test.runIf(canChange).each(cases)(
      '%s',
      async (_, { prefix, environment = {}, damage, ...each }, sentence) => {
        const data = makePlace(each);
        await damage?.(data);
        const { code, said, isLate } = await failIn(clone, data, { prefix, environment });
        expect(isLate, `it was still there after ${END_WITHIN_MS} ms`).toBe(false);
        expect({ code, said }).toEqual({ code: expect.toBeOneOf([1, 2]), said: expect.stringMatching(sentence) });
        expect(said.trim().split('\n')).toHaveLength(1);
        expect(processesOf(data)).toEqual([]);
      },
      START_TIMEOUT_MS,
    );
    if (!canChange) test.skip(`all of them${where}`, () => {});

    /** Makes a database, and cuts off its control file. */
    async function damage(data: string): Promise<void> {
      const { stop } = await startIn(programOf(clone), data, { prefix: [], environment: {} });
      expect(await stop()).toBe(0);
      fs.truncateSync(path.join(data, 'postgres', 'global', 'pg_control'), 100);
    }
  },
);
