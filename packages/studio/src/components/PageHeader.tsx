import { type ReactNode, useEffect, useRef } from 'react';
import styles from './PageHeader.module.css';

/** True until the first page has shown itself: its heading is not focused, so that the skip link stays the first stop. */
let isFirstPage = true;

/** The heading of a page. It names the document, and takes the focus when the reader comes from another page. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <header className={styles.header}>
      <title>{`${title} · Atelier`}</title>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children && <div className={styles.lead}>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
