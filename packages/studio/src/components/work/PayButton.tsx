import { useAccount } from '../../api/queries.ts';
import { countText, creditsText } from '../../lib/format.ts';
import { Button } from '../Button.tsx';
import { ErrorNotice } from '../ErrorNotice.tsx';
import styles from './PayButton.module.css';
import type { Work } from './use-work.ts';

/** The price, the missing inputs, and the button that sends: always in sight, whatever is scrolled. */
export function PayButton({
  label,
  price,
  images,
  obstacle,
  work,
  onSubmit,
}: {
  readonly label: string;
  /** Display credits for everything that is asked for. */
  readonly price: number;
  /** How many images that is, where it is worth saying. */
  readonly images?: number;
  /** Why it cannot be sent yet, in words; null: it can. */
  readonly obstacle: string | null;
  readonly work: Work;
  readonly onSubmit: () => void;
}) {
  const { balance } = useAccount();
  const isTooDear = price > balance;
  return (
    <div className={styles.pay} data-pay="">
      {work.error && !work.isSending && (
        <ErrorNotice error={work.error} operation={work.operation} onRetry={work.retry} onPutAway={work.putErrorAway} />
      )}
      <div className={styles.words}>
        <p data-dear={isTooDear || undefined}>
          <strong>{creditsText(price)}</strong>{' '}
          {isTooDear
            ? `but you have ${creditsText(balance)}. Ask the operator of the service for more.`
            : `${images ? `for ${countText(images, 'image')}, ` : ''}of ${creditsText(balance)}`}
        </p>
        {obstacle && <p>{obstacle}</p>}
      </div>
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
