import fs from 'node:fs';
import path from 'node:path';
import parseExpression from 'spdx-expression-parse';
import type { Breach } from './layers.ts';

/**
 * Licences under which others' code may come with the product: they ask for a notice, and MPL-2.0 for changes of its
 * own files.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
]);

/** Packages with another licence that is allowed, by the beginning of their name, with licence and reason. */
const EXCEPTIONS: readonly { readonly prefix: string; readonly licence: string; readonly reason: string }[] = [
  {
    prefix: '@img/sharp-libvips-',
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips, unchanged, a shared library in a package of its own: operators can replace it with another',
  },
  {
    prefix: '@img/sharp-win32-',
    licence: 'LGPL-3.0-or-later',
    reason: 'the same libvips, as DLLs that lie beside the module',
  },
  {
    prefix: '@img/sharp-wasm32',
    licence: 'LGPL-3.0-or-later',
    reason: 'the same libvips for WebAssembly, which no platform of ours installs',
  },
];

/** A package of the product, installed or not: other platforms have other ones. */
export interface LockedPackage {
  readonly name: string;
  /** As its package.json says, or where it is not installed here, the lock file. */
  readonly licence: string | undefined;
}

/** Licences found, and the checked packages. */
export interface LicenceReport {
  readonly breaches: readonly Breach[];
  readonly packages: number;
  /** Packages that pass by an exception. */
  readonly exceptions: number;
}

/** Checks the licence of everything that is installed for the product. */
export function checkLicences(root: string): LicenceReport {
  const packages = productPackages(root);
  const judged = packages.map((each) => judge(each));
  const breaches = judged.flatMap((verdict) =>
    verdict.kind === 'refused' ? [{ file: 'package-lock.json', line: 1, message: verdict.why }] : [],
  );
  return { breaches, packages: packages.length, exceptions: judged.filter(({ kind }) => kind === 'excepted').length };
}

/**
 * Judges a package's licence: allowed, allowed by an exception, or refused with the reason. Of `A OR B` one must be
 * allowed, of `A AND B` both.
 */
export function judge({
  name,
  licence,
}: LockedPackage): { kind: 'allowed' | 'excepted' } | { kind: 'refused'; why: string } {
  if (!licence) return { kind: 'refused', why: `${name} names no licence` };
  const exception = EXCEPTIONS.find(({ prefix }) => name.startsWith(prefix));
  let expression: parseExpression.Info;
  try {
    expression = parseExpression(licence);
  } catch {
    return { kind: 'refused', why: `${name} has the licence ${JSON.stringify(licence)}, which is no SPDX expression` };
  }
  if (isMet(expression, ALLOWED)) return { kind: 'allowed' };
  if (exception && isMet(expression, new Set([...ALLOWED, exception.licence]))) return { kind: 'excepted' };
  return { kind: 'refused', why: `${name} has the licence ${licence}; allowed are ${[...ALLOWED].join(', ')}` };
}

function isMet(expression: parseExpression.Info, allowed: ReadonlySet<string>): boolean {
  if (!('conjunction' in expression)) return allowed.has(expression.license) && !expression.exception;
  const { conjunction, left, right } = expression;
  return conjunction === 'or'
    ? isMet(left, allowed) || isMet(right, allowed)
    : isMet(left, allowed) && isMet(right, allowed);
}

/** Everything the lock file installs but for development. */
function productPackages(root: string): LockedPackage[] {
  const lock: { packages: Record<string, { dev?: boolean; link?: boolean; license?: string }> } = JSON.parse(
    fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages)
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link)
    .map(([place, { license }]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      licence: installedLicence(path.join(root, place)) ?? license,
    }));
}

function installedLicence(folder: string): string | undefined {
  const file = path.join(folder, 'package.json');
  if (!fs.existsSync(file)) return undefined;
  const { license }: { license?: unknown } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return typeof license === 'string' ? license : undefined;
}
