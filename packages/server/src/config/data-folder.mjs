// Plain JavaScript: the command reads it before anything that has to be compiled first is loaded.
import fs from 'node:fs';
import path from 'node:path';

/** The folder for the embedded database, media and keys: the variable that names it, and where it is otherwise. */
export const DATA_FOLDER = /** @type {const} */ ({ variable: 'ATELIER_DATA', fallback: './data' });

/**
 * Makes the data folder, which only its owner may enter, with the folders above it. One that is there keeps its mode.
 * @param {string} data
 */
export function makeDataFolder(data) {
  makeFolder(data, 0o700);
}

/**
 * Makes a folder with those above it. Throws the error of the system where one cannot be made: Node's own recursive way
 * never ends below a folder that cannot hold any (`/proc`).
 * @param {string} folder
 * @param {number} [mode]
 */
export function makeFolder(folder, mode = 0o777) {
  if (isFolder(folder)) return;
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder), mode);
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

/**
 * @param {string} file
 */
function isFolder(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * What can be made again: compiled code, a copy of the programs of the database.
 * @param {string} data
 */
export function cacheFolder(data) {
  return path.join(data, 'cache');
}

/**
 * Where the compiled code of a service is kept, by the data folder as it was given: undefined where it was not. Null
 * where it may not be given so.
 * @param {string | undefined} given
 * @param {NodeJS.ProcessEnv} environment
 */
export function compiledCodeFolder(given, environment) {
  const data = given ?? environment[DATA_FOLDER.variable] ?? DATA_FOLDER.fallback;
  return data.trim() === '' ? null : path.join(cacheFolder(path.resolve(data)), 'code');
}

/**
 * Where pictures lie that come in, or are made, until they are stored.
 * @param {string} data
 */
export function incomingFolder(data) {
  return path.join(data, 'media', 'incoming');
}
