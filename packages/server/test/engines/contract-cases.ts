import { expect, test } from 'vitest';
import type { TestWorkspace } from '../support/service.ts';
import { halfTransparent, INPAINT_MODEL, inpaintOf, pixelsOf, plain, smallMaskOf } from './contract-pictures.ts';
import type { DoubleAnswer, EngineDouble, EngineFault } from './double.ts';
import { picturesIn } from './seen-pictures.ts';

/** The parts of an adapter's suite that these cases use. */
export interface ContractSuite {
  readonly double: () => EngineDouble;
  readonly workspace: () => TestWorkspace;
  /** Runs the job of the subject after these faults, with a workspace that may upload other pictures. */
  readonly jobAfter: (faults: readonly EngineFault[], workspace?: TestWorkspace) => Promise<TestJob>;
  /** The last error of the engine, as the operator sees it. */
  readonly lastError: () => Promise<string>;
  /** Longest time a job may take, in milliseconds. */
  readonly jobMs: number;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there.
type TestJob = any;

const CONTROL = /\p{Cc}|\p{Cs}/u;
const DIRT = '\u0000\u0007\u001b[31m\u0085\ud800';

/** Dirt in the words of an answer. Values without spaces are codes or addresses, and stay. */
function soiled(answer: DoubleAnswer): DoubleAnswer {
  if (Buffer.isBuffer(answer.body) || answer.body === undefined) return answer;
  const text = JSON.stringify(answer.body, (_, value) =>
    typeof value === 'string' && value.includes(' ') ? `${value} ${DIRT}` : value,
  );
  return { ...answer, body: JSON.parse(text) };
}

/** Binary bytes in place of the words of a crashed server. */
function binary(answer: DoubleAnswer): DoubleAnswer {
  return answer.status === 500
    ? { ...answer, body: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)) }
    : answer;
}

/** Whatever words an engine writes, the job ends as it should, and its message can be stored and shown. */
export function wordCases({ double, jobAfter, lastError, jobMs }: ContractSuite, without: readonly string[]): void {
  if (!without.includes('rejected'))
    test(
      'control characters in the words of a refusal change nothing of it',
      async () => {
        double().tamper(soiled);
        const job = await jobAfter(['rejected']);
        expect(job).toMatchObject({ status: 'failed', error: { code: 'input_rejected' }, credits_used: 0 });
        expect(job.error.message).not.toMatch(CONTROL);
      },
      jobMs,
    );

  for (const [fault, words, tamper] of [
    ['lost', 'control characters in the words of a failure', soiled],
    ['storm', 'bytes that are no text', binary],
  ] as const) {
    if (without.includes(fault)) continue;
    test(
      `${words} keep no job from the next engine (${fault})`,
      async () => {
        double().tamper(tamper);
        expect(await jobAfter([fault])).toMatchObject({
          status: 'completed',
          task: expect.stringMatching(/\.scripted$/),
        });
        const told = await lastError();
        expect(told).not.toBe('');
        expect(told).not.toMatch(CONTROL);
      },
      jobMs,
    );
  }
}

/** Pictures on their way in. */
export function inputCases({ double, workspace, jobAfter, jobMs }: ContractSuite): void {
  test(
    'transparent parts of pictures reach the engine as white',
    async () => {
      const transparent = await halfTransparent(48, 64);
      let uploads = 0;
      const uploading = (): Promise<string> => {
        uploads += 1;
        return workspace().image(transparent);
      };
      double().forget();
      await jobAfter([], { ...workspace(), image: uploading });
      const sent = await picturesIn(double().seen);
      expect(sent.length).toBeGreaterThanOrEqual(uploads);
      expect(uploads).toBeGreaterThan(0);
      for (const bytes of sent) {
        const picture = await pixelsOf(bytes);
        expect(picture.channels).toBe(3);
        for (const value of picture.at(0.25, 0.5)) expect(value).toBeGreaterThan(248);
        expect(picture.at(0.75, 0.5)[1]).toBeLessThan(120);
      }
    },
    jobMs,
  );
}

/** Pictures that come back. */
export function outputCases({ double, jobAfter, jobMs }: ContractSuite): void {
  test(
    'transparent parts of an output become white',
    async () => {
      double().deliver(await halfTransparent(24, 32));
      const job = await jobAfter([]);
      expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed', warnings: [] });
      const picture = await pixelsOf(await downloaded(job.result.url));
      for (const value of picture.at(0.25, 0.5)) expect(value).toBeGreaterThan(248);
    },
    jobMs,
  );

  test(
    'an output of a far other ratio completes with a warning',
    async () => {
      double().deliver(await plain(64, 32, '#2f6f4f'));
      expect(await jobAfter([])).toMatchObject({
        status: 'completed',
        result: { width: 64, height: 32 },
        warnings: [{ code: 'aspect_ratio_changed', message: expect.stringContaining('64 × 32') }],
      });
    },
    jobMs,
  );
}

/** Inpaints of engines that serve them. */
export function inpaintCases({ double, workspace, jobMs }: ContractSuite): void {
  test(
    'an inpaint of another size is laid into the source: every pixel outside the mask stays',
    async () => {
      const { source, mask, isMarked } = await inpaintOf(45, 60);
      const image = await workspace().image(source);
      const { body } = await workspace().post(`/v1/images/${image}/inpaint`, {
        model: INPAINT_MODEL,
        prompt: 'a green square',
        mask_image_id: await workspace().image(mask),
        mask_expansion_percent: 0,
      });
      const job = await workspace().final(body.jobs[0].id);
      expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed', task: 'inpaint.first' });
      const [before, after] = [await pixelsOf(source), await pixelsOf(await downloaded(job.result.url))];
      expect(after).toMatchObject({ width: 45, height: 60 });
      const changed = { inside: 0, outside: 0 };
      for (let y = 0; y < 60; y++)
        for (let x = 0; x < 45; x++) {
          const isSame = String(before.pixel(x, y)) === String(after.pixel(x, y));
          if (!isSame) changed[isMarked(x, y) ? 'inside' : 'outside'] += 1;
        }
      expect(changed.outside).toBe(0);
      expect(changed.inside).toBeGreaterThan(0);
    },
    jobMs,
  );

  test(
    'a mask that selects nothing is refused before the engine is asked',
    async () => {
      const image = await workspace().image();
      const mask = await workspace().image(await smallMaskOf('#000000'));
      double().forget();
      const answer = await workspace().post(`/v1/images/${image}/inpaint`, {
        model: INPAINT_MODEL,
        mask_image_id: mask,
      });
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_source' } });
      expect(double().seen).toEqual([]);
    },
    jobMs,
  );
}

async function downloaded(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}
