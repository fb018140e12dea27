import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './Field.module.css';

interface FieldWords {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The problem with the value; null without one. */
  readonly error?: string | null;
}

/** The attributes that tie a control to its label, hint and error. */
interface Ties {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

function Frame({ label, hint, error, children }: FieldWords & { readonly children: (ties: Ties) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** One line of text, with its label. */
export function TextField({ label, hint, error, className, ...rest }: FieldWords & ComponentProps<'input'>) {
  return (
    <Frame label={label} hint={hint} error={error ?? null}>
      {(ties) => <input type="text" {...rest} {...ties} className={classNames(styles.control, className)} />}
    </Frame>
  );
}

/** Several lines of text, with their label. */
export function TextArea({ label, hint, error, className, ...rest }: FieldWords & ComponentProps<'textarea'>) {
  return (
    <Frame label={label} hint={hint} error={error ?? null}>
      {(ties) => (
        <textarea rows={3} {...rest} {...ties} className={classNames(styles.control, styles.area, className)} />
      )}
    </Frame>
  );
}

/** A choice from a list, with its label; the children are its options. */
export function SelectField({ label, hint, error, className, ...rest }: FieldWords & ComponentProps<'select'>) {
  return (
    <Frame label={label} hint={hint} error={error ?? null}>
      {(ties) => <select {...rest} {...ties} className={classNames(styles.control, styles.select, className)} />}
    </Frame>
  );
}

/** A yes or no, with its label behind it. */
export function CheckField({ label, hint, ...rest }: FieldWords & Omit<ComponentProps<'input'>, 'type'>) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input {...rest} id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
