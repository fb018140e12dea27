import { type AssetType, PRESET_CLASSES, type PresetClass } from '@atelier/contract';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { QUERY_KEYS, useAccount } from '../../api/queries.ts';
import { forgetRefusal } from '../../api/refusals.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { SelectField, TextField } from '../../components/Field.tsx';
import { ASSET_WORDS, PRESET_WORDS } from '../../lib/asset-words.ts';
import { type Consent, NO_CONSENT, withConsent } from '../../lib/consent.ts';
import { countText } from '../../lib/format.ts';
import type { KeptFile } from '../../lib/kept-files.ts';
import { type KeptChange, useKept } from '../../lib/use-kept.ts';
import { useKeptFiles } from '../../lib/use-kept-files.ts';
import { ChosenPhotos } from './ChosenPhotos.tsx';
import { ConsentFields } from './ConsentFields.tsx';
import styles from './NewAsset.module.css';
import { PhotoDrop } from './PhotoDrop.tsx';
import { isFound, uploadPhotos } from './upload-photos.ts';

/** Asks for a name and photos, and saves them as an asset. */
export function NewAsset({
  type,
  open,
  onClose,
}: {
  readonly type: AssetType;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={`New ${ASSET_WORDS[type].one}`} open={open} onClose={onClose}>
      <Form type={type} onClose={onClose} />
    </Dialog>
  );
}

/** The input, kept until it is saved. */
interface Draft {
  readonly alias: string;
  readonly sku: string;
  readonly presetClass: PresetClass;
  /** Of avatars. */
  readonly consent: Consent;
  /** The asset that was made of it, where not all photos have arrived. */
  readonly madeId: string | null;
}

const EMPTY: Draft = { alias: '', sku: '', presetClass: 'human_studio', consent: NO_CONSENT, madeId: null };

function Form({ type, onClose }: { readonly type: AssetType; readonly onClose: () => void }) {
  const { workspace_id } = useAccount();
  const name = `new-asset:${type}:${workspace_id}`;
  const [draft, change] = useKept(name, EMPTY);
  const { files, add, remove } = useKeptFiles(name);
  const save = useSavedAsset(type, draft, change);
  const { api } = useConnection();
  const create = useMutation({
    mutationKey: [name],
    mutationFn: async () => {
      const id = await save();
      await uploadPhotos(api, { id, type }, name, (kept) => remove([kept]));
    },
    onSuccess: () => change(EMPTY),
    meta: { invalidates: [QUERY_KEYS.assets] },
  });
  // Also one that began before the form was closed and opened again.
  const isSaving = useIsMutating({ mutationKey: [name] }) > 0;
  const count = files?.length ?? 0;
  const next = files?.[0];
  const isTouched = count > 0 || draft.alias !== '' || draft.sku !== '' || draft.consent.person !== '';

  function submit(event: SubmitEvent) {
    event.preventDefault();
    create.mutate(undefined, { onSuccess: onClose });
  }
  function removePhoto(kept: KeptFile) {
    void remove([kept]);
    create.reset();
  }
  function clear() {
    void remove(files ?? []);
    change(EMPTY);
    create.reset();
  }
  return (
    <form className={styles.form} onSubmit={submit} onInput={() => forgetRefusal(create)}>
      <TextField
        label="Name"
        required
        maxLength={200}
        value={draft.alias}
        onChange={({ target }) => change({ alias: target.value })}
      />
      {type === 'outfit' && (
        <TextField
          label="SKU"
          maxLength={200}
          value={draft.sku}
          onChange={({ target }) => change({ sku: target.value })}
        />
      )}
      {type === 'preset' && (
        <SelectField
          label="Kind of preset"
          value={draft.presetClass}
          onChange={({ target }) =>
            change({ presetClass: PRESET_CLASSES.find((one) => one === target.value) ?? EMPTY.presetClass })
          }
        >
          {PRESET_CLASSES.map((one) => (
            <option key={one} value={one}>
              {PRESET_WORDS[one]}
            </option>
          ))}
        </SelectField>
      )}
      {type === 'model' && (
        <ConsentFields
          consent={draft.consent}
          onChange={(part) => change((now) => ({ consent: { ...now.consent, ...part } }))}
        />
      )}
      <PhotoDrop
        label={count === 0 ? 'Drop photos or browse' : `${countText(count, 'photo')}: add more`}
        isBusy={isSaving}
        onFiles={add}
      />
      <ChosenPhotos files={files ?? []} isBusy={isSaving} onRemove={removePhoto} />
      {create.error && <ErrorNotice error={create.error} />}
      {draft.madeId !== null && next && !isSaving && (
        <p>{`The ${ASSET_WORDS[type].one} is saved without the photos above; ${next.file.name} is uploaded next.`}</p>
      )}
      <Button type="submit" kind="primary" busy={isSaving} disabled={files === null}>
        Save
      </Button>
      {isTouched && (
        <Button size="small" kind="quiet" disabled={isSaving} onClick={clear}>
          Clear the form
        </Button>
      )}
    </form>
  );
}

/** Makes the asset that a draft comes to. Saved again after a photo was refused, it is still the same asset. */
function useSavedAsset(
  type: AssetType,
  { alias, sku, presetClass, consent, madeId }: Draft,
  change: KeptChange<Draft>,
) {
  const { api } = useConnection();
  return async (): Promise<string> => {
    const fields = {
      alias: alias.trim(),
      sku: sku.trim() || null,
      ...(type === 'preset' && { preset_class: presetClass }),
      ...(type === 'model' && { characteristics: withConsent(null, consent) }),
    };
    if (madeId !== null && (await isFound(api('PATCH', '/assets/{id}', { params: { id: madeId }, body: fields }))))
      return madeId;
    const { id } = await api('POST', '/assets', { body: { type, ...fields } });
    change({ madeId: id });
    return id;
  };
}
