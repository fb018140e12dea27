import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import styles from './PageHeader.module.css';

/** Title of the page. The frame provides it, so a page has its heading while it loads and when loading fails. */
export const PageTitle = createContext('');

/**
 * The page whose heading was shown last, and whether that heading had the focus when it was removed; null before the
 * first.
 */
let last: { readonly pathname: string; readonly hadFocus: boolean } | null = null;

/** The heading of a page. It sets the document's title and takes the focus when the reader comes from another page. */
export function PageHeader({ children, actions }: { readonly children?: ReactNode; readonly actions?: ReactNode }) {
  const title = use(PageTitle);
  const heading = useFocusedHeading();
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

/**
 * The first page leaves the focus alone, so the skip link stays the first stop. A heading that replaces one of the same
 * page takes the focus only if the old heading had it.
 */
function useFocusedHeading() {
  const { pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every heading.
  useEffect(() => {
    const isWanted = last !== null && (last.pathname !== pathname || last.hadFocus);
    if (isWanted) heading.current?.focus({ preventScroll: true });
    last = { pathname, hadFocus: isWanted };
  }, []);
  // Runs before the heading leaves the document and loses its focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every heading.
  useLayoutEffect(() => {
    const own = heading.current;
    return () => {
      last = { pathname, hadFocus: document.activeElement === own };
    };
  }, []);
  return heading;
}

/**
 * For a page with another kind of heading: the page and its successor start scrolled to the top, with the focus on the
 * heading.
 */
export function useOwnPage(): void {
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    return () => {
      window.scrollTo(0, 0);
      last = { pathname: '', hadFocus: false };
    };
  }, []);
}
