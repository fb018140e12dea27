import fs from 'node:fs';
import { OPERATIONS } from '@atelier/contract';
import { expect, test } from 'vitest';
import { labelsOf } from './labels.ts';

const FOLDER = new URL('../', import.meta.url);
const FORMS = fs.globSync('{pages/{generate,image,try-on},components/work}/**/*.tsx', { cwd: FOLDER });

test('no form writes the label of a field by itself: messages about the field would name another', () => {
  const labels = new Set(OPERATIONS.flatMap((operation) => Object.values(labelsOf(operation))));
  const written = FORMS.flatMap((file) => {
    const text = fs.readFileSync(new URL(file, FOLDER), 'utf8');
    return [...text.matchAll(/\blabel="([^"]+)"/g)].map(([, label = '']) => label);
  });
  expect(FORMS.length).toBeGreaterThan(10);
  expect(written.filter((label) => labels.has(label))).toEqual([]);
});
