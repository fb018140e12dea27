import path from 'node:path';

/** A named part of the tests. Each test file belongs to exactly one. */
export interface Suite {
  /** One sentence for CONTRIBUTING and the output. */
  readonly purpose: string;
  /** Globs of its files from the root; the first suite that matches has the file. */
  readonly files: readonly string[];
  /**
   * Processor time it may take, in minutes of the reference machine, all of its processes together. The run divides
   * the measured time by the slowdown of this machine (`slowdown.ts`).
   */
  readonly budgetMinutes: number;
  /** A folder that it needs, from the root of the repository. Without it, a run of the suites names it as left out. */
  readonly needs?: string;
}

/** The suites but `fast`, which has the files that no other suite names. */
const NAMED = {
  adapters: {
    purpose: "every adapter of a hosted engine, against a stand-in for the provider's server",
    files: ['packages/server/test/engines/**'],
    budgetMinutes: 5,
  },
  docs: {
    purpose: 'every code block of the guide, typed into a shell, and every example of the command line and the clients',
    files: ['packages/cli/test/docs/pages.test.ts', 'packages/cli/test/{client-readme,examples}.test.ts'],
    budgetMinutes: 5,
  },
  engine: {
    purpose: 'the operations of the embedded engine, on images that the project renders or draws',
    files: [
      'packages/engine/test/!(try-on).test.ts',
      'packages/engine/samples/**',
      'packages/engine/src/steps/video/**',
    ],
    budgetMinutes: 4,
  },
  faults: {
    purpose: 'crashes, lost databases, clusters, backups, thousands of products, jobs and requests',
    files: [
      'packages/server/test/{chaos,deploy,fuzz,security/namespace}/**',
      'packages/server/test/{backup,cluster,crash,fairness,large-zip,migrate,rescue,s3,shoots-crash,waiting}.test.ts',
      'packages/cli/test/catalogue.test.ts',
    ],
    budgetMinutes: 4,
  },
  'first-start': {
    purpose: 'the first start on other machines, users, paths and databases, and the demo',
    files: ['packages/server/test/first-start/**', 'packages/cli/test/demo.test.ts'],
    budgetMinutes: 7,
  },
  page: {
    purpose: 'every form of the studio in a browser, also on slow connections',
    files: ['packages/studio/test/!(every-page|jobs|keyboard|shell|sign-in|try-on).test.ts'],
    budgetMinutes: 7,
  },
  photos: {
    purpose:
      'the embedded engine on real photos, which are not published; skipped without ../shared/data beside the clone',
    needs: '../shared/data',
    files: [
      'packages/engine/test/photos/**',
      'packages/engine/bench/**',
      'packages/server/src/media/bad-files.test.ts',
    ],
    budgetMinutes: 21,
  },
} satisfies Readonly<Record<string, Suite>>;

/** All suites by name. `fast` comes first, since most mistakes show there. */
export const SUITES: Readonly<Record<string, Suite>> = {
  fast: {
    purpose:
      'what `npm test` runs: units, HTTP on the real database, the command line, one try-on, the page in a browser',
    files: [],
    budgetMinutes: 10,
  },
  ...NAMED,
};

/** The suite of a test file, whose path is given from the root with forward slashes. */
export function suiteOf(file: string): string {
  const named = Object.entries<Suite>(NAMED).find(([, { files }]) =>
    files.some((glob) => path.matchesGlob(file, glob)),
  );
  return named?.[0] ?? 'fast';
}
