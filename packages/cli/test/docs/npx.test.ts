import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './snippets.ts';

/** Pages that type the command line as npx finds it. */
const PAGES = fs
  .globSync('{README.md,docs/**/*.md,{clients,packages}/*/README.md}', { cwd: ROOT })
  .filter((page) => textOf(page).includes('npx atelier'));

function textOf(page: string): string {
  return fs.readFileSync(path.join(ROOT, page), 'utf8');
}

/** Elsewhere npx asks the registry, where anybody may hold the name. */
const warns = (page: string) => /\bnpm\s+registry\b/.test(textOf(page));

test.each(PAGES)('%s says that npx finds atelier only inside the clone, or leads to a page that does', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^()\s#]+\.md)/g)].map(([, target = '']) => target);
  const linked = links.map((target) => path.join(path.dirname(page), target));
  expect([page, ...linked.filter((one) => PAGES.includes(one))].filter(warns)).not.toEqual([]);
});

test('no package of this repository can be published by accident under a name of the registry', () => {
  const packages = fs.globSync('{package.json,packages/*/package.json}', { cwd: ROOT });
  expect(packages.length).toBeGreaterThan(5);
  expect(packages.filter((file) => !JSON.parse(textOf(file)).private)).toEqual([]);
});
