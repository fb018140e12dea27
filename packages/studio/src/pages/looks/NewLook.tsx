import {
  ASSET_REFERENCES_MAX,
  LOOK_OPERATIONS,
  type LookCreation,
  type LookInput,
  type LookOperation,
} from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { QUERY_KEYS, useAccount, useModels } from '../../api/queries.ts';
import { forgetRefusal } from '../../api/refusals.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { Choice } from '../../components/Choice.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextArea, TextField } from '../../components/Field.tsx';
import { ModelFields } from '../../components/work/ModelFields.tsx';
import { MODEL_OPTIONS, type ModelOptions, modelFields, modelOf } from '../../components/work/model-options.ts';
import { NoModel } from '../../components/work/NoModel.tsx';
import { labelOf } from '../../errors/labels.ts';
import { AssetPicker } from '../generate/AssetPicker.tsx';
import styles from './Form.module.css';

const OPERATION_WORDS: Readonly<Record<LookOperation, string>> = {
  virtual_try_on: 'Dress a photo of an avatar',
  generate: 'Make a new image',
};

/** What the photos of a product are called here: the best one, the first, or the first few. */
const VIEWS = [
  { value: 0, label: 'The best one' },
  { value: 1, label: 'The first' },
  { value: 2, label: 'The first two' },
  { value: 3, label: 'The first three' },
] as const;

/** Asks for everything that a look keeps. */
export function NewLook({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog title="New look" open={open} onClose={onClose} wide>
      <Form onClose={onClose} />
    </Dialog>
  );
}

/** The content of the form. */
interface Draft extends ModelOptions {
  readonly name: string;
  readonly operation: LookOperation;
  /** Asset IDs. */
  readonly avatars: readonly string[];
  /** One asset ID or none. */
  readonly scene: readonly string[];
  /** A value of {@link VIEWS}. */
  readonly views: number;
  readonly prompt: string;
  readonly style: string;
}

const EMPTY: Draft = {
  name: '',
  operation: 'virtual_try_on',
  avatars: [],
  scene: [],
  views: 0,
  prompt: '',
  style: '',
  ...MODEL_OPTIONS,
};

function Form({ onClose }: { readonly onClose: () => void }) {
  const { atelier } = useConnection();
  const account = useAccount();
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const { operation } = draft;
  const query = useModels(operation);
  const models = query.data ?? [];
  const model = modelOf(models, operation, draft);
  const save = useMutation({
    mutationFn: (look: LookCreation) => atelier.looks.create(look),
    onSuccess: onClose,
    meta: { invalidates: [QUERY_KEYS.looks] },
  });
  if (!model) return <NoModel query={query} />;
  const needsAvatar = operation === 'virtual_try_on' && draft.avatars.length === 0;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!model) return;
    save.mutate(lookOf(draft, modelFields(draft, model, account)));
  }
  return (
    <form className={styles.form} onSubmit={submit} onInput={() => forgetRefusal(save)}>
      <TextField
        label="Name"
        required
        maxLength={200}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Choice
        label="How the images are made"
        value={operation}
        onChange={(value) => change({ operation: value, ...MODEL_OPTIONS })}
        options={LOOK_OPERATIONS.map((value) => ({ value, label: OPERATION_WORDS[value] }))}
      />
      <Recipe draft={draft} change={change} />
      <ModelFields
        account={account}
        models={models}
        model={model}
        options={draft}
        onChange={change}
        omittedRatio={operation === 'virtual_try_on' ? 'Same as the avatar' : '3:4'}
      />
      {save.error && <ErrorNotice error={save.error} operation={operation} />}
      {needsAvatar && <p className={styles.price}>Choose at least one avatar.</p>}
      <Button type="submit" kind="primary" busy={save.isPending} disabled={needsAvatar}>
        Save the look
      </Button>
    </form>
  );
}

/** The avatars, the scene, the words, and the photos of each product. */
function Recipe({ draft, change }: { readonly draft: Draft; readonly change: (part: Partial<Draft>) => void }) {
  return (
    <>
      <AssetPicker
        label={labelOf('avatar_ids')}
        type="model"
        chosen={draft.avatars}
        max={ASSET_REFERENCES_MAX}
        onChange={(avatars) => change({ avatars })}
      />
      <AssetPicker
        label={labelOf('scene_id')}
        type="preset"
        chosen={draft.scene}
        max={1}
        onChange={(scene) => change({ scene })}
      />
      <TextArea
        label={labelOf('prompt', draft.operation)}
        value={draft.prompt}
        onChange={({ target }) => change({ prompt: target.value })}
      />
      <TextField
        label={labelOf('style')}
        value={draft.style}
        onChange={({ target }) => change({ style: target.value })}
      />
      <Choice
        label="Photos of each product"
        value={draft.views}
        onChange={(views) => change({ views })}
        options={VIEWS}
      />
    </>
  );
}

/** The body of the request. */
function lookOf({ name, operation, avatars, scene, views, prompt, style }: Draft, fields: LookInput): LookCreation {
  return {
    name: name.trim(),
    operation,
    avatar_ids: [...avatars],
    scene_id: scene[0] ?? null,
    views: views === 0 ? null : Array.from({ length: views }, (_, index) => index + 1),
    input: { ...(prompt && { prompt }), ...(style && { style }), ...fields },
  };
}
