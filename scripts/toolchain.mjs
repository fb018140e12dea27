// Runs on any Node from 18 on, before anything is installed: finds or fetches Node 24 and the dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The Node that everything is developed and tested with; older ones are not used to run the service. */
const NODE_MAJOR = 24;
const NODE_VERSION = '24.21.0';

/** Longest wait for another installation of the same checkout. */
const LOCK_TIMEOUT_MS = 600_000;

/** Folder of the Node 24 that was fetched for this checkout; ignored by git. */
const toolchain = path.join(root, '.toolchain');

/** Folder of npm's package of Node for this platform. */
function nodePackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `node-${platform}-${process.arch}`;
}

/** Environment in which `node` and `npm` are those of Node 24, fetched from the npm registry if need be. */
export function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.env;
  const name = nodePackage();
  const bin = path.join(toolchain, 'node_modules', name, 'bin');
  if (!existsSync(path.join(bin, 'node'))) {
    withLock('toolchain', () => {
      if (existsSync(path.join(bin, 'node'))) return;
      say(`fetching Node ${NODE_VERSION} (this one is ${process.versions.node})`);
      mkdirSync(toolchain, { recursive: true });
      writeFileSync(path.join(toolchain, 'package.json'), '{"private":true}\n');
      npm(['install', '--no-save', '--no-package-lock', '--prefix', toolchain, `${name}@${NODE_VERSION}`], process.env);
    });
  }
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` };
}

/** Installs the dependencies unless they are there and no older than the lock file. */
export function ensureDependencies(env) {
  if (installed()) return;
  withLock('dependencies', () => {
    if (installed()) return;
    say('installing dependencies');
    npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], env);
  });
}

/** npm writes this file as the last act of an installation, so an interrupted one lacks it. */
function installed() {
  const done = path.join(root, 'node_modules', '.package-lock.json');
  return existsSync(done) && statSync(done).mtimeMs >= statSync(path.join(root, 'package-lock.json')).mtimeMs;
}

/** Runs a program to its end and returns its exit code; its output is ours, and the signals we get reach it. */
export function run(command, parameters, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { env, stdio: 'inherit' });
    const forward = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(each, forward);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

function npm(parameters, env) {
  const { status, error } = spawnSync('npm', parameters, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (error) throw new Error(`npm could not be started: ${error.message}`);
  if (status !== 0) throw new Error(`npm ${parameters[0]} ended with ${status}`);
}

/** One installation at a time in this checkout; a lock whose holder is dead is taken over. */
function withLock(name, work) {
  const lock = path.join(root, `.${name}.lock`);
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  while (!take(lock)) {
    if (Date.now() > deadline) throw new Error(`another installation holds ${lock} for too long; remove it if none is running`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(lock, 'utf8').trim() || 0);
    const settled = Date.now() - statSync(lock).mtimeMs > 5_000;
    if (settled && !isAlive(holder)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return pid > 0;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function say(text) {
  process.stderr.write(`atelier: ${text}\n`);
}
