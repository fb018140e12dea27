import path from 'node:path';

/** The folder for the embedded database, media and keys: the variable that names it, and where it is otherwise. */
export const DATA_FOLDER = { variable: 'ATELIER_DATA', fallback: './data' } as const;

/** What can be made again: converted nets, compiled code. */
export function cacheFolder(data: string): string {
  return path.join(data, 'cache');
}

/** Where pictures lie that come in, or are made, until they are stored. */
export function incomingFolder(data: string): string {
  return path.join(data, 'media', 'incoming');
}
