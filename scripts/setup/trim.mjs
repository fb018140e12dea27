import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Folder of ONNX Runtime's libraries, and where a platform's own lie below it. */
const RUNTIME = 'onnxruntime-node/bin';
const PLATFORM = /^[^/]+\/([^/]+)\/([^/]+)\//;

/**
 * Removes ONNX Runtime's libraries for other systems from `node_modules`, and returns how many bytes that freed. All
 * platforms come in one package, so npm cannot leave any out. Where it has nothing for this platform it is left as it
 * is.
 */
export function trim(modules, platform = process.platform, arch = process.arch) {
  const folder = path.join(modules, RUNTIME);
  const files = filesBelow(folder);
  const isOwn = (file) => PLATFORM.exec(file)?.slice(1).join() === [platform, arch].join();
  if (!files.some(isOwn)) return 0;
  let freed = 0;
  for (const file of files.filter((each) => PLATFORM.test(each) && !isOwn(each))) {
    freed += fs.statSync(path.join(folder, file)).size;
    fs.rmSync(path.join(folder, file));
  }
  return freed;
}

/** Files below a folder, by their path there, with slashes; none when it is missing. */
function filesBelow(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll(path.sep, '/'),
    );
}
