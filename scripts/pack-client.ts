import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Packages of the client as others install it, each after those it needs. */
const PACKAGES = ['contract', 'client'] as const;

const root = path.resolve(import.meta.dirname, '..');
const folder = path.resolve(process.argv[2] ?? path.join(root, 'out', 'npm'));

/**
 * Makes the client installable beside this repository: plain JavaScript with declarations, one tarball a package, in
 * `out/npm` or the folder given. Prints the paths of the tarballs.
 */
function packClient(): void {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const name of PACKAGES) {
    const target = path.join(folder, name);
    compile(name, target);
    fs.copyFileSync(path.join(root, 'LICENSE'), path.join(target, 'LICENSE'));
    const readme = path.join(root, 'packages', name, 'README.md');
    if (fs.existsSync(readme)) fs.copyFileSync(readme, path.join(target, 'README.md'));
    fs.writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifestOf(name), null, 2)}\n`);
    process.stdout.write(`${path.join(folder, packed(target))}\n`);
  }
}

/**
 * Emits JavaScript and declarations. Each package by itself: one project of both would emit by chance only part of the
 * other.
 */
function compile(name: (typeof PACKAGES)[number], outDir: string): void {
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = path.join(root, 'packages', name, 'tsconfig.build.json');
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', outDir], { stdio: ['ignore', 2, 2] });
}

/** The manifest of a published package: that of the source, with the built entry and exact versions of our own. */
function manifestOf(name: (typeof PACKAGES)[number]): object {
  const read = (file: string) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
  const { private: _private, exports, dependencies, ...manifest } = read(`packages/${name}/package.json`);
  const ours = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@atelier/'));
  return {
    ...manifest,
    license: read('package.json').license,
    sideEffects: false,
    engines: { node: '>=20.16' },
    exports: Object.fromEntries(Object.entries<string>(exports).map(([name, source]) => [name, builtEntry(source)])),
    dependencies: { ...dependencies, ...Object.fromEntries(ours.map((dependency) => [dependency, manifest.version])) },
  };
}

/** The files that are built of a source. */
function builtEntry(source: string): object {
  const built = source.replace('./src/', './').replace(/\.ts$/, '');
  return { types: `${built}.d.ts`, default: `${built}.js` };
}

/** Packs a folder; returns the name of the tarball. */
function packed(target: string): string {
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const output = execFileSync(command ?? 'npm', [...first, 'pack', '--silent', '--pack-destination', folder, target], {
    encoding: 'utf8',
  });
  return output.trim();
}

packClient();
