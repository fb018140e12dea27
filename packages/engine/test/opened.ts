import { beforeAll, inject } from 'vitest';
import { engineOver } from '../src/create-engine.ts';
import type { Engine } from '../src/index.ts';
import { loadNets, type Nets } from '../src/models/nets.ts';
import { netLoader } from '../src/models/sessions.ts';
import type { Analyses } from '../src/pipelines/analyses.ts';
import { sharedAnalyses } from './shared-analyses.ts';

/**
 * Files of the project `engine` share their worker's modules, so it opens one engine over one set of nets. One thread
 * each: test files run side by side.
 */
const netsOfWorker = once(() => loadNets(netLoader(1)));
const analysesOfWorker = once(async () => sharedAnalyses(await netsOfWorker(), inject('analyses')));
const engineOfWorker = once(async () => engineOver(await netsOfWorker(), await analysesOfWorker()));

/** Tells the tests of a file the engine of their worker, which is opened before the first that needs it. */
export function openedEngine(): () => Engine {
  return opened(engineOfWorker);
}

/** The same of the nets alone. */
export function openedNets(): () => Nets {
  return opened(netsOfWorker);
}

/** The same of the analyses of photos, which all workers share. */
export function openedAnalyses(): () => Analyses {
  return opened(analysesOfWorker);
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  return () => {
    value ??= open();
    return value;
  };
}

function opened<T>(open: () => Promise<T>): () => T {
  let value: T | null = null;
  beforeAll(async () => {
    value = await open();
  });
  return () => {
    if (!value) throw new Error('asked for before the first test');
    return value;
  };
}
