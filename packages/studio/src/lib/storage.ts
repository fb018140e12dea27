/** Where something is kept: until the tab is closed, or on this device. */
export type Shelf = 'tab' | 'device';

const PREFIX = 'atelier:';

/** Reads a stored value, or null if there is none, it is not JSON, or the browser stores nothing. */
export function recall(shelf: Shelf, name: string): unknown {
  try {
    const text = storeOf(shelf).getItem(PREFIX + name);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Stores a value; null removes it. A browser that stores nothing (private windows, full stores) is not an error: the
 * page works without.
 */
export function keep(shelf: Shelf, name: string, value: unknown): void {
  try {
    if (value === null) storeOf(shelf).removeItem(PREFIX + name);
    else storeOf(shelf).setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing to report: the typed text stays on the page until it is closed.
  }
}

function storeOf(shelf: Shelf): Storage {
  return shelf === 'tab' ? sessionStorage : localStorage;
}
