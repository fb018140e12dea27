import { useCallback, useSyncExternalStore } from 'react';
import { keep, recall } from '../lib/storage.ts';

/** The looks of the page: the system's, or the reader's choice. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const listeners = new Set<() => void>();

function stored(): Theme {
  const kept = recall('device', 'theme');
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

/** Puts the reader's choice on the document; called once before anything is drawn, and at every change. */
export function applyTheme(theme: Theme = stored()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The choice, and how to change it. */
export function useTheme(): [theme: Theme, choose: (theme: Theme) => void] {
  const theme = useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, stored);
  const choose = useCallback((chosen: Theme) => {
    keep('device', 'theme', chosen === 'system' ? null : chosen);
    applyTheme(chosen);
    for (const changed of listeners) changed();
  }, []);
  return [theme, choose];
}
