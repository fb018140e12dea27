import { useCallback, useSyncExternalStore } from 'react';
import { mergeKept } from './merge-kept.ts';
import { keep, recall } from './storage.ts';

/** A change of a kept value: some of its fields, or a function of the current value. */
export type KeptChange<T> = (part: Partial<T> | ((now: T) => Partial<T>)) => void;

/**
 * The kept values, once per name, so that every part of the page sees the same, and changes by a removed part count.
 */
const values = new Map<string, unknown>();
const listeners = new Set<() => void>();

// Another tab of the same browser changed something.
window.addEventListener('storage', () => {
  values.clear();
  tell();
});

/**
 * State that outlives a reload: a draft, kept on this device under a name. The kept value is merged over the initial
 * value, so that a draft of an older page still opens. `initial` is a constant of the caller's module.
 */
export function useKept<T extends object>(name: string, initial: T): [value: T, change: KeptChange<T>] {
  const value = useSyncExternalStore(subscribe, () => currentValue(name, initial));
  const change = useCallback<KeptChange<T>>(
    (part) => {
      const now = currentValue(name, initial);
      const next = { ...now, ...(typeof part === 'function' ? part(now) : part) };
      values.set(name, next);
      keep('device', name, next);
      tell();
    },
    [name, initial],
  );
  return [value, change];
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function tell(): void {
  for (const changed of listeners) changed();
}

function currentValue<T extends object>(name: string, initial: T): T {
  const known = values.get(name);
  // Only values of this name's own type are ever put there.
  if (known !== undefined) return known as T;
  const value = mergeKept(initial, recall('device', name));
  values.set(name, value);
  return value;
}
