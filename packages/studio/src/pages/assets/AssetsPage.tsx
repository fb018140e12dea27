import { ASSET_TYPES, type Asset, type AssetType } from '@atelier/contract';
import { useDeferredValue, useState } from 'react';
import { useAssetPages } from '../../api/lists.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Choice } from '../../components/Choice.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { ASSET_WORDS } from '../../lib/asset-words.ts';
import { useAddressParts } from '../../lib/use-address-parts.ts';
import { AssetCard } from './AssetCard.tsx';
import styles from './AssetsPage.module.css';
import { LostPhotos } from './LostPhotos.tsx';
import { NewAsset } from './NewAsset.tsx';

/** Products, avatars and scenes that are used again and again. */
export function AssetsPage() {
  const [search, change] = useAddressParts<'type' | 'new'>();
  const type = ASSET_TYPES.find((one) => one === search.get('type')) ?? 'outfit';
  const { one, hint } = ASSET_WORDS[type];
  // The address holds the filters, so that a reload shows the same.
  return (
    <>
      <PageHeader
        actions={
          <>
            {type === 'outfit' && (
              <ButtonLink to="/studio/assets/import" icon="upload">
                Import a catalogue
              </ButtonLink>
            )}
            <Button kind="primary" icon="plus" onClick={() => change({ new: one })}>
              {`New ${one}`}
            </Button>
          </>
        }
      >
        {hint}
      </PageHeader>
      <Choice
        label="Kind"
        value={type}
        onChange={(value) => change({ type: value, new: '' })}
        options={ASSET_TYPES.map((value) => ({ value, label: ASSET_WORDS[value].many }))}
      />
      <AssetList key={type} type={type} />
      <NewAsset type={type} open={search.has('new')} onClose={() => change({ new: '' })} />
    </>
  );
}

function AssetList({ type }: { readonly type: AssetType }) {
  const [wanted, setWanted] = useState('');
  const search = useDeferredValue(wanted.trim());
  const pages = useAssetPages(type, true, search);
  return (
    <section aria-label={ASSET_WORDS[type].many} className={styles.section}>
      <TextField
        label="Find by name or SKU"
        type="search"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <LostPhotos />
      {pages.error && <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <Skeleton shape="block" />}
      {pages.data?.length === 0 && (
        <EmptyState icon="asset" title={search ? 'Nothing found' : 'Nothing saved yet'}>
          {ASSET_WORDS[type].hint}
        </EmptyState>
      )}
      <ul className={styles.grid}>
        {pages.data?.map((asset: Asset) => (
          <li key={asset.id}>
            <AssetCard asset={asset} />
          </li>
        ))}
      </ul>
      <LoadMore pages={pages} what={ASSET_WORDS[type].many.toLowerCase()} />
    </section>
  );
}
