#!/usr/bin/env node
// Starts the command line on Node 24, also where the machine's own Node is older.
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const packages = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const main = path.join(packages, 'cli/src/main.ts');

if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import(main);
} else {
  const { ensureNode, run } = await import(path.join(packages, '../scripts/toolchain.mjs'));
  process.exitCode = await run('node', [main, ...process.argv.slice(2)], ensureNode());
}
