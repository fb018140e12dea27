import {
  type Catalogue,
  CatalogueError,
  type CatalogueMapping,
  readProducts,
  readTable,
} from '@atelier/client/catalogue';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useKept } from '../../lib/use-kept.ts';
import { useKeptFiles } from '../../lib/use-kept-files.ts';

/** The file that is to be imported. It outlives a reload, with its corrections. */
export interface ChosenCatalogue {
  /** Tells it from a file that is chosen later; null: none is chosen. */
  readonly fileId: string | null;
  readonly fileName: string | null;
  readonly catalogue: Catalogue | null;
  /** Why the file is not a table. */
  readonly problem: string | null;
  readonly isReading: boolean;
  /** True where an import of it began and was not seen to end. */
  readonly isBegun: boolean;
  readonly choose: (file: File) => Promise<void>;
  readonly correct: (part: Partial<CatalogueMapping>) => void;
  readonly begin: () => void;
  readonly end: () => void;
}

/** `corrections` is JSON, so that a kept one of another page's version is only a text. */
const EMPTY = { corrections: '{}', isBegun: false };

/** The catalogue that a workspace is about to import on this device. */
export function useChosenCatalogue(workspaceId: string): ChosenCatalogue {
  const name = `catalogue:${workspaceId}`;
  const [kept, change] = useKept(name, EMPTY);
  const { files, add, remove } = useKeptFiles(name);
  const chosen = files?.at(-1) ?? null;
  const table = useQuery({
    queryKey: ['catalogue-table', chosen?.id],
    queryFn: async () => (chosen ? readTable(new Uint8Array(await chosen.file.arrayBuffer())) : null),
    enabled: chosen !== null,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const corrections = useMemo(() => correctionsOf(kept.corrections), [kept.corrections]);
  const catalogue = useMemo(
    () => (table.data ? readProducts(table.data, corrections) : null),
    [table.data, corrections],
  );
  return {
    fileId: chosen?.id ?? null,
    fileName: chosen?.file.name ?? null,
    catalogue,
    problem: table.error ? problemOf(table.error) : null,
    isReading: chosen !== null && table.isPending,
    isBegun: kept.isBegun,
    async choose(file) {
      await remove(files ?? []);
      change(EMPTY);
      await add([file]);
    },
    correct: (part) => change({ corrections: JSON.stringify({ ...corrections, ...part }) }),
    begin: () => change({ isBegun: true }),
    end: () => change({ isBegun: false }),
  };
}

function correctionsOf(text: string): Partial<CatalogueMapping> {
  try {
    // Only this page writes it, with columns of the file it is kept with.
    return JSON.parse(text) as Partial<CatalogueMapping>;
  } catch {
    return {};
  }
}

function problemOf(error: Error): string {
  return error instanceof CatalogueError ? error.message : 'The browser cannot read it. Choose it again.';
}
