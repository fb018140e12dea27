import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EngineTask, LocalEngine } from '../../port.ts';
import { embeddedEngine } from './embedded.ts';

const log = pino({ level: 'silent' });

/** Lets a run go on to its end. */
const WHOLE = { signal: new AbortController().signal, onProgress: () => {} };

describe('the engine in its thread', () => {
  let temporaryFolder: string;
  let engine: LocalEngine;
  beforeAll(async () => {
    temporaryFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-embedded-'));
    engine = embeddedEngine({
      log,
      temporaryFolder,
      threads: 2,
    });
  });
  afterAll(async () => {
    await engine.close();
    await fs.rm(temporaryFolder, { recursive: true });
  });

  test('a run is canceled while its thread computes, and the thread goes on to the next, and says what it made nothing of', async () => {
    const abort = new AbortController();
    const reason = new Error('the customer changed their mind');
    const onProgress = () => abort.abort(reason);
    await expect(engine.run(await enlarging(640), { signal: abort.signal, onProgress })).rejects.toBe(reason);
    expect(await fs.readdir(temporaryFolder)).toEqual([]);
    expect(await engine.run(await enlarging(16), WHOLE)).toMatchObject({
      kind: 'made',
      output: { width: 32, height: 32 },
    });
    const task = await enlarging(16);
    const [source] = task.pictures;
    if (!source) throw new Error('the task has no picture');
    const reference = { ...source, role: 'reference' as const, pointer: '/reference' };
    expect(await engine.run({ ...task, pictures: [...task.pictures, reference] }, WHOLE)).toMatchObject({
      warnings: [{ code: 'reference_ignored', message: expect.stringContaining('/reference') }],
    });
  });

  test('the garments of a try-on are read, and an outfit with anything else is left to other engines', async () => {
    const task = await enlarging(16);
    const reading = (...photos: Uint8Array[]) => {
      const pictures = photos.map((bytes) => ({ role: 'garment', bytes, width: 1, height: 1, pointer: '' }) as const);
      return engine.readOutfit?.({ ...task, pictures }, WHOLE);
    };
    const sample = new URL('../../../../../engine/samples/garment-tshirt.webp', import.meta.url);
    const shirt = new Uint8Array(await fs.readFile(sample));
    expect(await reading(shirt)).toMatchObject({ kind: 'read', pieces: [{ category: 'top', photo: shirt }] });
    expect(await reading(shirt, await sharp(Buffer.from(BAG)).png().toBuffer())).toMatchObject({ kind: 'unavailable' });
    const [source] = task.pictures;
    if (!source) throw new Error('the task has no picture');
    expect(await reading(source.bytes)).toMatchObject({ kind: 'input_rejected' });
  });
});

/** A bag on white. */
const BAG = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="700"><rect width="600" height="700" fill="#fff"/>
  <path d="M200 280 C200 60 400 60 400 280" fill="none" stroke="#5a3018" stroke-width="22"/>
  <path fill="#7a4424" d="M110 270 H490 L530 600 H70 Z"/><path fill="#6a3a1e" d="M110 270 H490 L480 400 Q300 450 120 400 Z"/>
  <rect x="275" y="390" width="50" height="50" fill="#d8b050"/></svg>`;

describe('a thread that breaks', () => {
  let folder: string;
  let engine: LocalEngine;
  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-thread-'));
    engine = embeddedEngine({
      log,
      temporaryFolder: folder,
      threads: 1,
      thread: new URL('../../../../test/chaos/breaking-thread.ts', import.meta.url),
      runTimeoutMs: 1_000,
    });
  });
  afterEach(async () => {
    await engine.close();
    await fs.rm(folder, { recursive: true });
  });
  // The time of a run is that of its work: its thread has begun.
  const run = async (prompt: string) => {
    const task = await enlarging(16);
    await engine.ready();
    return engine.run({ ...task, size: { width: 8, height: 8 }, order: { ...task.order, prompt } }, WHOLE);
  };

  test.each(['chaos exit always', 'chaos throw always'])('fails its run and is replaced (%s)', async (prompt) => {
    await expect(run(prompt)).rejects.toThrow();
    expect(await run('chaos work 1')).toMatchObject({ kind: 'made' });
  });

  test.each(['chaos hang always', 'chaos no-answer always'])(
    'is ended when its time is over, and replaced (%s)',
    async (prompt) => {
      expect(await run(prompt)).toMatchObject({ kind: 'failed', code: 'generation_failed' });
      expect(await run('chaos work 1')).toMatchObject({ kind: 'made' });
    },
  );

  // One that is ended inside a net ends the process, and its PostgreSQL stays.
  test('ends the call that it has before it is closed, and drops those that wait', async () => {
    const task = await enlarging(16);
    const work = (prompt: string) =>
      engine.run({ ...task, size: { width: 8, height: 8 }, order: { ...task.order, prompt } }, WHOLE);
    await work('chaos work 1');
    const [present, waiting] = [work('chaos work 200'), work('chaos work 1')];
    const dropped = expect(waiting).rejects.toThrow('aborted');
    await engine.close();
    expect(await Promise.race([present, null])).toMatchObject({ kind: 'made' });
    await dropped;
  });

  test('fails at most the run that comes next when it crashes after it has answered', async () => {
    expect(await run('chaos throw-later always')).toMatchObject({ kind: 'made' });
    await run('chaos work 200').catch(() => undefined);
    expect(await run('chaos work 1')).toMatchObject({ kind: 'made' });
  });
});

describe('a first load of nets that fails', () => {
  const thread = new URL('../../../../test/support/failing-load-thread.ts', import.meta.url);
  let temporaryFolder: string;
  let engine: LocalEngine;
  beforeEach(async () => {
    temporaryFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-nets-'));
    engine = embeddedEngine({ log, temporaryFolder, threads: 1, thread });
  });
  afterEach(async () => {
    await engine.close();
    await fs.rm(temporaryFolder, { recursive: true });
  });

  test('is made up for when they are asked for again', async () => {
    await engine.ready();
    expect(await fs.readdir(temporaryFolder)).toEqual(['failed']);
    expect(await engine.run(await enlarging(16), WHOLE)).toMatchObject({ kind: 'made' });
  });

  test('and an engine that is closed while it loads them again does not load the rest', async () => {
    const loading = expect(engine.ready()).rejects.toThrow('the engine was closed while it loaded its nets');
    await expect.poll(() => fs.readdir(temporaryFolder), { interval: 5 }).toEqual(['failed']);
    await engine.close();
    await loading;
  });
});

/** A task that enlarges a grey square of `side` pixels. */
async function enlarging(side: number): Promise<EngineTask> {
  const bytes = await sharp({ create: { width: side, height: side, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  return {
    jobId: 'job',
    order: {
      operation: 'upscale',
      model: 'upscale-1',
      resolution: 'standard',
      aspectRatio: null,
      seed: 1,
      prompt: '',
      options: { upscaleFactor: 2 },
      pictures: [],
    },
    position: 0,
    attempt: 1,
    size: { width: side * 2, height: side * 2 },
    pictures: [{ role: 'source', bytes, width: side, height: side, pointer: '/image' }],
  };
}
