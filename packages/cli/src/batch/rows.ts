import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { bytesText } from '@atelier/contract';
import { parse } from 'csv-parse/sync';
import { UsageError } from '../command.ts';
import { optionName } from '../contract-options.ts';
import { readFileUpTo } from '../files.ts';
import { type OperationRule, pictureFields } from '../operations/table.ts';
import { SHEET_NAME } from './own-files.ts';

/** One request of a batch, read from its table or its folders. */
export interface BatchRow {
  /** Equal for equal cells in every run: the manifest recognises a finished row by it. */
  readonly key: string;
  /** Name of its results, and their caption on the contact sheet. */
  readonly name: string;
  /** Cells by column: pictures and options. */
  readonly cells: Readonly<Record<string, readonly string[]>>;
  /** Folder that its relative paths start from. */
  readonly folder: string;
}

/** Separates several pictures or IDs in one cell. */
const SEPARATOR = '|';

/** Largest table, in bytes: far more rows than a batch can have. */
const TABLE_BYTES_MAX = 64 * 1024 * 1024;

/** Names the results of a row. */
const NAME_COLUMN = 'name';

/**
 * Longest name, in bytes of UTF-8. Most file systems allow 255 bytes a name and encrypting ones 143; the batch adds a
 * suffix.
 */
const NAME_BYTES_MAX = 100;

/** Characters as people count them: a letter with its accents is one. */
const CHARACTERS = new Intl.Segmenter();

const PICTURE_FILE = /\.(jpe?g|png|webp)$/i;

/** The columns a table may have: pictures, fields of the contract as options, and `name`. */
export function columnsOf(rule: OperationRule): string[] {
  const taken = pictureFields(rule);
  const fields = Object.entries(rule.schema.properties).filter(([field]) => !taken.includes(field));
  return [
    ...rule.pictures.map(({ name }) => name),
    ...fields.map(([field, schema]) => optionName(field, schema)),
    NAME_COLUMN,
  ];
}

/**
 * Reads a CSV file. The first line names the columns; the separator is a comma, semicolon or tab. Empty lines are left
 * out. Columns that the operation does not have go to `ignored`, so exports of shops work as they are. Throws
 * UsageError for a file that is not UTF-8, a heading without a known column, or a line with another number of cells.
 */
export async function rowsOfTable(
  file: string,
  rule: OperationRule,
): Promise<{ readonly rows: BatchRow[]; readonly ignored: readonly string[] }> {
  const text = await textOf(file);
  const ignored: string[] = [];
  const records = parsed(file, text, (names) => headingOf(names, rule, ignored));
  const folder = path.dirname(path.resolve(file));
  const rows = named(
    records.map((record) => ({ cells: cellsOf(record, rule), folder })),
    rule,
  );
  return { rows, ignored };
}

