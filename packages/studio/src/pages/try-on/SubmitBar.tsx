import type { Account, Model } from '@atelier/contract';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { countText, creditsText } from '../../lib/format.ts';
import { type Draft, inputOf, isSeed } from './draft.ts';
import styles from './TryOnPage.module.css';

/** The cost, the missing inputs, and the button. */
export function SubmitBar({
  draft,
  model,
  account,
  isBusy,
  isUploading,
  error,
  onSubmit,
  onRetry,
}: {
  readonly draft: Draft;
  readonly model: Model;
  readonly account: Account;
  readonly isBusy: boolean;
  readonly isUploading: boolean;
  /** Why the last try did not arrive. */
  readonly error: Error | null;
  readonly onSubmit: () => void;
  /** Sends the lost uploads once more. */
  readonly onRetry: () => void;
}) {
  const { num_images = 1, resolution = 'standard' } = inputOf(draft, model, account);
  const price = num_images * model.prices[resolution];
  const obstacle = obstacleOf(draft, model, isUploading);
  const isTooDear = price > account.balance;
  return (
    <div className={styles.submit}>
      {error && !isBusy && <ErrorNotice error={error} operation="virtual_try_on" onRetry={onRetry} />}
      <p className={styles.price} data-dear={isTooDear || undefined}>
        <strong>{creditsText(price)}</strong>{' '}
        {isTooDear
          ? `but you have ${creditsText(account.balance)}. Ask the administrator of this service for more.`
          : `for ${countText(num_images, 'image')}, of ${creditsText(account.balance)}`}
      </p>
      {obstacle && <p className={styles.obstacle}>{obstacle}</p>}
      <Button kind="primary" size="large" busy={isBusy} disabled={obstacle !== null || isTooDear} onClick={onSubmit}>
        {isBusy ? 'Sending' : 'Try it on'}
      </Button>
    </div>
  );
}

/** Why it cannot be sent yet, in words; null: it can. */
function obstacleOf({ person, garments, options }: Draft, model: Model, isUploading: boolean): string | null {
  if (isUploading) return 'An image is still on its way.';
  if (person.length === 0 && garments.length === 0) return 'Add a person and a garment.';
  if (person.length === 0) return 'Add a person.';
  if (garments.length === 0) return 'Add a garment.';
  if (garments.length > model.garments_max)
    return `${model.name} takes ${countText(model.garments_max, 'garment')}; remove ${garments.length - model.garments_max} or choose another model.`;
  if (!isSeed(options.seed)) return 'The seed is not a valid number.';
  return null;
}
