import { type Asset, type AssetType, PRESET_CLASSES, type PresetClass } from '@atelier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { SelectField, TextField } from '../../components/Field.tsx';
import { ASSET_WORDS, PRESET_WORDS } from '../../lib/asset-words.ts';
import { countText } from '../../lib/format.ts';
import styles from './NewAsset.module.css';
import { PhotoDrop } from './PhotoDrop.tsx';
import { usePhotoUpload } from './use-photo-upload.ts';

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

function Form({ type, onClose }: { readonly type: AssetType; readonly onClose: () => void }) {
  const { api } = useConnection();
  const queries = useQueryClient();
  const photos = usePhotoUpload();
  const [alias, setAlias] = useState('');
  const [sku, setSku] = useState('');
  const [presetClass, setPresetClass] = useState<PresetClass>('human_studio');
  const [files, setFiles] = useState<readonly File[]>([]);
  const made = useRef<Asset | null>(null);
  const create = useMutation({
    mutationFn: async () => {
      const own = type === 'preset' ? { preset_class: presetClass } : {};
      const body = { type, alias: alias.trim(), ...(sku.trim() && { sku: sku.trim() }), ...own };
      // Saved again after a photo was refused, it is still the same asset, and what has arrived is not sent twice.
      made.current ??= await api('POST', '/assets', { body });
      for (const file of files) {
        await photos.mutateAsync({ asset: made.current, files: [file] });
        setFiles((now) => now.filter((one) => one !== file));
      }
    },
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_KEYS.assets }),
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    create.mutate();
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField label="Name" required maxLength={200} value={alias} onChange={({ target }) => setAlias(target.value)} />
      {type === 'outfit' && (
        <TextField label="Number in your shop" maxLength={200} value={sku} onChange={({ target }) => setSku(target.value)} />
      )}
      {type === 'preset' && (
        <SelectField
          label="Kind of scene"
          value={presetClass}
          onChange={({ target }) => setPresetClass(PRESET_CLASSES.find((one) => one === target.value) ?? 'human_studio')}
        >
          {PRESET_CLASSES.map((one) => (
            <option key={one} value={one}>
              {PRESET_WORDS[one]}
            </option>
          ))}
        </SelectField>
      )}
      <PhotoDrop
        label={files.length === 0 ? 'Drop photos or browse' : `${countText(files.length, 'photo')}: add more`}
        isBusy={create.isPending}
        onFiles={(added) => setFiles([...files, ...added])}
      />
      {files.length > 0 && (
        <Button size="small" kind="quiet" onClick={() => setFiles([])}>
          Take the photos out
        </Button>
      )}
      {create.error && <ErrorNotice error={create.error} />}
      <Button type="submit" kind="primary" busy={create.isPending}>
        Save
      </Button>
    </form>
  );
}
