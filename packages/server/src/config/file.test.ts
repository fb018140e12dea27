import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bytesText } from '@atelier/contract';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_PLANS } from '../accounts/plans.ts';
import { readConfigFile } from './file.ts';
import { loadSettings } from './settings.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-config-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function fileOf(content: unknown): string {
  const file = path.join(folder, 'atelier.config.json');
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('what the file leaves out keeps its default', async () => {
  const file = fileOf({
    plans: { free: { num_images: 4, models: ['v6', 'v5'] }, pro: { requests_per_minute: 10, storage_bytes: null } },
  });
  expect((await readConfigFile(file)).plans).toEqual({
    free: { ...DEFAULT_PLANS.free, num_images: 4, models: ['v6', 'v5'] },
    pro: { ...DEFAULT_PLANS.pro, requests_per_minute: 10, storage_bytes: null },
    enterprise: DEFAULT_PLANS.enterprise,
  });
});

test('no file is needed, but one that is named must be there', async () => {
  expect((await readConfigFile('')).plans).toEqual(DEFAULT_PLANS);
  await expect(readConfigFile(path.join(folder, 'none.json'))).rejects.toThrow(/no such file.*none\.json/);
});

test('the example of docs/configuration.md is one, and its table has the defaults', async () => {
  const page = fs.readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  expect((await readConfigFile(fileOf(example))).plans.enterprise.models).toContain('v5');
  const cells = (field: string) =>
    new RegExp(`^\\| \`${field}\`.*$`, 'm').exec(page)?.[0].split(' | ').slice(2, 5).join(' ');
  const { free, pro, enterprise } = DEFAULT_PLANS;
  const shown = (key: 'num_images' | 'unfinished_jobs' | 'requests_per_minute') =>
    [free, pro, enterprise].map((plan) => plan[key].toLocaleString('en')).join(' ');
  expect(cells('num_images')).toContain(shown('num_images'));
  expect(cells('unfinished_jobs')).toContain(shown('unfinished_jobs'));
  const gibibytes = (key: 'storage_bytes' | 'upload_bytes_per_day') =>
    [free, pro, enterprise].map((plan) => bytesText(plan[key] ?? 0)).join(' ');
  expect(cells('requests_per_minute')).toContain(shown('requests_per_minute'));
  expect(cells('storage_bytes')).toContain(gibibytes('storage_bytes'));
  expect(cells('upload_bytes_per_day')).toContain(gibibytes('upload_bytes_per_day'));
});

test.each([
  ['{"plans"', /not valid JSON/],
  [{ plan: {} }, /\/plan is not a field here; allowed: plans, moderation, engines, models\./],
  [{ plans: { gold: {} } }, /\/plans\/gold is not a field here; allowed: free, pro, enterprise\./],
  [{ plans: { free: { num_images: 9 } } }, /\/plans\/free\/num_images must be <= 8; 9 was given\./],
  [{ plans: { free: { models: ['v7'] } } }, /\/plans\/free\/models\/0 must be one of v6, .*; "v7" was given\./],
])('a file that cannot be used stops the start and says why: %j', async (content, why) => {
  const file = fileOf(content);
  await expect(loadSettings({ ATELIER_CONFIG: file })).rejects.toThrow(why);
});
