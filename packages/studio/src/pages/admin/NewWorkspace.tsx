import { PLAN_NAMES, type PlanName } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { forgetRefusal } from '../../api/refusals.ts';
import { Button } from '../../components/Button.tsx';
import { Choice } from '../../components/Choice.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { CheckField, TextField } from '../../components/Field.tsx';
import { wordsOf } from '../../lib/format.ts';
import { useAdminApi } from './admin-session.tsx';
import styles from './NewWorkspace.module.css';
import { ADMIN_QUERIES } from './queries.ts';

/** The plans, as a choice. */
export const PLAN_OPTIONS = PLAN_NAMES.map((value) => ({ value, label: wordsOf(value) }));

/** Asks for a workspace's name and plan, makes it, and hands over its first key. */
export function NewWorkspace({
  open,
  onClose,
  onKey,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onKey: (key: string) => void;
}) {
  return (
    <Dialog title="New workspace" open={open} onClose={onClose}>
      <Form onClose={onClose} onKey={onKey} />
    </Dialog>
  );
}

function Form({ onClose, onKey }: { readonly onClose: () => void; readonly onKey: (key: string) => void }) {
  const api = useAdminApi();
  const [name, setName] = useState('');
  const [plan, setPlan] = useState<PlanName>('pro');
  const [credits, setCredits] = useState('100');
  const [sandbox, setSandbox] = useState(false);
  const create = useMutation({
    mutationFn: () =>
      api('POST', '/admin/workspaces', { body: { name: name.trim(), plan, credits: Number(credits), sandbox } }),
    onSuccess({ api_key }) {
      onKey(api_key);
      onClose();
    },
    meta: { invalidates: [ADMIN_QUERIES.workspaces] },
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    create.mutate();
  }
  return (
    <form className={styles.form} onSubmit={submit} onInput={() => forgetRefusal(create)}>
      <TextField label="Name" required maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
      <Choice label="Plan" options={PLAN_OPTIONS} value={plan} onChange={setPlan} />
      <TextField
        label="Credits at the start"
        type="number"
        min={0}
        step={0.01}
        required
        value={credits}
        onChange={({ target }) => setCredits(target.value)}
      />
      <CheckField
        label="Sandbox"
        hint="For developers: play credits, and test images instead of real ones."
        checked={sandbox}
        onChange={({ target }) => setSandbox(target.checked)}
      />
      {create.error && (
        <ErrorNotice
          error={create.error}
          inDoubt="The workspace may exist nevertheless. Close this form and look at the list first; you can create another key there."
        />
      )}
      <Button type="submit" kind="primary" busy={create.isPending}>
        Create
      </Button>
    </form>
  );
}
