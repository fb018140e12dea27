import { classNames } from '../lib/class-names.ts';
import styles from './Skeleton.module.css';

/** The shape of what is being loaded. Whoever shows several wraps them in an element with `aria-busy`. */
export function Skeleton({ shape = 'line' }: { readonly shape?: 'line' | 'title' | 'picture' | 'block' }) {
  return <span className={classNames(styles.skeleton, styles[shape])} aria-hidden="true" />;
}

/** A page that is being loaded. */
export function PageSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <p className="visually-hidden">Loading</p>
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton shape="block" />
    </div>
  );
}
