import type { Asset, AssetType } from '@atelier/contract';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { useAssetPages } from '../../api/lists.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { ASSET_WORDS } from '../../lib/asset-words.ts';
import styles from './AssetPicker.module.css';

/** Enter in the search would send the form around it. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/** Assets as cards to tick: up to `max` of them. Of one, another takes its place. */
export function AssetPicker({
  label,
  type,
  chosen,
  max,
  onChange,
}: {
  readonly label: string;
  readonly type: AssetType;
  readonly chosen: readonly string[];
  readonly max: number;
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const [wanted, setWanted] = useState('');
  const search = useDeferredValue(wanted.trim());
  const pages = useAssetPages(type, type !== 'outfit', search);
  const toggle = (id: string) => {
    if (chosen.includes(id)) onChange(chosen.filter((one) => one !== id));
    else onChange(max === 1 ? [id] : [...chosen, id].slice(0, max));
  };
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.legend}>{label}</legend>
      {chosen.length > 0 && (
        <p className={styles.none}>
          {`${chosen.length} chosen `}
          <Button size="small" kind="quiet" onClick={() => onChange([])}>
            Clear selection
          </Button>
        </p>
      )}
      {(pages.hasNextPage || wanted !== '' || search !== '') && (
        <TextField
          label="Find by name or SKU"
          type="search"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
          onKeyDown={keepForm}
        />
      )}
      {pages.error && <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <Skeleton shape="block" />}
      {pages.data?.length === 0 && (
        <p className={styles.none}>
          {search === '' ? `${ASSET_WORDS[type].many} that you save under Assets appear here.` : 'Nothing found.'}
        </p>
      )}
      <div className={styles.cards}>
        {pages.data?.map((asset: Asset) => (
          <label key={asset.id} className={styles.card}>
            <input
              type="checkbox"
              className="visually-hidden"
              checked={chosen.includes(asset.id)}
              disabled={max !== 1 && chosen.length >= max && !chosen.includes(asset.id)}
              onChange={() => toggle(asset.id)}
            />
            {asset.display_image && <img src={asset.display_image} alt="" loading="lazy" />}
            <span>{asset.alias}</span>
          </label>
        ))}
      </div>
      <LoadMore pages={pages} what={ASSET_WORDS[type].many.toLowerCase()} />
    </fieldset>
  );
}
