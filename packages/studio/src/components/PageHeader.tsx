import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import styles from './PageHeader.module.css';

/**
 * What the page is called. The frame says it, so that a page has its heading while it is being loaded, and when it
 * cannot be.
 */
export const PageTitle = createContext('');

/**
 * The page whose heading was shown last, and whether that heading had the focus when it went; null before the first.
 */
let last: { readonly pathname: string; readonly hadFocus: boolean } | null = null;

/** The heading of a page. It names the document, and takes the focus when the reader comes from another page. */
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
 * The first page leaves the focus alone, so that the skip link stays the first stop. A heading that takes the place of
 * another of its own page, as when the page has been loaded, has the focus only where that one had it: the reader may
 * have gone on.
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
  // Before the heading is taken out of the document, and the focus with it.
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
 * For a page with another kind of heading: it begins at its top, and so does what takes its place, with the focus on
 * its heading.
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
