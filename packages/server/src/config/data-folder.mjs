// Plain JavaScript: the command reads it before anything that has to be compiled first is loaded.
import path from 'node:path';

/** The folder for the embedded database, media and keys: the variable that names it, and where it is otherwise. */
export const DATA_FOLDER = /** @type {const} */ ({ variable: 'ATELIER_DATA', fallback: './data' });

/**
 * What can be made again: converted nets, compiled code.
 * @param {string} data
 */
export function cacheFolder(data) {
  return path.join(data, 'cache');
}

/**
 * Where the compiled code of a service is kept, by the data folder as it was given: undefined where it was not. Null where it may not be given so.
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
