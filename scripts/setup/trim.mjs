import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/**
 * What packages bring that no program here can use, from `node_modules`. Both bring all platforms in one package, so
 * npm cannot leave anything out. ONNX Runtime brings its libraries for other systems, MediaPipe its programs for
 * browsers and a net that is not used.
 */
const UNUSED = [/^@mediapipe\/[^/]+\/[^/]+\.wasm$/, /^@mediapipe\/pose\/pose_landmark_heavy\.tflite$/];

/** Folder of ONNX Runtime's libraries, and where a platform's own lie below it. */
const RUNTIME = /^onnxruntime-node\/bin\/[^/]+\/([^/]+)\/([^/]+)\//;

/**
 * Removes it, and returns how many bytes that freed. Where a package has nothing for this platform it is left as
 * it is.
 */
export function trim(modules, platform = process.platform, arch = process.arch) {
  const files = ['@mediapipe', 'onnxruntime-node/bin'].flatMap((folder) => filesBelow(modules, folder));
  const isOwn = (file) => RUNTIME.exec(file)?.slice(1).join() === [platform, arch].join();
  const hasOwn = files.some(isOwn);
  const isUnused = (file) => UNUSED.some((name) => name.test(file)) || (hasOwn && RUNTIME.test(file) && !isOwn(file));
  let freed = 0;
  for (const file of files.filter(isUnused)) {
    freed += fs.statSync(path.join(modules, file)).size;
    fs.rmSync(path.join(modules, file));
  }
  return freed;
}

/** Files below a folder of the modules, by their path there, with slashes; none when it is missing. */
function filesBelow(modules, folder) {
  if (!fs.existsSync(path.join(modules, folder))) return [];
  return fs
    .readdirSync(path.join(modules, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(modules, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll(path.sep, '/'),
    );
}
