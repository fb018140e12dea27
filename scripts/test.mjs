#!/usr/bin/env node
import path from 'node:path';
import process from 'node:process';
// All tests on a fresh machine: `npm test [-- FILTER]`.
import { ensureDependencies, ensureNode, root, run } from './toolchain.mjs';

const env = ensureNode();
ensureDependencies(env);
process.exitCode = await run('node', [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)], env);
