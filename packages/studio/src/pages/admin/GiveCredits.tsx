import type { Workspace } from '@atelier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { creditsText } from '../../lib/format.ts';
import { useAdminApi } from './admin-session.tsx';
import styles from './NewWorkspace.module.css';
import { ADMIN_QUERIES } from './queries.ts';

/** Gives a workspace credits, or takes some back; the reason stands in its ledger. */
export function GiveCredits({
  workspace,
  open,
  onClose,
}: {
  readonly workspace: Workspace;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={`Credits of ${workspace.name}`} open={open} onClose={onClose}>
      <Form workspace={workspace} onClose={onClose} />
    </Dialog>
  );
}

function Form({ workspace: { id, balance }, onClose }: { readonly workspace: Workspace; readonly onClose: () => void }) {
  const api = useAdminApi();
  const queries = useQueryClient();
  const [amount, setAmount] = useState('100');
  const [reason, setReason] = useState('');
  const give = useMutation({
    mutationFn: () =>
      api('POST', '/admin/workspaces/{id}/credits', { params: { id }, body: { amount: Number(amount), reason } }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ADMIN_QUERIES.workspaces });
    },
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    give.mutate();
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>It has {creditsText(balance)}.</p>
      <TextField
        label="Credits to give"
        type="number"
        step={0.01}
        required
        hint="A number below zero takes credits back."
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <TextField
        label="Reason"
        required
        maxLength={500}
        hint="Stands in the workspace’s list of movements."
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {give.error && <ErrorNotice error={give.error} />}
      <Button type="submit" kind="primary" busy={give.isPending}>
        Give
      </Button>
    </form>
  );
}
