import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type CodeSample, codeSamples, ENDPOINTS, type Endpoint } from '@atelier/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
let folder: string;
let image: string;

beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace();
  image = await workspace.image();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-samples-'));
  await sharp({ create: { width: 48, height: 64, channels: 3, background: '#c83c3c' } })
    .png()
    .toFile(path.join(folder, 'shirt.png'));
});
afterAll(async () => {
  await service.stop();
  await fs.rm(folder, { recursive: true });
});

const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0;
const RUNNERS: Readonly<Record<CodeSample['lang'], readonly [program: string, ...words: string[]]>> = {
  curl: ['sh', '-e'],
  TypeScript: [process.execPath, '--input-type=module-typescript', '-'],
  Python: ['python3', '-'],
};

/** The output of an example, typed into its program, with a real ID in place of the shown ones. */
async function printed({ lang, source }: CodeSample): Promise<string> {
  const [program, ...words] = RUNNERS[lang];
  const environment = { ATELIER_URL: service.url, ATELIER_API_KEY: workspace.key };
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(source.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, image));
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return out || complaint;
}

const CASES: readonly (readonly [Endpoint, RegExp])[] = [
  [ENDPOINTS.submitVirtualTryOn, /virtual_try_on/],
  [ENDPOINTS.submitEdit, /pending/],
  [ENDPOINTS.uploadImage, /completed/],
  [ENDPOINTS.createAsset, /Linen shirt/],
  [ENDPOINTS.getAccount, /balance/],
  [ENDPOINTS.getMetrics, /# HELP/],
];
const RUNS = CASES.flatMap(([endpoint, answer]) =>
  codeSamples(endpoint).map((sample) => [endpoint.id, sample.lang, sample, answer] as const),
);

test.for(RUNS)('the example of %s in %s does what the reference says', async ([, lang, sample, answer], { skip }) => {
  skip(lang === 'Python' && !hasRequests, 'the Python here has no requests');
  expect(await printed(sample)).toMatch(answer);
});
