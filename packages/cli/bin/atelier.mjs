#!/usr/bin/env node
// The command line runs on Node 24. On an older Node it starts again on a fetched one, as the same command to the outside.
import module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run } from '../../../scripts/setup/child.mjs';
import { isAllocatorUntold, memorySettings } from '../../../scripts/setup/memory.mjs';
import { ensureNode, isNodeNewEnough } from '../../../scripts/setup/node.mjs';
import { endWithNpm } from '../../../scripts/setup/parent.mjs';
import { say } from '../../../scripts/setup/root.mjs';

const main = path.join(path.dirname(fileURLToPath(import.meta.url)), '../src/main.ts');

endWithNpm();
if (isNodeNewEnough()) {
  // Allocators read their settings before the first line of a program: it is started again in its own place, once.
  if (process.platform === 'linux' && isAllocatorUntold(process.env)) {
    const parameters = [...process.execArgv, '--disable-warning=ExperimentalWarning', ...process.argv.slice(1)];
    process.removeAllListeners('warning');
    process.execve(process.execPath, [process.execPath, ...parameters], { ...process.env, ...memorySettings });
  }
  // Spares every later start the compiling of what has not changed: about a third of a second for `serve`.
  module.enableCompileCache();
  await import(pathToFileURL(main).href);
} else {
  try {
    process.exitCode = await run('node', [main, ...process.argv.slice(2)], await ensureNode());
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
