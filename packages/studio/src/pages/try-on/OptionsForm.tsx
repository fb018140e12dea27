import { type Account, type Model, RESOLUTIONS, SEED_MAX } from '@atelier/contract';
import { Choice } from '../../components/Choice.tsx';
import { SelectField, TextField } from '../../components/Field.tsx';
import { engineOf, PromptField } from '../../components/work/PromptField.tsx';
import { ShapeField } from '../../components/work/ShapeField.tsx';
import { labelOf } from '../../errors/labels.ts';
import { creditsText, wordsOf } from '../../lib/format.ts';
import { isSeed, type Options } from './draft.ts';
import styles from './TryOnPage.module.css';

/** How many pictures may be asked for at once, where the plan allows as many. */
const COUNTS = [1, 2, 4, 8] as const;

/** The settings of a try-on, as the chosen model and the plan have them. */
export function OptionsForm({
  account,
  models,
  model,
  options,
  onChange,
}: {
  readonly account: Account;
  readonly models: readonly Model[];
  readonly model: Model;
  readonly options: Options;
  readonly onChange: (part: Partial<Options>) => void;
}) {
  return (
    <>
      <SelectField
        label={labelOf('model')}
        value={model.name}
        onChange={({ target }) => onChange({ model: target.value })}
        hint={`Takes up to ${model.garments_max} ${model.garments_max === 1 ? 'garment' : 'garments'}.`}
      >
        {models.map(({ name, available, default_for }) => (
          <option key={name} value={name} disabled={!available}>
            {name}
            {default_for.includes('virtual_try_on') ? ' (recommended)' : ''}
            {available ? '' : ' (needs access)'}
          </option>
        ))}
      </SelectField>
      <Choice
        label={labelOf('resolution')}
        value={options.resolution}
        onChange={(resolution) => onChange({ resolution })}
        options={RESOLUTIONS.map((value) => ({
          value,
          label: wordsOf(value),
          note: creditsText(model.prices[value]),
          disabled: !model.resolutions.includes(value),
        }))}
      />
      <Choice
        label={labelOf('num_images')}
        value={options.count}
        onChange={(count) => onChange({ count })}
        options={COUNTS.filter((count) => count <= account.limits.num_images).map((value) => ({
          value,
          label: String(value),
        }))}
      />
      <ShapeField
        model={model}
        ratio={options.ratio}
        omitted="Same as the person photo"
        onChange={(ratio) => onChange({ ratio })}
      />
      <MoreOptions model={model} options={options} onChange={onChange} />
    </>
  );
}

function MoreOptions({
  model,
  options,
  onChange,
}: {
  readonly model: Model;
  readonly options: Options;
  readonly onChange: (part: Partial<Options>) => void;
}) {
  return (
    <details className={styles.more}>
      <summary>Styling, seed and speed</summary>
      <div className={styles.moreFields}>
        <PromptField
          operation="virtual_try_on"
          engine={engineOf(model, 'virtual_try_on')}
          value={options.prompt}
          onChange={(prompt) => onChange({ prompt })}
        />
        <TextField
          label={labelOf('style')}
          placeholder="worn open"
          maxLength={4000}
          value={options.style}
          onChange={({ target }) => onChange({ style: target.value })}
        />
        <TextField
          label={labelOf('seed')}
          inputMode="numeric"
          hint="The same number tends to give the same image."
          error={isSeed(options.seed) ? null : `A whole number up to ${SEED_MAX}.`}
          value={options.seed}
          onChange={({ target }) => onChange({ seed: target.value })}
        />
        {model.speeds.length > 1 && (
          <SelectField
            label={labelOf('speed')}
            value={options.speed}
            onChange={({ target }) => onChange({ speed: target.value })}
          >
            <option value="">Default of the model</option>
            {model.speeds.map((speed) => (
              <option key={speed} value={speed}>
                {wordsOf(speed)}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </details>
  );
}
