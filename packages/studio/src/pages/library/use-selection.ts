import type { LibraryImage } from '@atelier/contract';
import { useState } from 'react';

/** The images that are chosen, and the one that the keys act on. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Place of the image that is looked at; null before the first. */
  readonly active: number | null;
  /** Looks at an image; those between the last one and it are chosen where `range` is set. */
  goTo(index: number, range?: boolean): void;
  toggle(index: number): void;
  all(): void;
  clear(): void;
  close(): void;
}

interface State {
  readonly ids: ReadonlySet<string>;
  readonly active: number | null;
  /** Where a range begins. */
  readonly anchor: number;
}

const NOTHING: State = { ids: new Set(), active: null, anchor: 0 };

/** Chosen images of a list. */
export function useSelection(images: readonly LibraryImage[]): Selection {
  const [{ ids, active, anchor }, setState] = useState(NOTHING);
  const idAt = (index: number) => images[index]?.id ?? '';
  return {
    ids,
    active: active !== null && active < images.length ? active : null,
    goTo(index, range = false) {
      const [from, to] = [Math.min(anchor, index), Math.max(anchor, index)];
      const between = images.slice(from, to + 1).map(({ id }) => id);
      setState({ ids: range ? new Set([...ids, ...between]) : ids, active: index, anchor: range ? anchor : index });
    },
    toggle(index) {
      const next = new Set(ids);
      if (!next.delete(idAt(index))) next.add(idAt(index));
      setState({ ids: next, active, anchor: index });
    },
    all: () => setState({ ids: new Set(images.map(({ id }) => id)), active, anchor }),
    clear: () => setState({ ids: new Set(), active, anchor }),
    close: () => setState({ ids, active: null, anchor }),
  };
}
