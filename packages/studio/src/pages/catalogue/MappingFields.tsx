import type { Catalogue, CatalogueMapping } from '@atelier/client/catalogue';
import { SelectField } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import styles from './ImportPage.module.css';

const NONE = 'Not in the file';

/** What the columns mean: as recognised, to be corrected. */
export function MappingFields({
  catalogue: { columns, mapping, isUsable },
  onChange,
}: {
  readonly catalogue: Catalogue;
  readonly onChange: (part: Partial<CatalogueMapping>) => void;
}) {
  return (
    <>
      {!isUsable && (
        <Notice tone="warn" title="Choose the column that holds the SKU">
          The import does not recognise it.
        </Notice>
      )}
      <div className={styles.fields}>
        <ColumnField label="SKU" {...{ columns }} value={mapping.sku} onChange={(sku) => onChange({ sku })} />
        <ColumnField label="Name" {...{ columns }} value={mapping.name} onChange={(name) => onChange({ name })} />
        <ColumnsField
          label="Photos"
          {...{ columns }}
          values={mapping.images}
          onChange={(images) => onChange({ images })}
        />
        <ColumnsField
          label="Options"
          {...{ columns }}
          values={mapping.options}
          onChange={(options) => onChange({ options })}
        />
      </div>
      <details>
        <summary>Rows of one product</summary>
        <div className={styles.fields}>
          <ColumnField
            label="Same text, same product"
            {...{ columns }}
            value={mapping.product}
            onChange={(product) => onChange({ product })}
          />
          <ColumnField
            label="Variant of"
            {...{ columns }}
            value={mapping.parent}
            onChange={(parent) => onChange({ parent })}
          />
        </div>
      </details>
    </>
  );
}

interface ColumnChoice {
  readonly label: string;
  readonly columns: readonly string[];
}

function ColumnField({
  label,
  columns,
  value,
  onChange,
}: ColumnChoice & { readonly value: string | null; readonly onChange: (value: string | null) => void }) {
  return (
    <SelectField label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
      <option value="">{NONE}</option>
      {columns.map((column) => (
        <option key={column} value={column}>
          {column}
        </option>
      ))}
    </SelectField>
  );
}

/** Several columns: one field for each, and an empty one to add another. They are places of the grid around them. */
function ColumnsField({
  label,
  columns,
  values,
  onChange,
}: ColumnChoice & { readonly values: readonly string[]; readonly onChange: (values: readonly string[]) => void }) {
  return [...values, null].map((value, index) => (
    <ColumnField
      key={value ?? 'another'}
      label={value === null && index > 0 ? `${label}: another column` : index > 0 ? `${label} ${index + 1}` : label}
      columns={columns.filter((column) => column === value || !values.includes(column))}
      value={value}
      onChange={(chosen) =>
        onChange(values.toSpliced(index, 1, ...(chosen === null ? [] : [chosen])).filter((name) => name !== ''))
      }
    />
  ));
}
