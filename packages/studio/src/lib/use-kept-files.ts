import { useEffect, useState } from 'react';
import { forgetFile, type KeptFile, keepFile, keptFiles } from './kept-files.ts';
import { newId } from './new-id.ts';

/** Files chosen for a draft. */
interface ChosenFiles {
  /** In the order in which they were chosen; null while they are read. */
  readonly files: readonly KeptFile[] | null;
  /** Adds files, also while those before them are still read. */
  add(added: readonly File[]): void;
  remove(removed: readonly KeptFile[]): void;
}

/** Files that were chosen for a draft and outlive a reload, until they are taken out. */
export function useKeptFiles(draft: string): ChosenFiles {
  const [kept, setKept] = useState<readonly KeptFile[] | null>(null);
  const [added, setAdded] = useState<readonly KeptFile[]>([]);
  useEffect(() => {
    let isWanted = true;
    void keptFiles(draft).then((read) => isWanted && setKept(read));
    return () => {
      isWanted = false;
      setKept(null);
      setAdded([]);
    };
  }, [draft]);
  return {
    // One that was added while the others were read may be among them.
    files: kept && [...without(kept, added), ...added],
    add(files) {
      const more = files.map((file) => ({ id: newId(), draft, file }));
      setAdded((now) => [...now, ...more]);
      for (const each of more) void keepFile(each);
    },
    remove(removed) {
      setKept((now) => now && without(now, removed));
      setAdded((now) => without(now, removed));
      for (const { id } of removed) void forgetFile(id);
    },
  };
}

function without(files: readonly KeptFile[], others: readonly KeptFile[]): readonly KeptFile[] {
  return files.filter(({ id }) => !others.some((other) => other.id === id));
}
