import type { CatalogueProblem, CatalogueProduct } from '@atelier/client/catalogue';
import { Notice } from '../../components/Notice.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { countText, numberText } from '../../lib/format.ts';
import styles from './ImportPage.module.css';

/** Products that are shown. */
const SHOWN_MAX = 10;

const COLUMNS: readonly Column<CatalogueProduct>[] = [
  { label: 'SKU', cell: ({ sku }) => sku },
  { label: 'Name', cell: ({ name }) => name },
  { label: 'Options', cell: optionsText },
  { label: 'Photos', cell: ({ pictures }) => numberText(pictures.length), isNumber: true },
];

/** The first products as they would be imported, and what of the file cannot be used. */
export function Preview({
  products,
  problems,
}: {
  readonly products: readonly CatalogueProduct[];
  readonly problems: readonly CatalogueProblem[];
}) {
  return (
    <>
      {problems.length > 0 && (
        <Notice tone="warn" title={`${countText(problems.length, 'cell or row', 'cells or rows')} cannot be used`}>
          <Reasons problems={problems} />
        </Notice>
      )}
      <Table
        caption="The first products of the file"
        columns={COLUMNS}
        rows={products.slice(0, SHOWN_MAX)}
        keyOf={({ sku }) => sku}
      />
      {products.length > SHOWN_MAX && (
        <p className={styles.note}>{`And ${numberText(products.length - SHOWN_MAX)} more.`}</p>
      )}
    </>
  );
}

/** Reasons that are shown. */
const REASONS_MAX = 5;

/** The first things that could not be used, and why. */
export function Reasons({ problems }: { readonly problems: readonly CatalogueProblem[] }) {
  return (
    <ul className={styles.reasons}>
      {problems.slice(0, REASONS_MAX).map(({ line, sku, subject, reason }) => (
        <li key={`${line} ${sku} ${subject}`}>{`${line === null ? '' : `Line ${line}, `}${subject}: ${reason}`}</li>
      ))}
      {problems.length > REASONS_MAX && <li>{`And ${numberText(problems.length - REASONS_MAX)} more.`}</li>}
    </ul>
  );
}

function optionsText({ options }: CatalogueProduct): string {
  return Object.entries(options)
    .map(([name, values]) => `${name}: ${values.join(', ')}`)
    .join(' · ');
}
