import './packages/engine/src/models/no-telemetry.ts';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { suiteOf } from './scripts/test/suites.ts';

/** Builds the studio, which services start with. */
const BUILD = 'packages/studio/test/support/ensure-build.ts';

const DATABASE = 'packages/server/test/support/global-setup.ts';

// All processes of all tests share the code that Node compiles. Each service would otherwise compile it again for its
// own folder.
process.env.NODE_COMPILE_CACHE ??= path.join(os.tmpdir(), 'atelier-compiled-code');

/** The suite to run, set by scripts/test/main.ts; without it every file can be run by its path. */
const SUITE = process.env.TEST_SUITE;

/** Tests sit beside what they test; those that need a database share one PostgreSQL and clone a database each. */
const PROJECTS: readonly TestProjectInlineConfiguration[] = [
  { test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
  { test: { name: 'contract', include: ['packages/contract/**/*.test.ts'] } },
  // One engine and its nets for all files of a worker, and the analyses of photos for all workers.
  {
    test: {
      name: 'engine',
      include: ['packages/engine/**/*.test.ts'],
      globalSetup: ['packages/engine/test/global-setup.ts'],
    },
  },
  {
    test: {
      name: 'server',
      include: ['packages/server/**/*.test.ts'],
      globalSetup: [BUILD, DATABASE],
      setupFiles: ['packages/server/test/support/short-pauses.ts'],
    },
  },
  { test: { name: 'client', include: ['packages/client/**/*.test.ts'] } },
  {
    test: {
      name: 'cli',
      include: ['packages/cli/{src,test/docs}/**/*.test.ts'],
      globalSetup: [BUILD],
    },
  },
  // One service for all files.
  {
    test: {
      name: 'command-line',
      include: ['packages/cli/test/*.test.ts'],
      globalSetup: [BUILD, 'packages/cli/test/global-setup.ts'],
      setupFiles: ['packages/cli/test/short-pauses.ts'],
    },
  },
  {
    test: {
      name: 'studio',
      include: ['packages/studio/**/*.test.ts'],
      globalSetup: ['packages/studio/test/support/global-setup.ts'],
      // After the others: a browser beside them would leave none of them the time that people are given.
      sequence: { groupOrder: 1 },
    },
  },
];

/** The projects that have files in the suite, with these files alone. */
const projects = PROJECTS.flatMap((project) => {
  const all = fs.globSync(project.test?.include ?? [], { exclude: ['**/node_modules/**'] });
  const include = all.map((file) => file.replaceAll(path.sep, '/')).filter((file) => !SUITE || suiteOf(file) === SUITE);
  return include.length === 0 ? [] : [{ ...project, extends: true as const, test: { ...project.test, include } }];
});

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/fixtures/**'],
    // The files of a worker share its modules, since loading these takes longer than most files.
    isolate: false,
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    // A condition that is awaited passes as soon as it holds: the bounds only end a test that fails.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 200_000 } },
    projects,
  },
});
