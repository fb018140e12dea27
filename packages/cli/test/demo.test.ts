import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atelier, atelierProcess, running } from './atelier.ts';

const REACHABLE = /service at (\S+), data in (.+)\n/;

let folder: string;
let nobody: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-cli-'));
  nobody = path.join(folder, 'nobody.png');
  await sharp({ create: { width: 300, height: 400, channels: 3, background: '#c83c3c' } })
    .png()
    .toFile(nobody);
});
afterAll(() => fs.rm(folder, { recursive: true }));

/** Asserts that nothing of a demo is left: no service at its address, no folder. */
async function expectNothingLeft([, url = '', data = '']: RegExpExecArray): Promise<void> {
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  await expect(fs.access(data)).rejects.toThrow('ENOENT');
}

test('a file that the caller names and that is there is not written over without --force', async () => {
  const { code, err } = await atelier(['demo', '--person', nobody, '--garment', nobody, '--out', nobody]);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining(`${nobody} exists already; give --force to overwrite it`),
  });
});

test('a photo without a person ends with 1, the reason, no picture, and nothing left', async () => {
  const out = path.join(folder, 'out.png');
  const transcript = await atelierProcess(['demo', '--person', nobody, '--garment', nobody, '--out', out]);
  expect(transcript.code).toBe(1);
  expect(transcript.err).toMatch(/atelier: input_rejected: ./);
  await expect(fs.access(out)).rejects.toThrow('ENOENT');
  const reached = REACHABLE.exec(transcript.err);
  if (!reached) throw new Error(transcript.err);
  await expectNothingLeft(reached);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s while it works ends with %i and leaves nothing', async (signal, code) => {
  const demo = running(['demo', '--person', nobody, '--garment', nobody, '--out', path.join(folder, 'out.png')]);
  const reached = await demo.saying(REACHABLE);
  demo.process.kill(signal);
  expect((await demo.ended).code).toBe(code);
  await expectNothingLeft(reached);
});
