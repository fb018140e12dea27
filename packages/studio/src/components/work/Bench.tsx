import type { ReactNode } from 'react';
import styles from './Bench.module.css';

/** A form, and its results beside it, or below it on a phone. */
export function Bench({ form, results }: { readonly form: ReactNode; readonly results: ReactNode }) {
  return (
    <div className={styles.bench}>
      <div className={styles.form}>{form}</div>
      <div className={styles.results}>{results}</div>
    </div>
  );
}
