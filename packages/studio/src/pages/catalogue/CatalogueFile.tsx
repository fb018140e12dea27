import type { Catalogue, CatalogueKind } from '@atelier/client/catalogue';
import { Card } from '../../components/Card.tsx';
import styles from './ImportPage.module.css';
import type { ChosenCatalogue } from './use-chosen-catalogue.ts';

const KINDS: Readonly<Record<CatalogueKind, string>> = {
  shopify: 'An export of Shopify',
  woocommerce: 'An export of WooCommerce',
  shopware: 'An export of Shopware',
  other: 'A table with columns of your own',
};

/** Takes the file, and says how it was recognised. */
export function CatalogueFile({ chosen }: { readonly chosen: ChosenCatalogue }) {
  const { fileName, catalogue, choose } = chosen;
  return (
    <Card className={styles.card} aria-labelledby="catalogue-file">
      <h2 id="catalogue-file">File</h2>
      <div className={styles.actions}>
        <label className={styles.chooser}>
          {fileName === null ? 'Choose a CSV file' : 'Choose another CSV file'}
          <input
            type="file"
            className="visually-hidden"
            accept=".csv,.txt,.tsv,text/csv,text/tab-separated-values"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void choose(file);
              target.value = '';
            }}
          />
        </label>
      </div>
      {fileName !== null && (
        <p>
          <strong>{fileName}</strong>
          {catalogue && ` · ${KINDS[catalogue.kind]} · ${detailsOf(catalogue)}`}
        </p>
      )}
    </Card>
  );
}

const SEPARATORS: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

function detailsOf({ encoding, separator }: Catalogue): string {
  return `${encoding.toUpperCase()}, separated by ${SEPARATORS[separator] ?? separator}`;
}
