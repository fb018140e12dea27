import { useAccount } from '../../api/queries.ts';
import { creditsText } from '../../lib/format.ts';
import { Button } from '../Button.tsx';
import { ErrorNotice } from '../ErrorNotice.tsx';
import styles from './PayButton.module.css';
import type { Work } from './use-work.ts';

/** The price, the missing inputs, and the button that sends. */
export function PayButton({
  label,
  price,
  obstacle,
  work,
  onSubmit,
}: {
  readonly label: string;
  /** Display credits for everything that is asked for. */
  readonly price: number;
  /** Why it cannot be sent yet, in words; null: it can. */
  readonly obstacle: string | null;
  readonly work: Work;
  readonly onSubmit: () => void;
}) {
  const { balance } = useAccount();
  const isTooDear = price > balance;
  return (
    <div className={styles.pay}>
      {work.error && !work.isSending && (
        <ErrorNotice error={work.error} operation={work.operation} onRetry={work.retry} />
      )}
      <p className={styles.price} data-dear={isTooDear || undefined}>
        <strong>{creditsText(price)}</strong>{' '}
        {isTooDear
          ? `but you have ${creditsText(balance)}. Ask the administrator of this service for more.`
          : `of ${creditsText(balance)}`}
      </p>
      {obstacle && <p className={styles.price}>{obstacle}</p>}
      <Button
        kind="primary"
        size="large"
        busy={work.isSending}
        disabled={obstacle !== null || isTooDear}
        onClick={onSubmit}
      >
        {work.isSending ? 'Sending' : label}
      </Button>
    </div>
  );
}
