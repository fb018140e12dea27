import fs from 'node:fs';
import path from 'node:path';
import type { Breach } from './layers.ts';
import { lineAt, type Source } from './source.ts';

/** Most words of a sentence in docs and comments. */
const WORDS_MAX = 25;

/** Phrases that read as if translated, with plain words for them. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bwho(?:m)?ever\b/i, 'name the actor'],
  [/\bwhom\b/i, 'name the actor'],
  [/\blikewise\b/i, 'say it in full, or leave it out'],
  [/\bof which\b/i, 'begin a new sentence'],
  [/\bis to be had\b/i, 'say who gets it, and where'],
  [/\bat which it\b/i, 'begin a new sentence'],
  [/\b(?:are|is) spared\b/i, 'say who skips it'],
  [/\b(?:that|what|which|who) (?:are|has|have|is) none\b/i, 'say what it is'],
  [/\ball the same\b/i, 'leave it out'],
  [/\bit is (?:asked|looked)\b/i, 'name who looks'],
  [/\banew\b/i, 'again'],
  [/\bwhat (?:are|is)\b(?! (?:allowed|lost|wrong)\b)/i, 'name the thing'],
  [/\bwhat (?:hangs?|lies?|remains?|stands?)\b/i, 'name the thing'],
  [/\bof what\b/i, 'name the thing'],
  [/\b(?:are|is) told\b/i, 'name who says it'],
  [/\btaken for\b/i, 'counts as, or is read as'],
  [/\bsuch an? one\b/i, 'name it'],
  [/\bof \d+ (?:hands|people|persons|photos)\b[^.]*\bone\b/i, 'state the measured bounds'],
  [/\bwhere there (?:are|is) none\b/i, 'without one'],
  [/\bhangs? together\b/i, 'is connected'],
  [/\b(?:are|is) believed\b/i, 'say that it is plausible'],
  [/\blooked for\b/i, 'name who searches'],
];

/** A run of prose: a paragraph, a list item or a comment. */
interface Passage {
  readonly text: string;
  readonly line: number;
}

/** Sentences that are too long and phrases that we do not write, in Markdown text. */
export function proseOfMarkdown(file: string, text: string): Breach[] {
  return passagesOfMarkdown(text).flatMap((passage) => proseOfPassage(file, passage));
}

/** The same in the comments of a TypeScript file. */
export function proseOfComments({ file, text, parsed }: Source): Breach[] {
  return passagesOfComments(text, parsed.comments).flatMap((passage) => proseOfPassage(file, passage));
}

/** Holds pages and comments to the rules of prose. */
export function checkProse(root: string, sources: readonly Source[]): Breach[] {
  const pages = markdownUnder(root).flatMap((file) =>
    proseOfMarkdown(file, fs.readFileSync(path.join(root, file), 'utf8')),
  );
  return [...pages, ...sources.flatMap(proseOfComments)];
}

function proseOfPassage(file: string, { text, line }: Passage): Breach[] {
  return proseOfSentences({ file, line }, text.split(/(?<=[.!?:;])\s+/));
}

/** The same in sentences of one place. */
export function proseOfSentences(place: Pick<Breach, 'file' | 'line'>, sentences: readonly string[]): Breach[] {
  const long = sentences
    .map((sentence) => ({ sentence, words: wordsOf(sentence) }))
    .filter(({ words }) => words > WORDS_MAX)
    .map(({ sentence, words }) => ({
      ...place,
      message: `${words} words in “${sentence.slice(0, 60)}…”; at most ${WORDS_MAX}`,
    }));
  const odd = PHRASES.flatMap(([pattern, advice]) => {
    const phrase = pattern.exec(sentences.join(' '))?.[0];
    return phrase === undefined ? [] : [{ ...place, message: `“${phrase}”: ${advice}` }];
  });
  return [...long, ...odd];
}

/** Paragraphs and list items, without code, tables, HTML and headings. Code within a line counts as one word. */
function passagesOfMarkdown(text: string): Passage[] {
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
      continue;
    }
    if (/^\s*(?:[-*]|\d+\.)\s/.test(line)) end();
    if (lines.length === 0) start = index + 1;
    lines.push(line.replace(/^\s*(?:[-*]|\d+\.|>)\s+/, ''));
  }
  end();
  return passages;
}

/** Comments as passages: lines that follow each other are one, and a blank line or a list item begins a new one. */
function passagesOfComments(text: string, comments: Source['parsed']['comments']): Passage[] {
  const passages: Passage[] = [];
  let lastLine = Number.NEGATIVE_INFINITY;
  for (const { type, value, start } of comments) {
    const line = lineAt(text, start);
    if (/^\s*(?:biome-ignore|@ts-|\/)/.test(value)) continue;
    const previous = passages.at(-1);
    if (type === 'Line' && previous && line === lastLine + 1) {
      passages[passages.length - 1] = { text: `${previous.text} ${plain(value.trim())}`, line: previous.line };
    } else {
      const paragraphs = value.split(/\n\s*\*?\s*(?=\n|-\s)/);
      for (const paragraph of paragraphs)
        passages.push({ text: plain(paragraph.replace(/\n?\s*\*+\s?/g, ' ').trim()), line });
    }
    lastLine = type === 'Line' ? line : Number.NEGATIVE_INFINITY;
  }
  return passages;
}

/** The sentences of a plain text. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => wordsOf(sentence) > 0);
}

function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** A text with code, links and emphasis taken out of the way. */
export function plain(text: string): string {
  return text
    .replace(/`[^`]*`/g, 'X')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\{@link ([^}]*)\}/g, '$1')
    .replace(/\*\*/g, '');
}

function markdownUnder(root: string): string[] {
  const folders = ['', 'docs', 'packages', 'deploy'];
  const present = folders.filter((folder) => fs.existsSync(path.join(root, folder)));
  return present.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: folder !== '', encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !/(?:^|\/)node_modules\//.test(name))
      .map((name) => path.posix.join(folder, name)),
  );
}
