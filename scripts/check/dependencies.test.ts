import fs from 'node:fs';
import { expect, test } from 'vitest';

const PAGE = fs.readFileSync('docs/decisions/0011-dependencies.md', 'utf8');

/** Names in the page; `@scope/*` stands for all packages of a scope. */
const named = [...PAGE.matchAll(/`(@?[\w./*-]+)`/g)].map((match) => match[1] ?? '');

test.each(fs.globSync('packages/*/package.json'))('every dependency of %s has its reason', (file) => {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !name.startsWith('@atelier/'),
  );
  const unnamed = names.filter((name) => !named.includes(name) && !named.includes(`${name.split('/')[0]}/*`));
  expect(unnamed).toEqual([]);
});
