import './packages/engine/src/models/no-telemetry.ts';
import { defineConfig } from 'vitest/config';

/** Builds the studio, which services start with. */
const BUILD = 'packages/studio/test/support/ensure-build.ts';

/** Tests sit beside what they test; those that need a database share one PostgreSQL and clone a database each. */
export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/fixtures/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      { extends: true, test: { name: 'contract', include: ['packages/contract/**/*.test.ts'] } },
      { extends: true, test: { name: 'engine', include: ['packages/engine/**/*.test.ts'], testTimeout: 120_000 } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['packages/server/**/*.test.ts'],
          globalSetup: [BUILD, 'packages/server/test/support/global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'client', include: ['packages/client/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'cli', include: ['packages/cli/**/*.test.ts'], globalSetup: [BUILD], testTimeout: 120_000 },
      },
      {
        extends: true,
        test: {
          name: 'studio',
          include: ['packages/studio/**/*.test.ts'],
          globalSetup: ['packages/studio/test/support/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          // After the others: a browser beside them would leave none of them the time that people are given.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
