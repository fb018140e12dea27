/** A file that was chosen and has not arrived yet, kept so that a reload does not lose it. */
export interface KeptFile {
  readonly id: string;
  readonly draft: string;
  readonly file: File;
  /** When it was chosen, in Unix milliseconds, later for each file than for the one before. */
  readonly at: number;
  /** The service's ID, if the file is uploaded and a further request will use it. */
  readonly imageId?: string;
}

let lastAt = 0;

const STORE = 'files';

/** Files that the browser would not store: kept as long as the page is. */
const held = new Map<string, KeptFile>();

/**
 * IDs of files that are forgotten, also where the browser would not delete them: as long as the page is, they do not
 * come back.
 */
const forgotten = new Set<string>();

/**
 * Keeps a file for a draft. In a browser that stores nothing (private windows, a full disk) the file stays until a
 * reload.
 */
export async function keepFile(chosen: Pick<KeptFile, 'id' | 'draft' | 'file'>): Promise<void> {
  lastAt = Math.max(Date.now(), lastAt + 1);
  await put({ ...chosen, at: lastAt });
}

/** Keeps the service's ID of a file that has been uploaded, unless the file was forgotten meanwhile. */
export async function keepImageId(kept: KeptFile, imageId: string): Promise<void> {
  const isKept = (await keptFiles(kept.draft)).some(({ id }) => id === kept.id);
  if (isKept) await put({ ...kept, imageId });
}

async function put(kept: KeptFile): Promise<void> {
  if ((await inStore('readwrite', (store) => store.put(kept))) === null) held.set(kept.id, kept);
  else held.delete(kept.id);
}

/** Forgets a file: it has arrived, or is not wanted any more. */
export async function forgetFile(id: string): Promise<void> {
  forgotten.add(id);
  held.delete(id);
  await inStore('readwrite', (store) => store.delete(id));
}

/** The files of a draft that have not been forgotten, in the order in which they were chosen. */
export async function keptFiles(draft: string): Promise<readonly KeptFile[]> {
  return (await allKeptFiles()).filter((kept) => kept.draft === draft);
}

/** The files of all drafts that have not been forgotten, in the order in which they were chosen. */
export async function allKeptFiles(): Promise<readonly KeptFile[]> {
  const stored = await inStore<KeptFile[]>('readonly', (store) => store.getAll());
  // If both have a file, the browser failed to store its latest state.
  const byId = new Map([...(stored ?? []), ...held.values()].map((kept) => [kept.id, kept]));
  return [...byId.values()].filter(({ id }) => !forgotten.has(id)).sort((one, other) => one.at - other.at);
}

/** Runs one request; null where the browser stores nothing. */
async function inStore<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const database = await opened();
    const result = await settled(run(database.transaction(STORE, mode).objectStore(STORE)));
    database.close();
    return result;
  } catch {
    return null;
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open('atelier', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
