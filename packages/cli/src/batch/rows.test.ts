import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationRule } from '../operations/table.ts';
import { rowsOfFolders, rowsOfTable } from './rows.ts';

const TRY_ON = operationRule('virtual_try_on');

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-rows-'));
});
afterAll(() => fs.rm(folder, { recursive: true }));

async function rowsOf(text: string | Uint8Array) {
  const file = path.join(folder, 'table.csv');
  await fs.writeFile(file, text);
  return (await rowsOfTable(file, TRY_ON)).rows;
}

test('a table is read with commas, semicolons or tabs, a mark at its beginning, and quoted cells', async () => {
  for (const table of [
    'person,garment,prompt\nann.jpg,"a.png|b.png","open, please"\n',
    '\uFEFFPerson;Garment;Prompt\r\nann.jpg;a.png|b.png;open, please\r\n\r\n',
    'person\tgarment\tprompt\nann.jpg\ta.png | b.png\topen, please',
  ])
    expect(await rowsOf(table)).toEqual([
      expect.objectContaining({
        name: 'ann-a-b',
        cells: { person: ['ann.jpg'], garment: ['a.png', 'b.png'], prompt: ['open, please'] },
        folder,
      }),
    ]);
});

test('several garments may stand in columns of one name, and fields be spelt as the interface spells them', async () => {
  const [row] = await rowsOf('person,garment,garment,aspect_ratio,_note\nann.jpg,a.png,b.png,3:4,mine\n');
  expect(row?.cells).toEqual({ person: ['ann.jpg'], garment: ['a.png', 'b.png'], 'aspect-ratio': ['3:4'] });
});

test('columns that mean nothing to the operation are ignored and named, as exports of shops have them', async () => {
  const file = path.join(folder, 'export.csv');
  await fs.writeFile(file, 'Handle,person,Variant SKU,garment,_note\nshirt-1,ann.jpg,LS-204,a.png,mine\n');
  const { rows, ignored } = await rowsOfTable(file, TRY_ON);
  expect(rows.map(({ cells }) => cells)).toEqual([{ person: ['ann.jpg'], garment: ['a.png'] }]);
  expect(ignored).toEqual(['Handle', 'Variant SKU']);
});

test('a row keeps its key wherever it stands, and equal rows have keys and names of their own', async () => {
  const first = await rowsOf('person,garment\nann.jpg,a.png\nbob.jpg,a.png\nann.jpg,a.png\n');
  const second = await rowsOf('garment,person\na.png,bob.jpg\na.png,ann.jpg\na.png,ann.jpg\n');
  expect(new Set(first.map(({ key }) => key)).size).toBe(3);
  expect(new Set(second.map(({ key }) => key))).toEqual(new Set(first.map(({ key }) => key)));
  expect(first.map(({ name }) => name)).toEqual(['ann-a', 'bob-a', 'ann-a-2']);
});

test('a numbered name gives way to the row that was given it', async () => {
  const rows = await rowsOf('person,garment,name\nann.jpg,a.png,look\nbob.jpg,a.png,look-2\ncat.jpg,a.png,look\n');
  expect(rows.map(({ name }) => name)).toEqual(['look', 'look-2', 'look-3']);
});

test('names of any script fit into the name of a file, end with a whole character, and stay unique', async () => {
  const long = { chinese: '衬衫'.repeat(60), hindi: 'क्षि'.repeat(40), latin: 'x'.repeat(300) };
  const lines = Object.values(long).flatMap((name) => [`ann.jpg,a.png,${name}one`, `ann.jpg,a.png,${name}two`]);
  const names = (await rowsOf(`person,garment,name\n${lines.join('\n')}\n`)).map(({ name }) => name);
  expect(new Set(names).size).toBe(6);
  for (const name of names) expect(Buffer.byteLength(`${name}~12345678~8.webp.4194304.part`)).toBeLessThanOrEqual(143);
  expect(names[0]).toBe(`${'衬衫'.repeat(16)}衬`);
  expect(names[2]).toMatch(/^(क्षि)+$/);
});

test('no row is called like the sheet', async () => {
  const rows = await rowsOf('person,garment,name\nann.jpg,a.png,Contact-Sheet\n');
  expect(rows.map(({ name }) => name)).toEqual(['Contact-Sheet-2']);
});

test('names of results cannot leave the folder', async () => {
  const rows = await rowsOf('person,garment,name\nann.jpg,a.png,../../etc/passwd\nann.jpg,a.png,...\n');
  expect(rows.map(({ name }) => name)).toEqual(['etc-passwd', 'try-on']);
});

test('lines of empty cells, as spreadsheets leave them, are no rows', async () => {
  expect(await rowsOf('person,garment\nann.jpg,a.png\n,\n" ",\n')).toHaveLength(1);
});

test.each([
  [
    'a table in another encoding than UTF-8',
    Buffer.from('person,garment,name\nann.jpg,a.png,M\xfcller\n', 'latin1'),
    'is not UTF-8',
  ],
  [
    'a column of one value that occurs twice',
    'person,garment,Prompt,prompt\n',
    'the column prompt occurs twice; only garment',
  ],
  [
    'a heading without a column that counts',
    'SKU,Price\n1,2\n',
    'the first line names no column of try-on; allowed: person, garment',
  ],
  ['a line of another length', 'person,garment\nann.jpg\n', 'must be a CSV table'],
])('%s is refused', async (_case, text, message) => {
  await expect(rowsOf(text)).rejects.toThrow(message);
});

test('a table that never ends is refused', async () => {
  await expect(rowsOfTable('/dev/zero', TRY_ON)).rejects.toThrow(
    '/dev/zero is too large; a table may have at most 64 MiB',
  );
});

test('every person of a folder meets every garment of another; other files are left out and told', async () => {
  for (const name of ['p/ann.jpg', 'p/bob.PNG', 'p/cat.heic', 'p/.DS_Store', 'g/hat.webp']) {
    await fs.mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await fs.writeFile(path.join(folder, name), '');
  }
  await fs.mkdir(path.join(folder, 'p/more.png'));
  const { rows, leftOut } = await rowsOfFolders(path.join(folder, 'p'), path.join(folder, 'g'), TRY_ON);
  expect(rows.map(({ name }) => name)).toEqual(['ann-hat', 'bob-hat']);
  expect(leftOut).toEqual([path.join(folder, 'p/cat.heic')]);
  await fs.mkdir(path.join(folder, 'empty'));
  await expect(rowsOfFolders(path.join(folder, 'empty'), folder, TRY_ON)).rejects.toThrow(
    'has no images; give a folder with JPEG, PNG or WebP files',
  );
});
