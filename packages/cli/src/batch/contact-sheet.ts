import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { exists, writeWhole } from '../operations/results.ts';
import type { OperationRule } from '../operations/table.ts';
import { NUMBER_MARK, SHEET_NAME } from './own-files.ts';
import type { RowEnd } from './room.ts';

/** One field of a sheet: a picture, or words without one, with a line under it. */
interface Cell {
  /** Absolute path of a picture file; null: none to show. */
  readonly file: string | null;
  readonly caption: string;
  /** Stands in place of the picture. */
  readonly words: string;
}

/** Sides of a picture on the sheet, height of the line under it, and space between fields, in pixels. */
const WIDTH = 192;
const HEIGHT = 256;
const CAPTION = 26;
const GAP = 12;

const FONT_SIZE = 13;
/** Mean width of a letter of a sans-serif font, as a share of its size. */
const LETTER_WIDTH = 0.6;

/** Most columns and fields of one sheet, within WebP's limit (16,383 pixels a side) and moderate memory. */
const COLUMNS_MAX = 60;
const CELLS_MAX = 600;
const LINES_MAX = 50;

const QUALITY = 82;
const EMPTY: Cell = { file: null, caption: '', words: '' };

/**
 * Writes sheets with the inputs and results of a batch: persons by garments if every pair was requested, else a line
 * for each row. Resolves with their files.
 */
export async function contactSheets(ends: readonly RowEnd[], rule: OperationRule, folder: string): Promise<string[]> {
  const grid = matrixOf(ends, folder) ?? ends.map((end) => lineOf(end, rule, folder));
  const lines = Math.max(1, Math.min(LINES_MAX, Math.floor(CELLS_MAX / Math.max(...grid.map((line) => line.length)))));
  const pages = Array.from({ length: Math.ceil(grid.length / lines) }, (_, page) =>
    grid.slice(page * lines, (page + 1) * lines),
  );
  const files: string[] = [];
  for (const [index, page] of pages.entries()) {
    const file = path.join(folder, `${SHEET_NAME}${pages.length > 1 ? `${NUMBER_MARK}${index + 1}` : ''}.webp`);
    await writeWhole(file, await draw(page));
    files.push(file);
  }
  return files;
}

/** Garments across, persons down, results where they meet; null where the rows are no such table. */
function matrixOf(ends: readonly RowEnd[], folder: string): Cell[][] | null {
  const one = (texts: readonly string[] = []) => (texts.length === 1 ? (texts[0] ?? null) : null);
  const pairs = new Map<string, RowEnd>();
  for (const end of ends) {
    const { person, garment, ...others } = end.row.cells;
    if (one(person) === null || one(garment) === null || Object.keys(others).length > 0) return null;
    pairs.set(`${one(person)}\n${one(garment)}`, end);
  }
  const persons = [...new Set(ends.map(({ row }) => row.cells.person?.[0] ?? ''))];
  const garments = [...new Set(ends.map(({ row }) => row.cells.garment?.[0] ?? ''))];
  const isWhole = pairs.size === ends.length && pairs.size === persons.length * garments.length;
  if (!isWhole || garments.length + 1 > COLUMNS_MAX || ends.length < 2) return null;
  const at = ends[0]?.row.folder ?? '';
  const heading = [EMPTY, ...garments.map((text) => inputCell(text, at))];
  const lines = persons.map((person) => [
    inputCell(person, at),
    ...garments.map((garment) => {
      const end = pairs.get(`${person}\n${garment}`);
      return end ? (resultCells(end, folder)[0] ?? EMPTY) : EMPTY;
    }),
  ]);
  return [heading, ...lines];
}

function lineOf(end: RowEnd, { pictures }: OperationRule, folder: string): Cell[] {
  const inputs = pictures.flatMap(({ name }) => end.row.cells[name] ?? []);
  return [...inputs.map((text) => inputCell(text, end.row.folder)), ...resultCells(end, folder)];
}

function inputCell(text: string, folder: string): Cell {
  const isElsewhere = /^(https?:|data:)/i.test(text) || /^[0-9a-f-]{36}$/i.test(text);
  if (isElsewhere) return { file: null, caption: '', words: text };
  return { file: path.resolve(folder, text), caption: path.basename(text), words: '' };
}

function resultCells(end: RowEnd, folder: string): Cell[] {
  const { name } = end.row;
  const files = end.files.map((file) => ({ file: path.join(folder, file), caption: file, words: 'a video' }));
  return end.state === 'done' ? files : [...files, { file: null, caption: name, words: end.message }];
}

async function draw(grid: readonly (readonly Cell[])[]): Promise<Buffer> {
  const columns = Math.max(...grid.map((line) => line.length));
  const width = columns * (WIDTH + GAP) + GAP;
  const height = grid.length * (HEIGHT + CAPTION + GAP) + GAP;
  const pictures: OverlayOptions[] = [];
  const words: string[] = [];
  for (const [row, line] of grid.entries())
    for (const [column, cell] of line.entries()) {
      const [left, top] = [GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + CAPTION + GAP)];
      const input = await thumbnail(cell.file);
      if (input) pictures.push({ input, left, top });
      else
        words.push(
          ...wrapped(cell.words).map((text, index) => textAt(text, left, top + (index + 2) * FONT_SIZE * 1.4)),
        );
      words.push(textAt(shortened(cell.caption), left, top + HEIGHT + FONT_SIZE + 4));
    }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="${FONT_SIZE}" fill="#222">${words.join('')}</svg>`;
  return sharp({ create: { width, height, channels: 3, background: '#f4f2ef' } })
    .composite([...pictures, { input: Buffer.from(svg), left: 0, top: 0 }])
    .webp({ quality: QUALITY })
    .toBuffer();
}

/** A small picture on the ground of the sheet; null for a file that is not a picture, such as a video. */
async function thumbnail(file: string | null): Promise<Buffer | null> {
  if (file === null || !(await exists(file))) return null;
  return sharp(file)
    .rotate()
    .resize(WIDTH, HEIGHT, { fit: 'contain', background: '#e6e2dd' })
    .flatten({ background: '#e6e2dd' })
    .png()
    .toBuffer()
    .catch(() => null);
}

/** Characters that XML 1.0 does not allow in a document (section 2.2), and control characters. */
const NOT_IN_XML = /[\p{Cc}\uFFFE\uFFFF]/gu;

function textAt(text: string, left: number, baseline: number): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return `<text x="${left}" y="${Math.round(baseline)}">${escaped}</text>`;
}

/** A line that fits under a picture: the middle of a longer one is left out. */
function shortened(text: string): string {
  const length = Math.floor(WIDTH / (FONT_SIZE * LETTER_WIDTH));
  return text.length <= length ? text : `${text.slice(0, length / 2 - 1)}…${text.slice(-length / 2)}`;
}

/** Lines that fit into the place of a picture. */
function wrapped(text: string): string[] {
  const length = Math.floor(WIDTH / (FONT_SIZE * LETTER_WIDTH));
  const lines = text.match(new RegExp(`.{1,${length}}(?:\\s|$)|.{1,${length}}`, 'gu')) ?? [];
  return lines.map((line) => line.trim()).slice(0, Math.floor(HEIGHT / (FONT_SIZE * 1.4)) - 3);
}
