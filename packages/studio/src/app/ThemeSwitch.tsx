import { Button } from '../components/Button.tsx';
import type { IconName } from '../components/Icon.tsx';
import { THEMES, type Theme, useTheme } from './theme.ts';

const WORDS: Readonly<Record<Theme, { readonly label: string; readonly icon: IconName }>> = {
  system: { label: 'Colours: same as the system', icon: 'system' },
  light: { label: 'Colours: light', icon: 'light' },
  dark: { label: 'Colours: dark', icon: 'dark' },
};

/** Goes through the three looks. */
export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <Button kind="quiet" icon={WORDS[theme].icon} iconOnly onClick={() => choose(next)}>
      {WORDS[theme].label}
    </Button>
  );
}
