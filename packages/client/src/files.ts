/** The runtime's file functions. Throws TypeError where it has none, naming the path that was asked for. */
export function filesOf(path: string): typeof import('node:fs/promises') {
  // Asks the runtime instead of importing: bundlers for browsers and workers must not look for files.
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (!files)
    throw new TypeError(`This runtime has no files, so ${path} cannot be opened. Use a Blob or bytes instead.`);
  return files;
}
