import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createEngine, type Engine } from '../src/index.ts';
import { loadNets, type Nets, releaseNets } from '../src/models/nets.ts';
import { netLoader } from '../src/models/sessions.ts';

/** Where all tests keep the nets that are converted from their packages, and the threads of an inference. */
const OPTIONS = { cacheDirectory: path.join(os.tmpdir(), 'atelier-nets'), threads: 2 } as const;

/** Tells the tests of a file its engine, which is opened before the first of them and closed after the last. */
export function openedEngine(): () => Engine {
  return opened(
    () => createEngine(OPTIONS),
    (engine) => engine.close(),
  );
}

/** The same of the nets alone. */
export function openedNets(): () => Nets {
  return opened(() => loadNets(netLoader(OPTIONS.cacheDirectory, OPTIONS.threads)), releaseNets);
}

function opened<T>(open: () => Promise<T>, close: (value: T) => Promise<void>): () => T {
  let value: T | null = null;
  beforeAll(async () => {
    value = await open();
  });
  afterAll(async () => {
    if (value) await close(value);
  });
  return () => {
    if (!value) throw new Error('asked for before the first test');
    return value;
  };
}
