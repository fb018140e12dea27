import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './snippets.ts';

const FILES = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
const PAGES = FILES.filter((file) => file.endsWith('.md'));

test.each(PAGES)('every link of %s leads to something', (page) => {
  const dead = linksOf(page).filter(
    ({ file, anchor }) => !leads(path.join(path.dirname(page), file || path.basename(page)), anchor),
  );
  expect(dead).toEqual([]);
});

test.each(PAGES)('every source file that %s names is there', (page) => {
  const named = [...proseOf(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:css|mjs|py|sql|tsx?))`/g)].map(
    ([, name]) => name,
  );
  expect(
    named.filter((name) => !FILES.some((file) => `/${file}`.endsWith(`/${name?.replace(/^(\.\.?\/)+/, '')}`))),
  ).toEqual([]);
});

test('every page of docs can be reached from its index', () => {
  const [reached, open] = [new Set<string>(), ['docs/README.md']];
  for (let page = open.pop(); page !== undefined; page = open.pop()) {
    if (reached.has(page)) continue;
    reached.add(page);
    const folder = path.dirname(page);
    open.push(...linksOf(page).flatMap(({ file }) => pagesAt(path.join(folder, file || path.basename(page)))));
  }
  expect(PAGES.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

interface Link {
  /** Relative to the page; empty for the page itself. */
  readonly file: string;
  readonly anchor: string | undefined;
}

/** A page without its blocks of code. */
function proseOf(page: string): string {
  return fs.readFileSync(path.join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
}

/** Links that do not leave the repository. */
function linksOf(page: string): Link[] {
  const targets = [...proseOf(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => ({ file: target.split('#')[0] ?? '', anchor: target.split('#')[1] }));
}

function leads(file: string, anchor: string | undefined): boolean {
  const full = path.join(ROOT, file);
  if (!fs.existsSync(full)) return false;
  return anchor === undefined || !file.endsWith('.md') || anchorsOf(file).includes(anchor);
}

/** The pages at a place: itself, or all in a folder. */
function pagesAt(place: string): string[] {
  return PAGES.filter((page) => page === place || page.startsWith(`${place}/`));
}

/** Names of the headings of a page, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = proseOf(page).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}
