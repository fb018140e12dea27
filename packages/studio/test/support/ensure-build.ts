import { ensureBuild } from '../../build/index.ts';

/** Builds the page before tests start services by the dozen, each of which would otherwise begin a build of its own. */
export async function setup(): Promise<void> {
  await ensureBuild();
}
