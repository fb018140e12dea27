import { fileFinder, filesBySku } from '@atelier/client/catalogue';
import { useMemo, useState } from 'react';
import { useAccount } from '../../api/queries.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { countText } from '../../lib/format.ts';
import { PhotoDrop } from '../assets/PhotoDrop.tsx';
import { CatalogueFile } from './CatalogueFile.tsx';
import styles from './ImportPage.module.css';
import { ImportRun } from './ImportRun.tsx';
import { MappingFields } from './MappingFields.tsx';
import { Preview } from './Preview.tsx';
import { type ChosenCatalogue, useChosenCatalogue } from './use-chosen-catalogue.ts';

/** Makes products of a shop's export: a file is chosen, looked at, corrected and imported. */
export function ImportPage() {
  const { workspace_id } = useAccount();
  const chosen = useChosenCatalogue(workspace_id);
  const { catalogue, problem, isReading } = chosen;
  return (
    <>
      <PageHeader
        actions={
          <ButtonLink to="/studio/assets" icon="left">
            Back to products
          </ButtonLink>
        }
      >
        One product of each product in the file, with its SKU, options and photos. You can repeat an import: it changes
        only what differs.
      </PageHeader>
      <div className={styles.steps}>
        <CatalogueFile chosen={chosen} />
        {isReading && <Skeleton shape="block" />}
        {problem !== null && (
          <Notice tone="bad" title="This file cannot be used" urgent>
            {problem}
          </Notice>
        )}
        {catalogue && <Steps key={chosen.fileId} chosen={chosen} catalogue={catalogue} />}
      </div>
    </>
  );
}

function Steps({
  chosen,
  catalogue,
}: {
  readonly chosen: ChosenCatalogue;
  readonly catalogue: NonNullable<ChosenCatalogue['catalogue']>;
}) {
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const names = useMemo(() => photos.map(({ name }) => name), [photos]);
  const products = useMemo(() => filesBySku(catalogue.products, names), [catalogue, names]);
  const wanted = useMemo(
    () => products.flatMap(({ pictures }) => pictures.filter(({ kind }) => kind === 'file').map(({ name }) => name)),
    [products],
  );
  const find = useMemo(() => fileFinder(names), [names]);
  const missing = wanted.filter((name) => find(name) === null);
  const needsFiles = wanted.length > 0 || products.every(({ pictures }) => pictures.length === 0);
  return (
    <>
      <Card className={styles.card} aria-labelledby="catalogue-columns">
        <h2 id="catalogue-columns">Columns</h2>
        <MappingFields catalogue={catalogue} onChange={chosen.correct} />
      </Card>
      {catalogue.isUsable && (
        <Card className={styles.card} aria-labelledby="catalogue-products">
          <h2 id="catalogue-products">{countText(products.length, 'product')}</h2>
          <Preview products={products} problems={catalogue.problems} />
        </Card>
      )}
      {catalogue.isUsable && needsFiles && (
        <Card className={styles.card} aria-labelledby="catalogue-photos">
          <h2 id="catalogue-photos">Photos</h2>
          <p>
            {wanted.length > 0
              ? `The file names ${countText(wanted.length, 'photo')}. ${missing.length === 0 ? 'All are here.' : `${missing.length} of them are still to be chosen.`}`
              : 'The file names no photos. A photo belongs to the product whose SKU its file name begins with.'}
          </p>
          <PhotoDrop
            label="Choose photos"
            isBusy={false}
            onFiles={(added) => setPhotos((known) => [...known, ...added])}
          />
        </Card>
      )}
      {catalogue.isUsable && products.length > 0 && (
        <ImportRun chosen={chosen} catalogue={catalogue} products={products} photos={photos} />
      )}
    </>
  );
}
