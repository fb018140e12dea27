import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { classNames } from '../lib/class-names.ts';
import styles from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';

/** How much a button stands out; one primary a view. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Looks {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  /** Shows the icon alone; the words are still there for screen readers and as a tooltip. */
  readonly iconOnly?: boolean;
  readonly size?: 'small' | 'medium' | 'large';
}

/** A button. While `busy` it cannot be pressed again, and says so. */
export function Button({
  kind = 'secondary',
  icon,
  iconOnly,
  size = 'medium',
  busy = false,
  children,
  disabled,
  className,
  ...rest
}: Looks & ComponentProps<'button'> & { readonly busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      title={rest.title ?? (iconOnly && typeof children === 'string' ? children : undefined)}
      className={classNames(styles.button, styles[kind], styles[size], iconOnly && styles.iconOnly, className)}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon && <Icon name={icon} size={18} />}
      <span className={iconOnly ? 'visually-hidden' : undefined}>{children}</span>
    </button>
  );
}

/** A link that looks like a button: it leads somewhere instead of doing something. */
export function ButtonLink({
  kind = 'secondary',
  icon,
  size = 'medium',
  children,
  className,
  ...rest
}: Omit<Looks, 'iconOnly'> & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={classNames(styles.button, styles[kind], styles[size], className)}>
      {icon && <Icon name={icon} size={18} />}
      <span>{children}</span>
    </Link>
  );
}
