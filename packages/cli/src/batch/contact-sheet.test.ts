import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { OPERATION_RULES } from '../operations/table.ts';
import { contactSheets } from './contact-sheet.ts';

const [rule] = OPERATION_RULES;

test('a sheet can be drawn whatever characters the names and messages of its rows have', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-sheet-'));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  if (!rule) throw new Error('there is no operation');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\uFFFE', '\uFFFF', '\uD800', '\u0000', ']]>', '<&>'),
  );
  await fc.assert(
    fc.asyncProperty(text, text, async (name, message) => {
      const row = { key: 'a', name, cells: { person: [name] }, folder };
      const end = { state: 'failed', code: 'input_rejected', message, files: [], credits: 0 } as const;
      const [file] = await contactSheets([{ row, kept: false, ...end }], rule, folder);
      expect((await sharp(file).metadata()).format).toBe('webp');
    }),
    { numRuns: 40, examples: [['\uFFFE', '\uD800']] },
  );
});
