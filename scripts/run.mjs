#!/usr/bin/env node
// Runs a file of the project on Node 24 with its dependencies, and installs missing ones: `node scripts/run.mjs FILE
// [ARGUMENT …]`. This file and those it imports use nothing but Node 18's own modules.
import process from 'node:process';
import { run } from './setup/child.mjs';
import { ensureDependencies } from './setup/dependencies.mjs';
import { ensureNode } from './setup/node.mjs';
import { endWithNpm } from './setup/parent.mjs';
import { say } from './setup/root.mjs';

endWithNpm();
try {
  const env = await ensureNode();
  await ensureDependencies(env);
  process.exitCode = await run('node', process.argv.slice(2), env);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
