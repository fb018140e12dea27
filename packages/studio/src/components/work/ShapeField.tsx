import type { Model } from '@atelier/contract';
import { labelOf } from '../../errors/labels.ts';
import { SelectField } from '../Field.tsx';

/** The aspect ratio of the outputs, of those that the model has. */
export function ShapeField({
  model,
  ratio,
  omitted,
  onChange,
}: {
  readonly model: Model;
  /** Empty: none is chosen. */
  readonly ratio: string;
  /** Label of the ratio if none is chosen. */
  readonly omitted: string;
  readonly onChange: (ratio: string) => void;
}) {
  return (
    <SelectField label={labelOf('aspect_ratio')} value={ratio} onChange={({ target }) => onChange(target.value)}>
      <option value="">{omitted}</option>
      {model.aspect_ratios.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </SelectField>
  );
}
