import { useQuery, useQueryClient } from '@tanstack/react-query';
import { allKeptFiles, forgetFile, type KeptFile, keepFile } from './kept-files.ts';
import { newId } from './new-id.ts';

/** Files that are kept. */
interface KeptFiles {
  /** In the order in which they were chosen; null while they are read. */
  readonly files: readonly KeptFile[] | null;
  remove(removed: readonly KeptFile[]): Promise<void>;
  /** Reads the kept files again, because another tab may have changed them. */
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
 * The chosen files of a draft, which outlive a reload until they are removed. Every part of the page sees the same
 * files, and changes by a removed part count.
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

/** Kept files of any drafts, for code that manages several. */
export function useKeptFilesWhere(isWanted: (kept: KeptFile) => boolean): KeptFiles {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: allKeptFiles,
    select: (all) => all.filter(isWanted),
    networkMode: 'always',
  });
  const readAgain = async () => {
    // Otherwise a read that began before the change would count as one after it.
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
