import { isUncertain } from '@atelier/client';
import type { Operation } from '@atelier/contract';
import { describeError } from '../errors/describe.ts';
import { Button } from './Button.tsx';
import styles from './ErrorNotice.module.css';
import { Notice } from './Notice.tsx';

/** Any error in words, with a way to try again where that may help. */
export function ErrorNotice({
  error,
  operation = null,
  inDoubt,
  onRetry,
  onPutAway,
}: {
  readonly error: unknown;
  /** The operation whose request was refused. */
  readonly operation?: Operation | null;
  /** The first thing to check if nobody knows whether the request was carried out. */
  readonly inDoubt?: string;
  readonly onRetry?: () => void;
  /** Removes the error from the page. Without it, the error stays. */
  readonly onPutAway?: () => void;
}) {
  const { title, text, mayRetry, requestId } = describeError(error, operation);
  const retry = mayRetry && onRetry;
  return (
    <Notice
      tone="bad"
      title={title}
      urgent
      onPutAway={onPutAway}
      actions={
        retry && (
          <Button size="small" icon="retry" onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      <p>{text}</p>
      {inDoubt && isUncertain(error) && <p>{inDoubt}</p>}
      {requestId && (
        <details className={styles.details}>
          <summary>Details for support</summary>
          Request <code>{requestId}</code>
        </details>
      )}
    </Notice>
  );
}
