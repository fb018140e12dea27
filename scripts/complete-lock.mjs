#!/usr/bin/env node
// Run it after every change of dependencies: `npm install && node scripts/complete-lock.mjs`.
//
// A registry that mirrors only some platforms makes npm write a package-lock.json without the optional packages of the
// others. `npm ci` of npm ≥ 11 then refuses that file everywhere. This adds them, by the exact versions that their
// dependents pin. It asks the registry for every checksum that the file lacks, because npm does not check a package
// without one. With `--check` it asks nobody and only names the gaps. Another lock file can be named.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from './setup/root.mjs';

const OPERATING_SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const C_LIBRARIES = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' };

const file = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? path.join(root, 'package-lock.json');
const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
const missing = missingPackages(lock.packages);

if (process.argv.includes('--check')) {
  const problems = [
    ...missing.map(({ name }) => `lacks ${name}`),
    ...unverified(lock.packages).map(([folder]) => `has no integrity for ${folder}`),
  ];
  for (const problem of problems)
    process.stderr.write(`package-lock.json ${problem}: run node scripts/complete-lock.mjs\n`);
  process.exit(problems.length === 0 ? 0 : 1);
}

for (const { name, version, dev } of missing) lock.packages[`node_modules/${name}`] = entryOf(name, version, dev);
const unchecked = unverified(lock.packages);
for (const [folder, entry] of unchecked) {
  const { version, ...rest } = entry;
  lock.packages[folder] = { version, integrity: integrityOf(nameOf(folder), version), ...rest };
}
if (missing.length + unchecked.length > 0) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  fs.writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
process.stdout.write(`package-lock.json: ${missing.length} packages and ${unchecked.length} checksums added\n`);

/** Entries of packages from a registry that have no checksum. */
function unverified(packages) {
  return Object.entries(packages).filter(
    ([folder, { link, integrity }]) => folder.includes('node_modules/') && !link && !integrity,
  );
}

/** The name of the package in a folder such as `packages/cli/node_modules/@scope/name`. */
function nameOf(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The checksum of a package, as the registry states it. */
function integrityOf(name, version) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const integrity = execFileSync(npm, ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' }).trim();
  if (!integrity.startsWith('sha512-')) throw new Error(`the registry has no SHA-512 of ${name}@${version}`);
  return integrity;
}

/** Optional dependencies that no entry of the lock file satisfies. */
function missingPackages(packages) {
  return Object.entries(packages).flatMap(([folder, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !foldersSeenFrom(folder, name).some((candidate) => packages[candidate]))
      .map(([name, version]) => {
        if (!/^\d+\.\d+\.\d+/.test(version))
          throw new Error(`${folder} wants ${name} ${version}: not an exact version`);
        return { name, version, dev };
      }),
  );
}

/** Where Node looks for a package: in the folder itself and in those around it. */
function foldersSeenFrom(folder, name) {
  const parts = folder.split('/node_modules/');
  return [
    ...parts.map((_, depth) => `${parts.slice(0, parts.length - depth).join('/node_modules/')}/node_modules/${name}`),
    `node_modules/${name}`,
  ];
}

/** An entry with the platform that the package's name tells. */
function entryOf(name, version, dev) {
  const words = name.split(/[/-]/);
  const fields = {
    cpu: PROCESSORS.filter((word) => words.includes(word)),
    libc: Object.keys(C_LIBRARIES).flatMap((word) => (words.includes(word) ? [C_LIBRARIES[word]] : [])),
    os: OPERATING_SYSTEMS.filter((word) => words.includes(word)),
  };
  if (fields.cpu.length === 0 || fields.os.length === 0) throw new Error(`the name of ${name} tells no platform`);
  return {
    version,
    cpu: fields.cpu,
    ...(dev ? { dev } : {}),
    ...(fields.libc.length > 0 ? { libc: fields.libc } : {}),
    optional: true,
    os: fields.os,
  };
}
