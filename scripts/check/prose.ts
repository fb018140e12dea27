import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Breach } from './layers.ts';
import { type Passage, passagesOfComments, passagesOfMarkdown, passagesOfPython, passagesOfSql } from './passages.ts';

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
  [/\b(?:are|be|been|is|was|were) told\b/i, 'name who says it'],
  [/\btaken for\b/i, 'counts as, or is read as'],
  [/\bsuch an? one\b/i, 'name it'],
  [/\bof \d+ (?:hands|people|persons|photos)\b[^.]*\bone\b/i, 'state the measured bounds'],
  [/\bwhere there (?:are|is) none\b/i, 'without one'],
  [/\bhangs? together\b/i, 'is connected'],
  [/\b(?:are|is) believed\b/i, 'say that it is plausible'],
  [/\blooked for\b/i, 'name who searches'],
];

/** How the prose of a file is found, by the ending of its name. */
const READERS: Readonly<Record<string, (file: string, text: string) => Passage[]>> = {
  md: (_, text) => passagesOfMarkdown(text),
  mjs: (file, text) => passagesOfComments({ text, parsed: parseSync(file, text) }),
  py: (_, text) => passagesOfPython(text),
  sql: (_, text) => passagesOfSql(text),
  ts: (file, text) => passagesOfComments({ text, parsed: parseSync(file, text) }),
  tsx: (file, text) => passagesOfComments({ text, parsed: parseSync(file, text) }),
};

/** Files that others wrote, or that hold recorded data. */
const NOT_READ = /(?:^|\/)fixtures\/|^acceptance\//;

/** Sentences that are too long, and phrases that we do not write, in a page or in the comments of a file. */
export function proseOf(file: string, text: string): Breach[] {
  const read = READERS[path.extname(file).slice(1)];
  return (read?.(file, text) ?? []).flatMap(({ text: passage, line }) =>
    proseOfSentences({ file, line }, sentencesOf(passage)),
  );
}

/** Holds all tracked pages, and the comments of all tracked code, to the rules of prose. */
export function checkProse(root: string): { readonly breaches: Breach[]; readonly files: number } {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const files = listed.filter(
    (file) => path.extname(file).slice(1) in READERS && !NOT_READ.test(file) && fs.existsSync(path.join(root, file)),
  );
  const breaches = files.flatMap((file) => proseOf(file, fs.readFileSync(path.join(root, file), 'utf8')));
  return { breaches, files: files.length };
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

/**
 * The sentences of a plain text. They end at `.`, `!` and `?` alone. A colon before a list or a block of code ends its
 * passage, so it ends a sentence too. Within a passage, a colon or a semicolon does not.
 */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?][)”"]?)\s+/).filter((sentence) => wordsOf(sentence) > 0);
}

function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
