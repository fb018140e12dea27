import { ensureBuild } from '../../build/index.ts';

/** Builds the page before the tests start services: each service would otherwise start its own build. */
export async function setup(): Promise<void> {
  await ensureBuild();
}
