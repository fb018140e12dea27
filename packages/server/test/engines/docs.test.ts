import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfigFile } from '../../src/config/file.ts';
import { ADAPTER_NAMES } from '../../src/engines/adapter-names.ts';
import { ADAPTERS } from '../../src/engines/adapters/index.ts';
import { engineCatalogue } from '../../src/engines/catalogue.ts';
import { PLACEHOLDERS } from '../../src/engines/inputs.ts';
import { secretsOf } from '../../src/engines/secrets.ts';
import { idleEngine } from '../support/engines.ts';

const read = (name: string) => fs.readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8');
const PAGE = read('docs/engines.md');
const examplesOf = (page: string) => [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text);
const EXAMPLES = examplesOf(PAGE);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-docs-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function entriesOf(example: string) {
  const file = path.join(folder, 'atelier.config.json');
  fs.writeFileSync(file, example);
  return engineCatalogue({
    settings: (await readConfigFile(file)).engines,
    adapters: ADAPTERS,
    secrets: secretsOf({}, {}),
    publicUrl: null,
    embedded: idleEngine(),
    sandbox: idleEngine(),
    sandboxConcurrency: 1,
  }).entries;
}

test.each([...EXAMPLES, ...examplesOf(read('docs/gpu.md')), read('deploy/gpu/atelier.config.json')])(
  'an example of the docs is one that starts: %s',
  async (example) => {
    const entries = await entriesOf(example);
    expect(entries).not.toHaveLength(0);
    for (const { models } of entries) expect(models).not.toHaveLength(0);
  },
);

test('docs/engines.md has an example, a section and a row with its keys for every adapter', async () => {
  const shown: string[] = [];
  for (const example of EXAMPLES) shown.push(...(await entriesOf(example)).map(({ adapter }) => adapter));
  for (const adapter of ADAPTER_NAMES) {
    expect(shown).toContain(adapter);
    expect(PAGE).toMatch(new RegExp(`^### ${adapter}$`, 'm'));
    const row = new RegExp(`^\\| \\[${adapter}\\]\\(#${adapter}\\) .*$`, 'm').exec(PAGE)?.[0];
    for (const key of Object.values(ADAPTERS[adapter].keys)) expect(row).toContain(`\`${key}\``);
  }
});

test('docs/engines.md explains every placeholder', () => {
  for (const name of PLACEHOLDERS) expect(PAGE).toContain(`\`$${name}\``);
});
