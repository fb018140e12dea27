import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, canCluster, startCluster } from './support/cluster.ts';

const SUITE = fileURLToPath(new URL('../../../acceptance/run.mjs', import.meta.url));

/**
 * Checks that make sense only where the suite started the service itself, or that belong to a later part of the
 * project.
 */
const LATER = /docs and the studio/;

describe.skipIf(!canCluster)(
  'two API and three worker processes on Debian’s PostgreSQL and Swift (needs both installed)',
  () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster(2, 3);
    });
    afterAll(() => cluster?.stop(), 60_000);

    test('keep the whole contract', async () => {
      const child = spawn(
        process.execPath,
        [SUITE, '--base', cluster.url, '--admin-key', cluster.adminKey, '--private-urls'],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
      });
      await once(child, 'exit');
      const failed = [...output.matchAll(/^\s*✖ (.+) \(\d/gm)]
        .map(([, name]) => name ?? '')
        .filter((name) => !LATER.test(name));
      expect(failed).toEqual([]);
      expect(Number(/ℹ pass (\d+)/.exec(output)?.[1])).toBeGreaterThan(250);
    }, 600_000);
  },
);
