import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import type { Tone } from '../lib/tone.ts';
import { Button } from './Button.tsx';
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
  onPutAway,
}: {
  readonly tone?: Tone;
  readonly title?: string;
  readonly urgent?: boolean;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Removes the notice from the page. Without it, the notice stays. */
  readonly onPutAway?: (() => void) | undefined;
}) {
  return (
    <div className={classNames(styles.notice, styles[tone])} role={urgent ? 'alert' : undefined}>
      <Icon name={ICONS[tone]} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {onPutAway && (
        <Button kind="quiet" size="small" icon="close" iconOnly className={styles.putAway} onClick={onPutAway}>
          Dismiss
        </Button>
      )}
    </div>
  );
}
