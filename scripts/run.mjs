#!/usr/bin/env node
import process from 'node:process';
// Runs a TypeScript file of the project on Node 24 with its dependencies: `node scripts/run.mjs FILE [ARGUMENT …]`.
import { ensureDependencies, ensureNode, run } from './toolchain.mjs';

const env = ensureNode();
ensureDependencies(env);
process.exitCode = await run('node', process.argv.slice(2), env);
