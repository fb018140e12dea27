import { expect, test } from 'vitest';
import { checkLicences, judge } from './licences.ts';

const verdict = (licence: string | undefined, name = 'some-package') => judge({ name, licence }).kind;

test.each([
  'MIT',
  'Apache-2.0',
  '(MIT OR GPL-3.0-only)',
  'MIT AND ISC',
  '(MIT OR CC0-1.0) AND BSD-3-Clause',
  'GPL-2.0-only OR (MPL-2.0 AND MIT)',
])('%s passes', (licence) => {
  expect(verdict(licence)).toBe('allowed');
});

test.each([
  undefined,
  '',
  'UNLICENSED',
  'SEE LICENSE IN LICENSE.md',
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'MIT AND GPL-2.0-only',
  'LGPL-3.0-or-later',
  'SSPL-1.0',
  'mit license',
])('%s does not', (licence) => {
  expect(verdict(licence)).toBe('refused');
});

test('libvips passes under its name and licence only', () => {
  expect(verdict('LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64')).toBe('excepted');
  expect(verdict('Apache-2.0 AND LGPL-3.0-or-later AND MIT', '@img/sharp-wasm32')).toBe('excepted');
  expect(verdict('GPL-3.0-only', '@img/sharp-libvips-linux-x64')).toBe('refused');
});

test('the product itself is looked at, and passes', () => {
  const { breaches, packages, exceptions } = checkLicences(new URL('../..', import.meta.url).pathname);
  expect(breaches).toEqual([]);
  expect(packages).toBeGreaterThan(150);
  expect(exceptions).toBeGreaterThan(5);
});
