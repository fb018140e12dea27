import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { npm } from './child.mjs';
import { withInstallationLock } from './lock.mjs';
import { memorySettings } from './memory.mjs';
import { root, say, toolchain } from './root.mjs';

/** The oldest Node that runs the project's TypeScript as it is tested. */
const NODE_MAJOR = 24;

/** Names the Node packages of each platform, with their checksums. */
const PINNED = path.join(root, 'scripts/setup/node-24');

/** True when the Node that runs this file can run the project. */
export function isNodeNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= NODE_MAJOR;
}

/** An environment whose `node` is Node 24: this one, or a copy fetched from the npm registry into `.toolchain`. */
export async function ensureNode() {
  if (isNodeNewEnough()) return { ...memorySettings, ...process.env };
  const bin = path.join(folderOfNode(), 'bin');
  // npm writes this file last, so an interrupted installation lacks it.
  const finished = path.join(toolchain, 'node_modules/.package-lock.json');
  if (!fs.existsSync(finished)) {
    await withInstallationLock(async () => {
      if (!fs.existsSync(finished)) await fetchNode();
    });
  }
  if (!fs.existsSync(bin)) {
    throw new Error(
      `Node ${NODE_MAJOR} is needed and this is ${process.versions.node}; the npm registry has none for ${process.platform}-${process.arch}, or npm could not fetch it. Install Node ${NODE_MAJOR} yourself, then remove ${toolchain}.`,
    );
  }
  return { ...memorySettings, ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` };
}

/** Where the fetched Node of this platform lies. */
function folderOfNode() {
  return path.join(toolchain, 'node_modules', `node-${process.platform}-${process.arch}`);
}

async function fetchNode() {
  say(`this Node is ${process.versions.node}; fetching Node ${NODE_MAJOR} into .toolchain`);
  for (const file of ['package.json', 'package-lock.json'])
    fs.copyFileSync(path.join(PINNED, file), path.join(toolchain, file));
  await npm(
    toolchain,
    ['ci', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'],
    process.env,
  );
  // Headers to compile against, a third of the package: nothing is compiled here.
  fs.rmSync(path.join(folderOfNode(), 'include'), { recursive: true, force: true });
}
