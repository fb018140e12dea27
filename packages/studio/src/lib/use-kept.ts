import { useCallback, useEffect, useState } from 'react';
import { keep, recall } from './storage.ts';

/**
 * State that outlives a reload: a draft, kept on this device under a name. What was kept is merged over the initial value, so
 * that a draft of an older page still opens.
 */
export function useKept<T extends object>(
  name: string,
  initial: T,
): [value: T, change: (part: Partial<T> | ((now: T) => Partial<T>)) => void] {
  const [value, setValue] = useState<T>(() => ({ ...initial, ...objectOf(recall('device', name)) }));
  useEffect(() => keep('device', name, value), [name, value]);
  const change = useCallback((part: Partial<T> | ((now: T) => Partial<T>)) => {
    setValue((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }));
  }, []);
  return [value, change];
}

function objectOf(kept: unknown): object {
  return typeof kept === 'object' && kept !== null ? kept : {};
}
