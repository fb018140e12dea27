import fs from 'node:fs';
import path from 'node:path';
import { npm } from './child.mjs';
import { withInstallationLock } from './lock.mjs';
import { root, say } from './root.mjs';
import { trim } from './trim.mjs';

/**
 * Installs the dependencies unless they are there as the lock file wants them, without what no program here can use.
 */
export async function ensureDependencies(env) {
  if (areInstalled()) return;
  await withInstallationLock(async () => {
    if (areInstalled()) return;
    say('installing dependencies');
    await npm(root, ['ci', '--include=dev', '--include=optional'], env);
    trim(path.join(root, 'node_modules'));
  });
}

/**
 * Compares the lock file with what npm wrote down as the last act of its last installation. Optional packages may be
 * missing: those of other platforms are.
 */
function areInstalled() {
  const installed = packagesOf(path.join(root, 'node_modules/.package-lock.json'));
  return Object.entries(packagesOf(path.join(root, 'package-lock.json'))).every(([folder, wanted]) => {
    if (!folder.includes('node_modules/')) return true;
    const found = installed[folder];
    if (!found) return wanted.optional === true || wanted.devOptional === true;
    return found.integrity === wanted.integrity && fs.existsSync(path.join(root, folder, 'package.json'));
  });
}

/** The packages a lock file lists, by folder; none when there is no such file. */
function packagesOf(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : {};
}
