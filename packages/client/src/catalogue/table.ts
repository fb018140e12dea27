// The build for browsers: the other one needs Node's Buffer. It runs in Node as well.
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { decodeText, type TextEncoding } from './decode.ts';
import type { CatalogueProblem } from './problem.ts';

/** One row of a table below its heading. */
export interface TableRow {
  /** Where it begins in the file; the heading is in line 1. */
  readonly line: number;
  /** Texts without blanks around them, by column. */
  readonly cells: Readonly<Record<string, string>>;
}

/** A CSV file, read. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly encoding: TextEncoding;
  readonly separator: string;
  /** Rows that are not used, because they have more cells than the heading. */
  readonly problems: readonly CatalogueProblem[];
}

/** A file that cannot be read as a catalogue. Its message says what to do. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
}

const SEPARATORS = [',', ';', '\t'] as const;

/** A row with the number of lines that were read when it ended. */
interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads a CSV file with a heading. The separator is the comma, semicolon or tab that gives the heading the most
 * columns. Throws CatalogueError for a file without rows, or with a quote that never ends.
 */
export function readTable(bytes: Uint8Array): Table {
  const { text, encoding } = decodeText(bytes);
  const separator = separatorOf(text);
  const [heading, ...others] = parseRows(text, separator);
  if (!heading || others.length === 0)
    throw new CatalogueError('The file has no rows. Give a CSV file with a heading and at least one row.');
  const columns = columnNames(heading.record);
  const problems: CatalogueProblem[] = [];
  const rows: TableRow[] = [];
  let line = heading.info.lines + 1;
  for (const { record, info } of others) {
    const at = line;
    line = info.lines + 1;
    const cells = record.map((cell) => cell.trim());
    if (cells.every((cell) => cell === '')) continue;
    if (cells.slice(columns.length).some((cell) => cell !== ''))
      problems.push({
        line: at,
        sku: null,
        subject: 'row',
        reason: `It has ${cells.length} cells and the heading has ${columns.length}. Put cells that hold the separator in quotes.`,
      });
    else rows.push({ line: at, cells: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])) });
  }
  return { columns, rows, encoding, separator, problems };
}

function separatorOf(text: string): string {
  const widthOf = (delimiter: string) => headingOf(text, delimiter).length;
  return SEPARATORS.reduce<string>((best, each) => (widthOf(each) > widthOf(best) ? each : best), SEPARATORS[0]);
}

/** The heading; empty where it cannot be read with the separator. */
function headingOf(text: string, delimiter: string): readonly string[] {
  try {
    return parseRows(text, delimiter, 1)[0]?.record ?? [];
  } catch {
    return [];
  }
}

function parseRows(text: string, delimiter: string, to = -1): readonly ParsedRow[] {
  try {
    const options = { bom: true, delimiter, info: true, relax_column_count: true, relax_quotes: true, to } as const;
    // With `info` each row comes with its place, which the types of the parser do not say.
    return parse(text, options) as unknown as readonly ParsedRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CatalogueError(`The file is not a CSV table: ${error.message}.`);
  }
}

/** The names of the columns: those without one are numbered, and those that occur twice tell themselves apart. */
function columnNames(heading: readonly string[]): string[] {
  const names: string[] = [];
  for (const [index, cell] of heading.entries()) {
    const wanted = cell.trim() || `Column ${index + 1}`;
    let name = wanted;
    for (let namesake = 2; names.includes(name); namesake++) name = `${wanted} (${namesake})`;
    names.push(name);
  }
  return names;
}
