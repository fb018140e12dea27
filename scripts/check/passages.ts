import { lineAt, type Source } from './source.ts';

/** A run of prose: a paragraph, a list item or a comment. */
export interface Passage {
  readonly text: string;
  readonly line: number;
}

/** Paragraphs, list items and cells of tables, without code, HTML and headings. Inline code counts as one word. */
export function passagesOfMarkdown(text: string): Passage[] {
  const passages: Passage[] = [];
  let lines: string[] = [];
  let start = 1;
  let inCode = false;
  const end = () => {
    if (lines.length > 0) passages.push({ text: plain(lines.join(' ')), line: start });
    lines = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*```/.test(line)) {
      end();
      inCode = !inCode;
      continue;
    }
    if (inCode) continue;
    if (line.trim() === '' || /^\s*(?:\||<|#)/.test(line)) {
      end();
      if (line.startsWith('|')) passages.push(...cellsOf(line).map((cell) => ({ text: plain(cell), line: index + 1 })));
      continue;
    }
    if (/^\s*(?:[-*]|\d+\.)\s/.test(line)) end();
    if (lines.length === 0) start = index + 1;
    lines.push(line.replace(/^\s*(?:[-*]|\d+\.|>)\s+/, ''));
  }
  end();
  return passages;
}

/** The cells of a row. */
function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/).flatMap((cell) => (cell.trim() === '' ? [] : [cell.trim()]));
}

/** Comments of TypeScript: lines that follow each other are one, and a blank line or a list item begins a new one. */
export function passagesOfComments({ text, parsed: { comments } }: Pick<Source, 'text' | 'parsed'>): Passage[] {
  const blocks = comments
    .filter(({ value }) => !/^\s*(?:biome-ignore|@ts-|\/)/.test(value))
    .map(({ type, value, start }) => ({
      text: value.replace(/(?:^|(?<=\n)[^\S\n]*)\*+/g, ''),
      line: lineAt(text, start),
      joins: type === 'Line',
    }));
  return passagesOfBlocks(blocks);
}

/** Comments of SQL: those of lines that follow each other are one. */
export function passagesOfSql(text: string): Passage[] {
  return passagesOfBlocks(lineComments(text, /^(.*?)--\s(.*)$/));
}

/** Comments and docstrings of Python. A docstring begins its line. */
export function passagesOfPython(text: string): Passage[] {
  const docstrings = /^[ \t]*"""([\s\S]*?)"""/gm;
  const code = text.replace(docstrings, (docstring) => docstring.replace(/[^\n]/g, ''));
  const described = [...text.matchAll(docstrings)].map(({ 1: value = '', index }) => ({
    text: value,
    line: lineAt(text, index),
    joins: false,
  }));
  return passagesOfBlocks([...described, ...lineComments(code, /^(|.*\s)#\s(.*)$/)]);
}

interface Block extends Passage {
  /** True for a comment of one line, which goes on in the next line. */
  readonly joins: boolean;
}

/** Comments of one line each. The pattern gives the code before one, and its text. */
function lineComments(text: string, pattern: RegExp): Block[] {
  return text.split('\n').flatMap((each, index) => {
    const [, code = '', value] = pattern.exec(each) ?? [];
    return value === undefined ? [] : [{ text: value, line: index + 1, joins: code.trim() === '' }];
  });
}

/** Paragraphs and list items of comments. Each has the line at which its comment begins. */
function passagesOfBlocks(blocks: readonly Block[]): Passage[] {
  const whole: Passage[] = [];
  let next = Number.NaN;
  for (const { text, line, joins } of blocks) {
    const previous = whole.at(-1);
    if (previous && joins && line === next) {
      whole[whole.length - 1] = { text: `${previous.text}\n${text}`, line: previous.line };
    } else {
      whole.push({ text, line });
    }
    next = joins ? line + 1 : Number.NaN;
  }
  return whole.flatMap(({ text, line }) =>
    text.split(/\n(?:[^\S\n]*\n|(?=\s*-\s))/).flatMap((paragraph) => {
      const prose = plain(paragraph.replace(/\s+/g, ' ').trim());
      return prose === '' ? [] : [{ text: prose, line }];
    }),
  );
}

/** A text with code, links and emphasis taken out of the way. */
export function plain(text: string): string {
  return text
    .replace(/`[^`]*`/g, 'X')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\{@link ([^}]*)\}/g, '$1')
    .replace(/\*\*/g, '');
}
