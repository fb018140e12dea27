import styles from './Progress.module.css';

/** The progress of a task, 0 to 1; null if it is unknown. The label names the task for screen readers. */
export function Progress({ label, share }: { readonly label: string; readonly share: number | null }) {
  const value = share === null ? {} : { value: Math.min(1, Math.max(0, share)) };
  return <progress className={styles.progress} aria-label={label} max={1} {...value} />;
}
