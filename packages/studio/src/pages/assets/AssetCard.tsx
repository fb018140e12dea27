import type { Asset } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PRESET_WORDS } from '../../lib/asset-words.ts';
import { countText } from '../../lib/format.ts';
import styles from './AssetCard.module.css';
import { ChosenPhotos } from './ChosenPhotos.tsx';
import { ConsentNote } from './ConsentNote.tsx';
import { PhotoDrop } from './PhotoDrop.tsx';
import { RenameAsset } from './RenameAsset.tsx';
import { useAddedPhotos } from './use-added-photos.ts';

/** An asset: its picture, and the controls to change it. Those of the shared library are only shown. */
export function AssetCard({ asset }: { readonly asset: Asset }) {
  const { alias, sku, preset_class, display_image, image_count, public: isPublic } = asset;
  return (
    <article className={styles.card} aria-label={alias}>
      <div className={styles.picture}>
        {display_image ? (
          <img src={display_image} alt="" loading="lazy" decoding="async" />
        ) : (
          <Icon name="asset" size={28} />
        )}
      </div>
      <h2 className={styles.name}>{alias}</h2>
      <p className={styles.facts}>
        {[sku, preset_class && PRESET_WORDS[preset_class], countText(image_count, 'photo')].filter(Boolean).join(' · ')}
      </p>
      {asset.type === 'model' && !isPublic && <ConsentNote asset={asset} />}
      {isPublic ? <Badge tone="info">Shared library</Badge> : <Tools asset={asset} />}
    </article>
  );
}

function Tools({ asset }: { readonly asset: Asset }) {
  const { api } = useConnection();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const photos = useAddedPhotos(asset);
  const remove = useMutation({
    mutationFn: () => api('DELETE', '/assets/{id}', { params: { id: asset.id } }),
    onSuccess: () => photos.remove(photos.waiting),
    meta: { invalidates: [QUERY_KEYS.assets] },
  });
  const close = () => setOpen(null);
  return (
    <>
      <PhotoDrop label="Add photos" isBusy={photos.isBusy} onFiles={photos.add} />
      {photos.error && photos.waiting.length > 0 && (
        <>
          <ErrorNotice error={photos.error} onRetry={photos.retry} />
          <p>{`${photos.waiting[0]?.file.name} was not added; those after it wait.`}</p>
          <ChosenPhotos files={photos.waiting} isBusy={photos.isBusy} onRemove={(kept) => photos.remove([kept])} />
        </>
      )}
      <div className={styles.actions}>
        <Button size="small" onClick={() => setOpen('rename')}>
          {asset.type === 'model' ? 'Name and consent' : 'Rename'}
        </Button>
        <Button size="small" kind="danger" busy={remove.isPending} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      {remove.error && <ErrorNotice error={remove.error} />}
      <RenameAsset asset={asset} open={open === 'rename'} onClose={close} />
      <Confirm
        open={open === 'delete'}
        title={`Delete ${asset.alias}?`}
        action="Delete"
        onClose={close}
        onConfirm={() => remove.mutate()}
      >
        You can no longer choose it. Images made with it are kept.
      </Confirm>
    </>
  );
}
