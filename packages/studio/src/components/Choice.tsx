import { useId } from 'react';
import styles from './Choice.module.css';

/** One of a few values, shown side by side: a group of radio buttons, moved through with the arrow keys. */
export function Choice<V extends string | number>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly {
    readonly value: V;
    readonly label: string;
    readonly note?: string;
    readonly disabled?: boolean;
  }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled ?? false}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
            {option.note && <span className={styles.note}>{option.note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
