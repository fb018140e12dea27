import { useQuery, useQueryClient } from '@tanstack/react-query';
import { allKeptFiles, forgetFile, type KeptFile, keepFile } from './kept-files.ts';
import { newId } from './new-id.ts';

/** Files that are kept. */
interface KeptFiles {
  /** In the order in which they were chosen; null while they are read. */
  readonly files: readonly KeptFile[] | null;
  remove(removed: readonly KeptFile[]): Promise<void>;
  /** Looks again at what is kept: another tab may have changed it. */
  readAgain(): Promise<void>;
}

/** Files chosen for a draft. */
interface ChosenFiles extends KeptFiles {
  /** Adds files, also while those before them are still read. */
  add(added: readonly File[]): Promise<void>;
}

/** All drafts are read at once: a page shows many, and the browser has no way to read one. */
const queryKey = ['kept-files'];

/**
 * Files that were chosen for a draft and outlive a reload, until they are taken out. Every part of the page sees the
 * same, and what a part that has gone does to them counts.
 */
export function useKeptFiles(draft: string): ChosenFiles {
  const kept = useKeptFilesWhere((file) => file.draft === draft);
  return {
    ...kept,
    async add(added) {
      for (const file of added) await keepFile({ id: newId(), draft, file });
      await kept.readAgain();
    },
  };
}

/** Kept files of whichever drafts, for what looks after several. */
export function useKeptFilesWhere(isWanted: (kept: KeptFile) => boolean): KeptFiles {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: allKeptFiles,
    select: (all) => all.filter(isWanted),
    networkMode: 'always',
  });
  const readAgain = async () => {
    // A reading that began before the change would be taken for one that saw it.
    await queries.cancelQueries({ queryKey });
    await queries.invalidateQueries({ queryKey });
  };
  return {
    files: data ?? null,
    async remove(removed) {
      for (const { id } of removed) await forgetFile(id);
      await readAgain();
    },
    readAgain,
  };
}
