import fs from 'node:fs';
import { expect, test } from 'vitest';
import { SETTINGS_PAGE, settingsPage } from './write-settings-page.ts';

test('the page of settings is the table that `atelier config` prints; `npm run settings-page` writes it', () => {
  expect(fs.readFileSync(SETTINGS_PAGE, 'utf8')).toBe(settingsPage());
});
