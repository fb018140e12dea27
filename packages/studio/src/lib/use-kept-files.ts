import { useEffect, useState } from 'react';
import { forgetFile, type KeptFile, keepFile, keptFiles } from './kept-files.ts';
import { newId } from './new-id.ts';

/** Files chosen for a draft. */
interface ChosenFiles {
  /** In the order in which they were chosen; null while they are read. */
  readonly files: readonly KeptFile[] | null;
  add(added: readonly File[]): void;
  remove(removed: readonly KeptFile[]): void;
}

/** Files that were chosen for a draft and outlive a reload, until they are taken out. */
export function useKeptFiles(draft: string): ChosenFiles {
  const [files, setFiles] = useState<readonly KeptFile[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    void keptFiles(draft).then((kept) => isWanted && setFiles(kept));
    return () => {
      isWanted = false;
    };
  }, [draft]);
  return {
    files,
    add(added) {
      const kept = added.map((file) => ({ id: newId(), draft, file }));
      setFiles((now) => [...(now ?? []), ...kept]);
      for (const each of kept) void keepFile(each);
    },
    remove(removed) {
      setFiles((now) => now?.filter(({ id }) => !removed.some((each) => each.id === id)) ?? null);
      for (const { id } of removed) void forgetFile(id);
    },
  };
}
