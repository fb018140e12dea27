import { Button } from './Button.tsx';
import styles from './LoadMore.module.css';

/** The state of a list of pages. */
interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Reads the next page of a list; empty without one. */
export function LoadMore({ pages, what }: { readonly pages: Pages; readonly what: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <p className={styles.more}>
      <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {`More ${what}`}
      </Button>
    </p>
  );
}
