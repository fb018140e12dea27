import { type Account, type Model, RESOLUTIONS } from '@atelier/contract';
import { labelOf } from '../../errors/labels.ts';
import { numberText, wordsOf } from '../../lib/format.ts';
import { Choice } from '../Choice.tsx';
import { SelectField } from '../Field.tsx';
import type { ModelOptions } from './model-options.ts';
import { ShapeField } from './ShapeField.tsx';

/** Numbers of outputs to choose from, up to the plan's limit. */
const COUNTS = [1, 2, 4, 8] as const;

/** Model, resolution, number of outputs and aspect ratio. A field with a single choice is not shown. */
export function ModelFields({
  account,
  models,
  model,
  options,
  onChange,
  omittedRatio,
  omittedResolution,
  single = false,
}: {
  readonly account: Account;
  readonly models: readonly Model[];
  readonly model: Model;
  readonly options: ModelOptions;
  readonly onChange: (part: Partial<ModelOptions>) => void;
  /** Label of the aspect ratio if none is chosen, such as `Same as the picture`; null: there is no choice. */
  readonly omittedRatio: string | null;
  /** Label of the resolution if none is chosen; absent: one is always chosen. */
  readonly omittedResolution?: string;
  /** True: the operation makes one output only. */
  readonly single?: boolean;
}) {
  return (
    <>
      {models.length > 1 && (
        <SelectField
          label={labelOf('model')}
          value={model.name}
          onChange={({ target }) => onChange({ model: target.value })}
        >
          {models.map(({ name, available }) => (
            <option key={name} value={name} disabled={!available}>
              {available ? name : `${name} (needs access)`}
            </option>
          ))}
        </SelectField>
      )}
      {model.prices.high !== model.prices.standard && (
        <Choice
          label={labelOf('resolution')}
          value={options.resolution}
          onChange={(resolution) => onChange({ resolution })}
          options={resolutionsOf(model, omittedResolution)}
        />
      )}
      {!single && account.limits.num_images > 1 && (
        <Choice
          label={labelOf('num_images')}
          value={options.count}
          onChange={(count) => onChange({ count })}
          options={COUNTS.filter((count) => count <= account.limits.num_images).map((value) => ({
            value,
            label: String(value),
          }))}
        />
      )}
      {omittedRatio !== null && model.aspect_ratios.length > 0 && (
        <ShapeField
          model={model}
          ratio={options.ratio}
          omitted={omittedRatio}
          onChange={(ratio) => onChange({ ratio })}
        />
      )}
    </>
  );
}

/** The resolutions of a model with their prices; first the one without a name, if it has a label. */
function resolutionsOf({ prices, resolutions }: Model, omitted: string | undefined) {
  const named = RESOLUTIONS.map((value) => ({
    value,
    label: wordsOf(value),
    note: numberText(prices[value]),
    disabled: !resolutions.includes(value),
  }));
  const unnamed = { value: '' as const, label: omitted ?? '', note: numberText(prices.standard) };
  return omitted === undefined ? named : [unnamed, ...named];
}
