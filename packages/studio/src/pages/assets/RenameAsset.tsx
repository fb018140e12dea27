import type { Asset } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { forgetRefusal } from '../../api/refusals.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { consentOf, NO_CONSENT, withConsent } from '../../lib/consent.ts';
import { ConsentFields } from './ConsentFields.tsx';
import styles from './NewAsset.module.css';

/** Changes the name of an asset, and the consent of an avatar. */
export function RenameAsset({
  asset,
  open,
  onClose,
}: {
  readonly asset: Asset;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={`Rename ${asset.alias}`} open={open} onClose={onClose}>
      <Form asset={asset} onClose={onClose} />
    </Dialog>
  );
}

function Form({ asset, onClose }: { readonly asset: Asset; readonly onClose: () => void }) {
  const { id, alias, sku, type, characteristics } = asset;
  const { api } = useConnection();
  const [name, setName] = useState(alias);
  const [number, setNumber] = useState(sku ?? '');
  const [consent, setConsent] = useState(consentOf(asset) ?? NO_CONSENT);
  const change = useMutation({
    mutationFn: () => {
      const body = {
        alias: name.trim(),
        sku: number.trim() || null,
        ...(type === 'model' && { characteristics: withConsent(characteristics, consent) }),
      };
      return api('PATCH', '/assets/{id}', { params: { id }, body });
    },
    onSuccess: onClose,
    meta: { invalidates: [QUERY_KEYS.assets] },
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    change.mutate();
  }
  return (
    <form className={styles.form} onSubmit={submit} onInput={() => forgetRefusal(change)}>
      <TextField label="Name" required maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
      <TextField label="SKU" maxLength={200} value={number} onChange={({ target }) => setNumber(target.value)} />
      {type === 'model' && <ConsentFields consent={consent} onChange={(part) => setConsent({ ...consent, ...part })} />}
      {change.error && <ErrorNotice error={change.error} />}
      <Button type="submit" kind="primary" busy={change.isPending}>
        Save
      </Button>
    </form>
  );
}
