import type { Workspace } from '@atelier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { Api } from '../../api/call.ts';
import { isUncertain } from '../../api/refusals.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
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
  const look = useMutation({ mutationFn: () => balanceOf(api, id) });
  const give = useMutation({
    mutationFn: (_balanceBefore: number) =>
      api('POST', '/admin/workspaces/{id}/credits', { params: { id }, body: { amount: Number(amount), reason } }),
    onMutate: () => look.reset(),
    onSuccess: onClose,
    onError: (error) => isUncertain(error) && look.mutate(),
    onSettled: () => queries.invalidateQueries({ queryKey: ADMIN_QUERIES.workspaces }),
  });
  const isInDoubt = isUncertain(give.error);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    give.mutate(look.data ?? balance);
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
      {give.error && !isInDoubt && <ErrorNotice error={give.error} />}
      {isInDoubt && (
        <Doubt before={give.variables ?? balance} now={look.data} isLooking={look.isPending} onLook={look.mutate} />
      )}
      {isInDoubt && look.error && <ErrorNotice error={look.error} />}
      <Button type="submit" kind="primary" busy={give.isPending} disabled={isInDoubt && look.data === undefined}>
        {isInDoubt ? 'Give once more' : 'Give'}
      </Button>
    </form>
  );
}

/** Whether it was entered is not known: it is not to be sent again before somebody has looked. */
function Doubt({
  before,
  now,
  isLooking,
  onLook,
}: {
  readonly before: number;
  /** The balance since; undefined while it could not be read. */
  readonly now: number | undefined;
  readonly isLooking: boolean;
  readonly onLook: () => void;
}) {
  return (
    <Notice
      tone="warn"
      title="It is not known whether it was entered"
      urgent
      actions={
        <Button size="small" icon="retry" busy={isLooking} onClick={() => onLook()}>
          Look at the balance
        </Button>
      }
    >
      {now === undefined
        ? `The answer did not arrive. Before, the workspace had ${creditsText(before)}.`
        : `The answer did not arrive. Before, the workspace had ${creditsText(before)}; now it has ${creditsText(now)}.`}
    </Notice>
  );
}

async function balanceOf(api: Api, workspaceId: string): Promise<number> {
  const { workspaces } = await api('GET', '/admin/workspaces', {});
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  if (!workspace) throw new Error('The workspace was deleted.');
  return workspace.balance;
}
