import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the workers of a run share analyses of photos. */
    analyses: string;
  }
}

/** Makes the folder of the run's analyses, and removes it when all tests have ended. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-analyses-'));
  project.provide('analyses', folder);
  return () => fs.rm(folder, { recursive: true });
}
