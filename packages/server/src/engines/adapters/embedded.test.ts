import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { EngineTask } from '../port.ts';
import { embeddedEngine } from './embedded.ts';

test('a run is canceled while its thread computes, and the thread goes on to the next, and says what it made nothing of', async () => {
  const temporaryFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-embedded-'));
  const engine = embeddedEngine({ cacheDirectory: path.join(os.tmpdir(), 'atelier-nets'), temporaryFolder, threads: 2 });
  const abort = new AbortController();
  const reason = new Error('the customer changed their mind');
  const onProgress = () => abort.abort(reason);
  await expect(engine.run(await enlarging(640), { signal: abort.signal, onProgress })).rejects.toBe(reason);
  expect(await fs.readdir(temporaryFolder)).toEqual([]);
  const whole = { signal: new AbortController().signal, onProgress: () => {} };
  expect(await engine.run(await enlarging(16), whole)).toMatchObject({ kind: 'made', output: { width: 32, height: 32 } });
  const task = await enlarging(16);
  const [source] = task.pictures;
  if (!source) throw new Error('the task has no picture');
  const reference = { ...source, role: 'reference' as const, pointer: '/reference' };
  expect(await engine.run({ ...task, pictures: [...task.pictures, reference] }, whole)).toMatchObject({
    warnings: [{ code: 'reference_ignored', message: expect.stringContaining('/reference') }],
  });
  await engine.close();
  await fs.rm(temporaryFolder, { recursive: true });
});

/** A task that enlarges a grey square of so many pixels a side. */
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
