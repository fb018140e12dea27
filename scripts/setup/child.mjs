import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Signals that end a program, passed on so that it can end well. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end and resolves with its exit code, 128 + n where signal n ended it. It shares our standard
 * streams. A signal sent to us reaches it; one sent to our whole process group (Ctrl-C, an operator's kill) reaches it
 * twice.
 */
export function run(command, parameters, env, stdio = 'inherit') {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { env, stdio });
    const forward = (signal) => child.kill(signal);
    for (const signal of ENDING_SIGNALS) process.on(signal, forward);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const each of ENDING_SIGNALS) process.off(each, forward);
      resolve(code ?? 128 + os.constants.signals[signal]);
    });
  });
}

/** Runs npm in a folder; what it prints goes to standard error. Throws when it fails. */
export async function npm(folder, parameters, env) {
  const caller = env.npm_execpath ?? '';
  const [command, ...leading] = path.basename(caller) === 'npm-cli.js' ? ['node', caller] : ['npm'];
  const code = await run(command, [...leading, '--prefix', folder, ...parameters], env, ['ignore', 2, 2]).catch(
    (error) => {
      throw new Error(`npm could not be started: ${error.message}`);
    },
  );
  if (code !== 0) throw new Error(`npm ${parameters.join(' ')} in ${folder} ended with ${code}`);
}
