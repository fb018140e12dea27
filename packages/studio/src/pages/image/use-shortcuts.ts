import { useEffect, useEffectEvent } from 'react';

/** Actions by key: a character in lower case, a name such as `arrowleft`, or one of both after `ctrl+` and `shift+`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Fields that take characters themselves. */
const TYPING = 'textarea, select, input:not([type=radio], [type=checkbox], [type=range])';

/** Controls with a meaning of their own for Space and the arrow keys. */
const CONTROL = 'input, button, a, summary, video, [role=dialog]';

/** Runs actions by keys that are pressed anywhere on the page, except where the key has another meaning. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (isTaken(event)) return;
    const action = shortcuts[nameOf(event)];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** True where the focused control takes the key itself. */
export function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.matches(TYPING)) return true;
  return (key === ' ' || key.startsWith('Arrow')) && target.closest(CONTROL) !== null;
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  // Keyboards that write brackets with AltGr report Ctrl and Alt for it.
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
  return isCommand ? `ctrl+${event.shiftKey ? 'shift+' : ''}${key}` : key;
}
