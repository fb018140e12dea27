import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Operation } from '@atelier/contract';
import { afterAll, expect, test } from 'vitest';
import { readConfigFile } from '../../src/config/file.ts';
import { ADAPTER_NAMES, type AdapterName } from '../../src/engines/adapter-names.ts';
import { ADAPTERS } from '../../src/engines/adapters/index.ts';
import { engineCatalogue } from '../../src/engines/catalogue.ts';
import type { Engine } from '../../src/engines/port.ts';
import { secretsOf } from '../../src/engines/secrets.ts';
import type { PictureRole } from '../../src/work-order.ts';
import { idleEngine } from '../support/engines.ts';
import { engineTask, gathered } from './tasks.ts';

const page = (name: string) => fs.readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-docs-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test.each(ADAPTER_NAMES)('docs/operations-by-engine.md says what %s performs with its example', async (adapter) => {
  const rows = page('operations-by-engine.md').split('\n');
  expect(rows.find((row) => row.startsWith(`| ${adapter} |`))).toBe(
    `| ${[adapter, ...(await performed(adapter))].join(' | ')} |`,
  );
});

/** The cells of an adapter's row: its engine's answers to one order of each kind. */
async function performed(adapter: AdapterName): Promise<string[]> {
  const engines = await exampleEngines(adapter);
  const takes = (operation: Operation, ...roles: PictureRole[]) => {
    const { order } = engineTask(
      operation,
      roles.map((role) => gathered(role)),
      { prompt: 'words' },
    );
    return engines.some((engine) => engine.serves(order));
  };
  const listed = (...parts: (readonly [boolean, string])[]) =>
    parts.flatMap(([is, name]) => (is ? [name] : [])).join(', ') || '–';
  const garments = [1, 2, 3, 4].filter((count) =>
    takes('virtual_try_on', 'person', ...Array.from({ length: count }, () => 'garment' as const)),
  );
  return [
    String(garments.at(-1) ?? '–'),
    listed(
      [takes('generate'), 'words'],
      [takes('generate', 'garment'), 'products'],
      [takes('generate', 'avatar', 'scene', 'garment'), 'presets'],
    ),
    listed([takes('edit', 'source'), 'yes']),
    listed([takes('inpaint', 'source', 'mask'), 'yes']),
    listed([takes('upscale', 'source'), 'yes']),
    listed([takes('animate', 'source'), 'yes'], [takes('animate', 'source', 'last_frame'), 'last frame']),
    listed([takes('text_to_video'), 'words'], [takes('text_to_video', 'avatar', 'garment'), 'assets']),
  ];
}

/** The engines of the adapter that the first example of its section sets up. */
async function exampleEngines(adapter: AdapterName): Promise<Engine[]> {
  const section = page('engines.md').split(`\n### ${adapter}\n`)[1] ?? '';
  const example = /```json\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  const file = path.join(folder, `${adapter}.json`);
  fs.writeFileSync(file, example);
  const settings = (await readConfigFile(file)).engines;
  const catalogue = engineCatalogue({
    settings,
    adapters: ADAPTERS,
    secrets: secretsOf({}, {}),
    publicUrl: null,
    embedded: idleEngine(),
    sandbox: idleEngine(),
    sandboxConcurrency: 1,
  });
  return catalogue.entries.flatMap(({ name }) => catalogue.hosted(name)?.engine ?? []);
}
