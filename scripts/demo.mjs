#!/usr/bin/env node
import path from 'node:path';
import process from 'node:process';
// The main job on a fresh machine: `npm run demo [-- --person FILE --garment FILE … --out FILE]`.
import { ensureDependencies, ensureNode, root, run } from './toolchain.mjs';

const env = ensureNode();
ensureDependencies(env);
// File names on the command line are relative to where npm was called.
const calledFrom = process.env.INIT_CWD ?? process.cwd();
process.exitCode = await run('node', [path.join(root, 'packages/cli/src/main.ts'), 'demo', ...process.argv.slice(2)], {
  ...env,
  INIT_CWD: calledFrom,
});
