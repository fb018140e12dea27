import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Breach } from './layers.ts';

/** Most columns of a line. */
const COLUMNS_MAX = 120;

/** Files whose lines are held to the limit. */
const HELD = /\.(?:ts|tsx|mjs|css|sql|py|sh|md|ya?ml)$/;

/** Files that others write, or that hold recorded data. */
const NOT_HELD = /(?:^|\/)fixtures\/|^acceptance\/|\.generated\./;

/**
 * True for a line that a wrap can shorten: a comment, or a paragraph of a page. Formatters break lines of code, but for
 * those within a text; rows of tables and addresses stay whole.
 */
function canWrap(file: string, line: string): boolean {
  if (/https?:\/\/\S{40,}/.test(line)) return false;
  if (file.endsWith('.md')) return !/^(?: {4}|\t|\s*(?:\||>?\s*<|#{1,6} |\[[^\]]+\]: ))/.test(line);
  return /^\s*(?:\/\/|\/\*|\* |#|--)/.test(line) && !line.includes('biome-ignore');
}

/** Lines of a file that are longer than the limit and could be shorter. */
export function longLines(file: string, text: string): Breach[] {
  let inCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (file.endsWith('.md') && /^\s*(?:```|~~~)/.test(line)) inCode = !inCode;
    if (line.length <= COLUMNS_MAX || inCode || !canWrap(file, line)) return [];
    return [{ file, line: index + 1, message: `${line.length} columns; at most ${COLUMNS_MAX}` }];
  });
}

/** Long lines in all tracked text files of a repository. */
export function checkColumns(root: string): Breach[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  const files = stdout.split('\0').filter((file) => HELD.test(file) && !NOT_HELD.test(file));
  return files
    .filter((file) => fs.existsSync(path.join(root, file)))
    .flatMap((file) => longLines(file, fs.readFileSync(path.join(root, file), 'utf8')));
}
