import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A fenced block of a page. */
export interface Snippet {
  /** Page and line, for messages. */
  readonly place: string;
  /** The first word behind the fence, such as `sh`. */
  readonly language: string;
  /** The further words behind the fence, which tell a test how to treat the block. */
  readonly notes: readonly string[];
  readonly text: string;
}

/** The fenced blocks of a page of the repository, in order. */
export function snippetsOf(page: string): Snippet[] {
  const lines = fs.readFileSync(`${ROOT}${page}`, 'utf8').split('\n');
  const snippets: Snippet[] = [];
  let opened: { line: number; words: string[] } | null = null;
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('```')) continue;
    if (opened) {
      const [language = '', ...notes] = opened.words;
      const text = lines.slice(opened.line, index).join('\n');
      snippets.push({ place: `${page}:${opened.line}`, language, notes, text });
    }
    opened = opened ? null : { line: index + 1, words: line.slice(3).trim().split(/\s+/) };
  }
  return snippets;
}

/** The value of a note such as `file=receiver.ts`. */
export function noteOf({ notes }: Snippet, name: string): string | undefined {
  return notes.find((note) => note.startsWith(`${name}=`))?.slice(name.length + 1);
}
