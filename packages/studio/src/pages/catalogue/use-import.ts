import {
  type CatalogueProduct,
  fileFinder,
  type ImportEnd,
  importCatalogue,
  type ProductOutcome,
} from '@atelier/client/catalogue';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';

/** An import on its way, or ended. */
export interface ImportState {
  /** Products that have ended. */
  readonly outcomes: readonly ProductOutcome[];
  /** Null while it runs. */
  readonly end: ImportEnd | null;
  /** An error that ended it. */
  readonly error: unknown;
}

/**
 * Products at once. A browser opens six connections to a service, for all its tabs. A slow shop holds one for each
 * product; the others stay free for the pages.
 */
const CONCURRENCY = 4;

/** Runs an import for as long as the page is open. */
export function useImport(): {
  /** Null before the first. */
  readonly state: ImportState | null;
  readonly start: (
    products: readonly CatalogueProduct[],
    photos: readonly File[],
    prune: boolean,
  ) => Promise<ImportEnd | null>;
  readonly stop: () => void;
} {
  const { atelier } = useConnection();
  const queries = useQueryClient();
  const [state, setState] = useState<ImportState | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function start(products: readonly CatalogueProduct[], photos: readonly File[], prune: boolean) {
    const own = new AbortController();
    const { signal } = own;
    controller.current = own;
    const pathOf = fileFinder(photos.map(({ name }) => name));
    const outcomes: ProductOutcome[] = [];
    setState({ outcomes, end: null, error: null });
    try {
      const end = await importCatalogue(atelier, products, {
        findFile: async (name) => {
          const found = photos.find((photo) => photo.name === pathOf(name));
          return found ? { name: found.name, size: found.size, read: async () => found } : null;
        },
        prune,
        concurrency: CONCURRENCY,
        signal,
        onProduct(outcome) {
          outcomes.push(outcome);
          setState({ outcomes: [...outcomes], end: null, error: null });
        },
      });
      setState({ outcomes: end.outcomes, end, error: null });
      return end;
    } catch (error) {
      const stopped = { outcomes, stopped: 'You stopped it.' };
      setState(signal.aborted ? { outcomes, end: stopped, error: null } : { outcomes, end: stopped, error });
      return null;
    } finally {
      void queries.invalidateQueries({ queryKey: QUERY_KEYS.assets });
    }
  }
  return { state, start, stop: () => controller.current?.abort() };
}
