import styles from './Progress.module.css';

/** How far something is, 0–1; null where nobody knows. What it is about is the label, for screen readers. */
export function Progress({ label, share }: { readonly label: string; readonly share: number | null }) {
  const value = share === null ? {} : { value: Math.min(1, Math.max(0, share)) };
  return <progress className={styles.progress} aria-label={label} max={1} {...value} />;
}
