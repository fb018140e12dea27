import { expect, test } from 'vitest';
import { privateLines } from './private-places.ts';

const complaints = (text: string) => privateLines('a.md', new TextEncoder().encode(text)).map(({ line }) => line);

test('absolute folders of a person or machine and registry hosts are reported with their line', () => {
  const folder = ['', 'home', 'somebody'].join('/');
  expect(complaints(`fine\nsee ${folder}/notes`)).toEqual([2]);
  expect(complaints(`"resolved": "${'https'}://registry.example/a.tgz"`)).toEqual([1]);
});

test('relative paths, web addresses and binary files are not', () => {
  expect(
    complaints("import { run } from '../work/run.ts';\nhttps://example.com/work/a\npackages/server/src/work/run.ts"),
  ).toEqual([]);
  expect(complaints(`\0 ${['', 'home', 'somebody'].join('/')}`)).toEqual([]);
});
