import { expect, test } from 'vitest';
import { checkMigrationName, newestUnknown } from './newer-tables.ts';

const KNOWN = ['0001-first', '0002-second', '0003-third'];
const judge = (...more: string[]) => newestUnknown(KNOWN, [...KNOWN, ...more], '1.2.0');

test('tables that this version has made, or has begun to make, are not of a newer one', () => {
  expect(judge()).toBeNull();
  expect(newestUnknown(KNOWN, [], '1.2.0')).toBeNull();
  expect(newestUnknown(KNOWN, ['0001-first'], '1.2.0')).toBeNull();
});

test('tables of a newer version are used where its migrations ask for nothing that this one lacks', () => {
  expect(judge('0004-fourth', '0005-fifth')).toBe('0005-fifth');
  expect(judge('0004-fourth.needs-0003', '0005-fifth')).toBe('0005-fifth');
});

test('tables that leave this version out are refused, naming both versions and what to do', () => {
  expect(() => judge('0004-fourth', '0005-drops.needs-0004', '0006-sixth.needs-0002')).toThrow(
    'this is Atelier 1.2.0 with the migration 0003-third; the database has 0006-sixth.needs-0002 and serves only versions from 0004 on. Start a newer version, or restore a backup of before the upgrade',
  );
});

test('tables of another line are refused: a migration in between, or one that is missing', () => {
  expect(() => judge('0002-other')).toThrow(/has 0002-other, which does not belong to it/);
  expect(() => newestUnknown(KNOWN, ['0001-first', '0002-second', '0004-fourth'], '1.2.0')).toThrow(
    /has 0004-fourth, which does not/,
  );
});

test.each(['0004-fourth', '0004-drop-2', '0004-drop.needs-0003', '0004-drop.needs-0004'])(
  '%s is the name of a migration',
  (name) => {
    expect(() => checkMigrationName(name)).not.toThrow();
  },
);

test.each([
  '0004-drop.needs-4',
  '0004-drop.needs-004',
  '0004-drop.Needs-0004',
  '0004-drop-needs-0004',
  '0004-drop-needs-4',
  '0004-drop-needs-0002.needs-0002',
  '4-drop',
  '0004',
])('%s is no name of a migration: a marker must not be overlooked', (name) => {
  expect(() => checkMigrationName(name)).toThrow(
    `the migration ${name} must be called NNNN-what or NNNN-what.needs-NNNN`,
  );
});

test('a migration cannot need a later one than itself', () => {
  expect(() => checkMigrationName('0004-drop.needs-0005')).toThrow(
    '0004-drop.needs-0005 needs a later one than itself',
  );
});
