/** A file that was chosen and has not arrived yet, kept so that a reload does not lose it. */
export interface KeptFile {
  readonly id: string;
  readonly draft: string;
  readonly file: File;
}

/** As it is stored: when it was chosen, in Unix milliseconds, later for each file than for the one before. */
type StoredFile = KeptFile & { readonly at: number };

let lastAt = 0;

const STORE = 'files';

/** Keeps a file for a draft. A browser that keeps nothing is no error: the upload goes on all the same. */
export async function keepFile(kept: KeptFile): Promise<void> {
  lastAt = Math.max(Date.now(), lastAt + 1);
  const stored: StoredFile = { ...kept, at: lastAt };
  await inStore('readwrite', (store) => store.put(stored));
}

/** Forgets a file: it has arrived, or is not wanted any more. */
export async function forgetFile(id: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(id));
}

/** The files of a draft that had not arrived when the page was left, in the order in which they were chosen. */
export async function keptFiles(draft: string): Promise<readonly KeptFile[]> {
  const all = await inStore<StoredFile[]>('readonly', (store) => store.getAll());
  return (all ?? []).filter((kept) => kept.draft === draft).sort((one, other) => one.at - other.at);
}

/** Runs one request; null where the browser keeps nothing (private windows, a full disk). */
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
