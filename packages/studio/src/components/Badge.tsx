import { classNames } from '../lib/class-names.ts';
import type { Tone } from '../lib/tone.ts';
import styles from './Badge.module.css';

/** A state in a word or two. The words say it; the colour only helps. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
