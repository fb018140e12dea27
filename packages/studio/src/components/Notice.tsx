import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import type { Tone } from '../lib/tone.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Notice.module.css';

const ICONS: Readonly<Record<Tone, IconName>> = { info: 'info', good: 'check', warn: 'warning', bad: 'warning' };

/** A notice beside its subject. Screen readers read an `urgent` one as soon as it appears. */
export function Notice({
  tone = 'info',
  title,
  urgent = false,
  children,
  actions,
}: {
  readonly tone?: Tone;
  readonly title?: string;
  readonly urgent?: boolean;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={classNames(styles.notice, styles[tone])} role={urgent ? 'alert' : undefined}>
      <Icon name={ICONS[tone]} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
