import { classNames } from '../lib/class-names.ts';
import { PageHeader } from './PageHeader.tsx';
import styles from './Skeleton.module.css';

/** A placeholder for content that is loading. Wrap several in an element with `aria-busy`. */
export function Skeleton({ shape = 'line' }: { readonly shape?: 'line' | 'picture' | 'block' }) {
  return <span className={classNames(styles.skeleton, styles[shape])} aria-hidden="true" />;
}

/** A page that is loading, below its heading. */
export function PageSkeleton() {
  return (
    <>
      <PageHeader />
      <div className={styles.page} aria-busy="true">
        <p className="visually-hidden">Loading</p>
        <Skeleton />
        <Skeleton shape="block" />
      </div>
    </>
  );
}
