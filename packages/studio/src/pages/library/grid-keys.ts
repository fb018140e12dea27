import type { KeyboardEvent } from 'react';
import type { Selection } from './use-selection.ts';

/** What letters do to the images. */
export interface GridKeys {
  readonly approve: () => void;
  readonly reject: () => void;
  readonly remove: () => void;
}

/** The grid that the keys move in. */
interface Grid {
  readonly columns: number;
  readonly count: number;
  readonly selection: Selection;
  readonly keys: GridKeys;
}

/** Carries out a key of the list of images, and keeps the browser from doing something else with it. */
export function onGridKey(event: KeyboardEvent, grid: Grid): void {
  const isCommand = event.ctrlKey || event.metaKey;
  const action = isCommand ? commandOf(event.key, grid) : (moveOf(event, grid) ?? letterOf(event.key, grid));
  if (!action) return;
  event.preventDefault();
  action();
}

type Action = (() => void) | null;

function commandOf(key: string, { selection }: Grid): Action {
  return key === 'a' ? selection.all : null;
}

/** The arrow keys, Home and End; with Shift they choose what they pass. */
function moveOf({ key, shiftKey }: KeyboardEvent, { columns, count, selection }: Grid): Action {
  const now = selection.active;
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (now ?? -1) + 1,
    ArrowLeft: (now ?? 1) - 1,
    ArrowDown: now === null ? 0 : now + columns,
    ArrowUp: now === null ? 0 : now - columns,
    Home: 0,
    End: count - 1,
  };
  const place = places[key];
  return place === undefined ? null : () => selection.goTo(Math.max(0, Math.min(count - 1, place)), shiftKey);
}

function letterOf(key: string, { selection, keys }: Grid): Action {
  switch (key) {
    case ' ':
      return () => selection.active !== null && selection.toggle(selection.active);
    case 'Escape':
      return selection.ids.size > 0 ? selection.clear : selection.close;
    case 'Delete':
      return keys.remove;
    case 'a':
      return keys.approve;
    case 'r':
      return keys.reject;
    default:
      return null;
  }
}
