import { isUncertain } from '@atelier/client';
import type { Workspace } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { Api } from '../../api/call.ts';
import { forgetRefusal } from '../../api/refusals.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { creditsText } from '../../lib/format.ts';
import { useKept } from '../../lib/use-kept.ts';
import { useAdminApi } from './admin-session.tsx';
import styles from './NewWorkspace.module.css';
import { ADMIN_QUERIES } from './queries.ts';

/** Gives a workspace credits or takes some back; the reason appears in its ledger. */
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

/** A gift that the service may or may not have entered, kept until the operator has seen the balance. */
interface Doubt {
  readonly amount: number;
  /** The balance before the gift; null: no gift is in doubt. */
  readonly before: number | null;
}

const NONE: Doubt = { amount: 0, before: null };

function Form({
  workspace: { id, balance },
  onClose,
}: {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}) {
  const api = useAdminApi();
  const [amount, setAmount] = useState('100');
  const [reason, setReason] = useState('');
  const [doubt, keepDoubt] = useKept(`credits-in-doubt:${id}`, NONE);
  const look = useMutation({
    mutationFn: async (looked: Doubt): Promise<SeenBalance> => ({ ...looked, now: await balanceOf(api, id) }),
    meta: { invalidates: [ADMIN_QUERIES.workspaces] },
  });
  // The doubt ends only when the operator sees the outcome: a form that was closed meanwhile shows nothing.
  const lookAt = (looked: Doubt) => look.mutate(looked, { onSuccess: () => keepDoubt(NONE) });
  const give = useMutation({
    mutationFn: (gift: Doubt) =>
      api('POST', '/admin/workspaces/{id}/credits', { params: { id }, body: { amount: gift.amount, reason } }),
    // The doubt begins here: the form may be closed, or the page left, before the answer comes.
    onMutate(gift) {
      look.reset();
      keepDoubt(gift);
    },
    onSuccess() {
      keepDoubt(NONE);
      onClose();
    },
    onError(error, gift) {
      if (isUncertain(error)) lookAt(gift);
      else keepDoubt(NONE);
    },
    meta: { invalidates: [ADMIN_QUERIES.workspaces] },
  });
  const isInDoubt = doubt.before !== null && !give.isPending;
  const lost = isInDoubt ? doubt : look.data;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    give.mutate({ amount: Number(amount), before: look.data?.now ?? balance });
  }
  return (
    <form className={styles.form} onSubmit={submit} onInput={() => forgetRefusal(give)}>
      <p>Balance: {creditsText(look.data?.now ?? balance)}.</p>
      <TextField
        label="Credits to grant"
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
        hint="Shown in the list of transactions."
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {give.error && !isUncertain(give.error) && <ErrorNotice error={give.error} />}
      {lost && <DoubtNotice doubt={lost} now={look.data?.now} isLooking={look.isPending} onLook={() => lookAt(lost)} />}
      {lost && look.error && <ErrorNotice error={look.error} />}
      <Button type="submit" kind="primary" busy={give.isPending} disabled={isInDoubt}>
        {lost ? 'Grant again' : 'Grant'}
      </Button>
    </form>
  );
}

/** The balance after a gift in doubt. */
interface SeenBalance extends Doubt {
  readonly now: number;
}

/** Warns that a gift may have been entered already, so that the operator checks the balance before sending it again. */
function DoubtNotice({
  doubt: { amount, before },
  now,
  isLooking,
  onLook,
}: {
  readonly doubt: Doubt;
  /** The balance now; undefined while it cannot be read. */
  readonly now: number | undefined;
  readonly isLooking: boolean;
  readonly onLook: () => void;
}) {
  const had = `The balance was ${creditsText(before ?? 0)}`;
  return (
    <Notice
      tone="warn"
      title="The grant may not have arrived"
      urgent
      actions={
        <Button size="small" icon="retry" busy={isLooking} onClick={onLook}>
          Check the balance
        </Button>
      }
    >
      {`The service did not confirm the grant of ${creditsText(amount)}. ${had}${now === undefined ? '.' : `; now it is ${creditsText(now)}.`}`}
    </Notice>
  );
}

async function balanceOf(api: Api, workspaceId: string): Promise<number> {
  const { workspaces } = await api('GET', '/admin/workspaces', {});
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  if (!workspace) throw new Error('The workspace was deleted.');
  return workspace.balance;
}
