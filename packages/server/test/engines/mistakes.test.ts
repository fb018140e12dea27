import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfigFile } from '../../src/config/file.ts';
import { ADAPTERS } from '../../src/engines/adapters/index.ts';
import { engineCatalogue } from '../../src/engines/catalogue.ts';
import { secretsOf } from '../../src/engines/secrets.ts';
import { idleEngine } from '../support/engines.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-mistakes-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Makes the engine `far` as a start does. */
async function start(far: object): Promise<void> {
  const file = path.join(folder, 'atelier.config.json');
  fs.writeFileSync(file, JSON.stringify({ engines: { far } }));
  const { engines: settings } = await readConfigFile(file);
  const own = { embedded: idleEngine(), sandbox: idleEngine(), sandboxConcurrency: 1 };
  engineCatalogue({ settings, adapters: ADAPTERS, secrets: secretsOf({}, {}), publicUrl: null, ...own });
}

const NAMES = 'virtual_try_on, generate, edit, inpaint, upscale, animate, text_to_video';
const fal = (input: object) => ({
  adapter: 'fal',
  options: { operations: { edit: { model: 'acme/editor', input } } },
});

const MISTAKES: readonly (readonly [far: object, problem: string])[] = [
  ...(['fal', 'fashn', 'bfl', 'replicate', 'comfyui', 'openai-images'] as const).map((adapter): [object, string] => [
    { adapter, options: { operations: { edti: { model: 'acme/editor' } } } },
    `/options/operations/edti is not a field here; allowed: ${NAMES}.`,
  ]),
  [
    { ...fal({ image: '$source' }), keys: { api_kye: 'FAL_KEY_2' } },
    'keys/api_kye is not a key of the adapter fal; allowed: api_key',
  ],
  [fal({ image: '$sorce' }), '$sorce stands for nothing; allowed: '],
  [fal({ prompt: 'A photo: $prompt' }), '"A photo: $prompt" is sent as it stands: a text is $prompt alone'],
  [fal({ images: ['$Source'] }), '"$Source" is sent as it stands: a text is $source alone'],
  [
    { adapter: 'fashn', options: { operations: { virtual_try_on: { model: 'fashn-vton-1.5' } } } },
    '/engines/far: base_url is missing: fashn-vton-1.5 runs on a server of your own',
  ],
];
test.each(MISTAKES)('a slip in the settings of an engine stops the start: %j', async (far, problem) => {
  await expect(start(far)).rejects.toThrow(problem);
});

test('a price in dollars is no placeholder', async () => {
  await start(fal({ image: '$source', note: 'for $5 or $wishes' }));
});
