import { useQuery, useQueryClient } from '@tanstack/react-query';
import { forgetFile, type KeptFile, keepFile, keptFiles } from './kept-files.ts';
import { newId } from './new-id.ts';

/** Files chosen for a draft. */
interface ChosenFiles {
  /** In the order in which they were chosen; null while they are read. */
  readonly files: readonly KeptFile[] | null;
  /** Adds files, also while those before them are still read. */
  add(added: readonly File[]): Promise<void>;
  remove(removed: readonly KeptFile[]): Promise<void>;
}

/**
 * Files that were chosen for a draft and outlive a reload, until they are taken out. Every part of the page sees the same, and what a
 * part that has gone does to them counts.
 */
export function useKeptFiles(draft: string): ChosenFiles {
  const queries = useQueryClient();
  const queryKey = ['kept-files', draft];
  const { data } = useQuery({ queryKey, queryFn: () => keptFiles(draft), networkMode: 'always' });
  const readAgain = async () => {
    // A reading that began before the change would be taken for one that saw it.
    await queries.cancelQueries({ queryKey });
    await queries.invalidateQueries({ queryKey });
  };
  return {
    files: data ?? null,
    async add(added) {
      for (const file of added) await keepFile({ id: newId(), draft, file });
      await readAgain();
    },
    async remove(removed) {
      for (const { id } of removed) await forgetFile(id);
      await readAgain();
    },
  };
}
