import type { ReactNode } from 'react';
import styles from './Bench.module.css';

/** A form, and beside it, or below on a phone, what came of it. */
export function Bench({ form, results }: { readonly form: ReactNode; readonly results: ReactNode }) {
  return (
    <div className={styles.bench}>
      <div className={styles.form}>{form}</div>
      <div className={styles.results}>{results}</div>
    </div>
  );
}
