import fs from 'node:fs';
import {
  ENDPOINT_LIST,
  GenerateInput,
  ImageRecord,
  ImageVersion,
  openApiDocument,
  UnversionedErrorBody,
  UnversionedGenerateInput,
  UnversionedTryOnInput,
  VirtualTryOnInput,
} from '@atelier/contract';
import { expect, test } from 'vitest';
import { ROOT } from './snippets.ts';

const TEXT = fs.readFileSync(`${ROOT}docs/migration.md`, 'utf8');

test('every unversioned endpoint has one row, which leads to an endpoint of v1 or says that it stays', () => {
  const rows = firstColumns('Endpoint by endpoint').map(([from = '', to = '']) => [unquoted(from), unquoted(to)]);
  const unversioned = ENDPOINT_LIST.filter((endpoint) => endpoint.interface === 'unversioned');
  expect(rows.map(([from]) => from).sort()).toEqual(unversioned.map(({ method, path }) => `${method} ${path}`).sort());
  const { paths } = openApiDocument('http://127.0.0.1');
  for (const [, to = ''] of rows) {
    if (to === 'stays') continue;
    const [method = '', path = ''] = to.split(' ');
    expect(path).toMatch(/^\/v1\//);
    expect(Object.keys(paths[path] ?? {}), to).toContain(method.toLowerCase());
  }
});

test('every field that v1 does not have, or that is called otherwise there, has a place', () => {
  const only = (older: object, newer: object) => Object.keys(older).filter((name) => !(name in newer));
  const fields = [
    ...only(UnversionedTryOnInput.properties, VirtualTryOnInput.properties),
    ...only(UnversionedGenerateInput.properties, GenerateInput.properties),
  ];
  expect(fields).toContain('create_version');
  for (const field of fields) expect(sectionOf('Fields of requests')).toContain(`\`${field}\``);
  for (const field of Object.keys(ImageRecord.properties)) expect(sectionOf('Answers')).toContain(`\`${field}\``);
  for (const field of only(ImageVersion.properties, ImageRecord.properties))
    expect(sectionOf('Answers')).toContain(`\`${field}\``);
  for (const field of Object.keys(UnversionedErrorBody.properties))
    expect(sectionOf('Errors')).toContain(`\`${field}\``);
});

function sectionOf(heading: string): string {
  return TEXT.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

/** The cells of each row of a section's table, its head left out. */
function firstColumns(heading: string): string[][] {
  const rows = sectionOf(heading).split('\n');
  return rows
    .filter((row) => row.startsWith('| `'))
    .map((row) =>
      row
        .split('|')
        .slice(1)
        .map((cell) => cell.trim()),
    );
}

function unquoted(cell: string): string {
  return cell.replaceAll('`', '');
}
