import { expect, test } from 'vitest';
import { fileNamer } from './file-names.ts';

const FACTS = { sku: 'TEE-1', alias: 'Tee', look: 'Autumn', view: null, n: '1', id: 'abc' };

test('a pattern is filled with the facts, and a missing one falls away with its dash', () => {
  expect(fileNamer('{sku}-{look}-{n}')(FACTS, 'image/jpeg')).toBe('TEE-1-Autumn-1.jpg');
  expect(fileNamer('{sku}-{view}-{n}')(FACTS, 'image/webp')).toBe('TEE-1-1.webp');
  expect(fileNamer('{view}')(FACTS, 'image/png')).toBe('abc.png');
});

test.each(['=A', '~=A', '\u200B=A', '\t+A', '\u00A0@A', "'=A", '-~.=A'])('no name begins a formula: %j', (sku) => {
  expect(fileNamer('{sku}')({ ...FACTS, sku }, 'image/jpeg')).toBe('A.jpg');
});

test('names are unique whatever their case', () => {
  const nameOf = fileNamer('{sku}');
  const names = ['TEE-1', 'tee-1', 'TEE-1', 'TEE-1-2'].map((sku) => nameOf({ ...FACTS, sku }, 'image/jpeg'));
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
});

test.each(['../../etc/passwd', 'a/b\\c', 'con', '\u202Egpj.exe', ' ', '..'])(
  'no fact leads out of the folder: %s',
  (sku) => {
    const name = fileNamer('{sku}')({ ...FACTS, sku }, 'image/jpeg');
    expect(name).toMatch(/^[^/\\]+\.jpg$/);
    expect(name.startsWith('.')).toBe(false);
  },
);
