import type { Account, Model } from '@atelier/contract';
import { PayButton } from '../../components/work/PayButton.tsx';
import type { Work } from '../../components/work/use-work.ts';
import { countText } from '../../lib/format.ts';
import { type Draft, inputOf, isSeed } from './draft.ts';

/** The price of the draft, its missing inputs, and the button. */
export function SubmitBar({
  draft,
  model,
  account,
  work,
  isUploading,
}: {
  readonly draft: Draft;
  readonly model: Model;
  readonly account: Account;
  readonly work: Work;
  readonly isUploading: boolean;
}) {
  const input = inputOf(draft, model, account);
  const { num_images = 1, resolution = 'standard', person_image_id: source } = input;
  return (
    <PayButton
      label="Try it on"
      price={num_images * model.prices[resolution]}
      images={num_images}
      obstacle={obstacleOf(draft, model, isUploading)}
      work={work}
      onSubmit={() => work.submit({ operation: 'virtual_try_on', input }, source === undefined ? {} : { source })}
    />
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
