#!/usr/bin/env node
// The command line runs on Node 24. On an older Node it starts again on a fetched one, as the same command to the
// outside.

import module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compiledCodeFolder, makeDataFolder } from '@atelier/server/data-folder';
import { run } from '../../../scripts/setup/child.mjs';
import { isAllocatorUntold, memorySettings } from '../../../scripts/setup/memory.mjs';
import { ensureNode, isNodeNewEnough } from '../../../scripts/setup/node.mjs';
import { endWithNpm } from '../../../scripts/setup/parent.mjs';
import { say } from '../../../scripts/setup/root.mjs';

const program = fileURLToPath(import.meta.url);
const words = process.argv.slice(2);

endWithNpm();
if (isNodeNewEnough()) {
  // Allocators read their settings before the first line of a program: it is started again in its own place, once.
  if (process.platform === 'linux' && isAllocatorUntold(process.env)) {
    const parameters = [...process.execArgv, '--disable-warning=ExperimentalWarning', program, ...words];
    process.removeAllListeners('warning');
    process.execve(process.execPath, [process.execPath, ...parameters], { ...process.env, ...memorySettings });
  }
  keepCompiledCode();
  await import('../src/main.ts');
} else {
  try {
    process.exitCode = await run('node', [program, ...words], await ensureNode());
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}

/**
 * Keeps compiled code, so that later starts compile only changed files, which takes a third of a start of the service.
 * The service keeps it with its data, where nobody else writes and a container finds it again. An environment variable
 * names the place for the threads.
 */
function keepCompiledCode() {
  const folder = words[0] === 'serve' ? serviceFolder() : null;
  if (folder !== null) process.env.NODE_COMPILE_CACHE ||= folder;
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE || undefined);
}

/**
 * Where a service keeps it, in its data folder, which is made here; null where only help is asked for. What else is
 * wrong with the words or the folder is said later.
 */
function serviceFolder() {
  const options = /** @type {const} */ ({ data: { type: 'string' }, help: { type: 'boolean', short: 'h' } });
  const { data, help } = parseArgs({ args: words, options, strict: false }).values;
  const folder = help ? null : compiledCodeFolder(typeof data === 'string' ? data : undefined, process.env);
  if (folder === null) return null;
  try {
    makeDataFolder(path.resolve(folder, '../..'));
    return folder;
  } catch {
    return null;
  }
}