async function textOf(file: string): Promise<string> {
  const bytes = await readFileUpTo(file, TABLE_BYTES_MAX).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${error.code}); give a CSV file that can be read`);
  });
  if (bytes === null)
    throw new UsageError(`${file} is too large; a table may have at most ${bytesText(TABLE_BYTES_MAX)}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file} is not UTF-8; in a spreadsheet, save it as "CSV UTF-8"`);
  }
}

function parsed(
  file: string,
  text: string,
  headingOf: (names: readonly string[]) => string[],
): readonly Readonly<Record<string, string | string[]>>[] {
  const [heading = ''] = text.split(/\r?\n/, 1);
  const count = (delimiter: string) => heading.split(delimiter).length;
  const delimiter = [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
  try {
    return parse(text, {
      bom: true,
      delimiter,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      columns: headingOf,
      group_columns_by_name: true,
    });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} must be a CSV table: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * The columns of a table; unknown ones are added to `ignored`. Throws UsageError for a heading without a known column,
 * and for a column given twice that takes one value.
 */
function headingOf(given: readonly string[], rule: OperationRule, ignored: string[]): string[] {
  const columns = columnsOf(rule);
  const names = given.map((name) => columnOf(name, columns));
  ignored.push(...given.filter((name, index) => names[index]?.startsWith('-') && !name.trim().startsWith('_')));
  if (names.every((name) => name.startsWith('-')))
    throw new UsageError(`the first line names no column of ${rule.command}; allowed: ${columns.join(', ')}`);
  const several = listsOf(rule);
  const twice = names.find(
    (name, index) => names.indexOf(name) < index && !name.startsWith('-') && !several.includes(name),
  );
  if (twice !== undefined)
    throw new UsageError(
      `the column ${twice} occurs twice; only ${several.join(', ') || 'none'} may occur several times`,
    );
  return names;
}

/** A column by any spelling of its name: `Aspect_Ratio` is `aspect-ratio`. An ignored column begins with a dash. */
function columnOf(given: string, columns: readonly string[]): string {
  const name = given.trim().toLowerCase().replaceAll('_', '-').replaceAll(' ', '-');
  return columns.includes(name) || name.startsWith('-') ? name : `-${name}`;
}

/** Columns whose cells may hold several values. */
function listsOf(rule: OperationRule): string[] {
  const fields = Object.entries(rule.schema.properties).filter(([, { type }]) => type === 'array');
  return [
    ...rule.pictures.filter(({ max }) => max > 1).map(({ name }) => name),
    ...fields.map(([field, schema]) => optionName(field, schema)).filter((name) => columnsOf(rule).includes(name)),
  ];
}

function cellsOf(record: Readonly<Record<string, string | string[]>>, rule: OperationRule): BatchRow['cells'] {
  const lists = listsOf(rule);
  const cells = Object.entries(record).map(([name, cell]): [string, readonly string[]] => {
    const texts = [cell].flat().flatMap((text) => (lists.includes(name) ? text.split(SEPARATOR) : [text]));
    return [name, texts.map((text) => text.trim()).filter((text) => text !== '')];
  });
  return Object.fromEntries(cells.filter(([name, texts]) => texts.length > 0 && !name.startsWith('-')));
}

/**
 * Pairs every picture of one folder with every picture of another, and lists files that are not JPEG, PNG or WebP
 * images. Throws UsageError for a folder without pictures.
 */
export async function rowsOfFolders(
  persons: string,
  garments: string,
  rule: OperationRule,
): Promise<{ readonly rows: BatchRow[]; readonly leftOut: readonly string[] }> {
  const [{ pictures: all, ...first }, { pictures: clothes, ...second }] = [
    await filesIn(persons),
    await filesIn(garments),
  ];
  const pairs = all.flatMap((person) => clothes.map((garment) => ({ person: [person], garment: [garment] })));
  const rows = named(
    pairs.map((cells) => ({ cells, folder: process.cwd() })),
    rule,
  );
  return { rows, leftOut: [...first.others, ...second.others] };
}

async function filesIn(
  folder: string,
): Promise<{ readonly pictures: readonly string[]; readonly others: readonly string[] }> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the folder ${folder} cannot be read (${error.code}); give a folder that can be read`);
  });
  const names = entries
    .flatMap((entry) => (entry.isDirectory() || entry.name.startsWith('.') ? [] : [entry.name]))
    .sort();
  const pathsOf = (isMeant: (name: string) => boolean) =>
    names.filter(isMeant).map((name) => path.resolve(folder, name));
  const pictures = pathsOf((name) => PICTURE_FILE.test(name));
  if (pictures.length === 0)
    throw new UsageError(`${folder} has no images; give a folder with JPEG, PNG or WebP files`);
  return { pictures, others: pathsOf((name) => !PICTURE_FILE.test(name)) };
}

/** Gives every row a key and a name that no other row has. */
function named(rows: readonly Pick<BatchRow, 'cells' | 'folder'>[], rule: OperationRule): BatchRow[] {
  const keys = new Map<string, number>();
  const names = new Map([[SHEET_NAME, 1]]);
  const nth = (seen: Map<string, number>, text: string) => {
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return count;
  };
  return rows.map(({ cells, folder }) => {
    const content = JSON.stringify(Object.entries(cells).sort(([a], [b]) => (a < b ? -1 : 1)));
    const wanted = nameOf(cells, rule);
    let name = wanted;
    for (let namesake = 2; nth(names, name.toLowerCase()) > 1; namesake++) name = `${wanted}-${namesake}`;
    return {
      key: createHash('sha256')
        .update(`${content} ${nth(keys, content)}`)
        .digest('hex')
        .slice(0, 32),
      name,
      cells,
      folder,
    };
  });
}

function nameOf(cells: BatchRow['cells'], rule: OperationRule): string {
  const pictures = rule.pictures.flatMap(({ name }) => cells[name] ?? []);
  const stems = pictures.map((text) => (text.startsWith('data:') ? 'data' : path.parse(text).name));
  const words = cells[NAME_COLUMN]?.[0] ?? (stems.join('-') || cells.prompt?.[0] || rule.command);
  const plain = words.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  return cut(plain.replace(/^[.-]+/, '')).replace(/[.-]+$/, '') || rule.command;
}

/** The beginning of a text that fits a file name, cut between whole characters. */
function cut(text: string): string {
  let bytes = 0;
  for (const { segment, index } of CHARACTERS.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > NAME_BYTES_MAX) return text.slice(0, index);
  }
  return text;
}
