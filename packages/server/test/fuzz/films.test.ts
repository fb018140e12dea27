import { afterAll, beforeAll, expect, test } from 'vitest';
import { filmOf } from '../../src/engines/adapters/sandbox/video.ts';
import { scriptedEngine } from '../support/engines.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { bentPicture } from './pictures/mutations.ts';

/** Films that a hosted engine delivers: bent ones, and one that is whole at the end. */
const FILMS = 60;

let service: TestService;
beforeAll(async () => {
  const whole = await filmOf({ width: 64, height: 96, rgb: new Uint8Array(64 * 96 * 3).map((_, index) => index) });
  if (whole.kind !== 'file') throw new Error('a film is a file');
  const film = { name: 'film.mp4', bytes: Buffer.from(whole.bytes) };
  const engine = scriptedEngine(async (_task, _control, run) => {
    const bytes = run > FILMS ? film.bytes : bentPicture([film], 3, run).bytes;
    return { kind: 'made', output: { kind: 'delivered', bytes }, warnings: [] };
  });
  service = await startTestService({ parts: { engine } });
});
afterAll(() => service.stop());

test('a broken film of an engine is shown as the film it says it is, or fails and is refunded; the next one is made', async () => {
  const workspace = await service.workspace({ sandbox: false, credits: 100_000 });
  const outcomes = new Map<string, number>();
  for (let film = 0; film <= FILMS; film++) {
    const { body } = await workspace.post('/v1/videos/text-to-video', { prompt: 'a pier' });
    const job = await workspace.final(body.jobs[0].id);
    outcomes.set(job.status, (outcomes.get(job.status) ?? 0) + 1);
    if (job.status === 'completed') expect(Math.min(job.result.width, job.result.height)).toBeGreaterThan(0);
    else expect(job).toMatchObject({ credits_used: 0, error: { code: 'generation_failed' } });
    if (film === FILMS) expect(job.status).toBe('completed');
  }
  expect([...outcomes.keys()].sort()).toEqual(['completed', 'failed']);
});
