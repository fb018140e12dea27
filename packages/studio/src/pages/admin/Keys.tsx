import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { AnswerOf } from '../../api/call.ts';
import { forgetRefusal } from '../../api/refusals.ts';
import { Button } from '../../components/Button.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { Secret } from '../../components/Secret.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { agoText, momentText } from '../../lib/format.ts';
import { useAdminApi } from './admin-session.tsx';
import styles from './Keys.module.css';
import { ADMIN_QUERIES } from './queries.ts';

type Key = AnswerOf<'GET', '/admin/workspaces/{id}/keys'>['keys'][number];

/** The keys of a workspace: when each was used, making one, ending one. */
export function Keys({ workspaceId }: { readonly workspaceId: string }) {
  const api = useAdminApi();
  const [made, setMade] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ADMIN_QUERIES.keys(workspaceId),
    queryFn: async ({ signal }) =>
      (await api('GET', '/admin/workspaces/{id}/keys', { params: { id: workspaceId }, signal })).keys,
  });
  const columns: readonly Column<Key>[] = [
    { label: 'Name', cell: ({ name }) => name },
    { label: 'Starts with', cell: ({ prefix }) => <code>{prefix}…</code> },
    { label: 'Created', cell: ({ created_at }) => momentText(created_at) },
    { label: 'Last used', cell: ({ last_used_at }) => (last_used_at ? agoText(last_used_at) : 'never') },
    { label: 'Revoke', cell: (key) => <Revoke workspaceId={workspaceId} apiKey={key} /> },
  ];
  return (
    <div className={styles.keys}>
      {made && (
        <Secret title="The new key" value={made}>
          Give it to the person who will use it. It is shown only once.
        </Secret>
      )}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data && <Table caption="Keys, newest first" columns={columns} rows={data} keyOf={({ key_id }) => key_id} />}
      <NewKey workspaceId={workspaceId} onKey={setMade} />
    </div>
  );
}

function NewKey({ workspaceId, onKey }: { readonly workspaceId: string; readonly onKey: (key: string) => void }) {
  const api = useAdminApi();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () =>
      api('POST', '/admin/workspaces/{id}/keys', { params: { id: workspaceId }, body: { name: name.trim() } }),
    onSuccess({ api_key }) {
      onKey(api_key);
      setName('');
    },
    meta: { invalidates: [ADMIN_QUERIES.keys(workspaceId)] },
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    create.mutate();
  }
  return (
    <form className={styles.form} onSubmit={submit} onInput={() => forgetRefusal(create)}>
      <TextField
        label="Name of a new key"
        required
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={create.isPending}>
        Create a key
      </Button>
      {create.error && (
        <ErrorNotice
          error={create.error}
          inDoubt="The key may exist nevertheless. Look at the list, and revoke the key that nobody has seen."
        />
      )}
    </form>
  );
}

function Revoke({ workspaceId, apiKey }: { readonly workspaceId: string; readonly apiKey: Key }) {
  const api = useAdminApi();
  const [asks, setAsks] = useState(false);
  const revoke = useMutation({
    mutationFn: () => api('DELETE', '/admin/keys/{key_id}', { params: { key_id: apiKey.key_id } }),
    meta: { invalidates: [ADMIN_QUERIES.keys(workspaceId)] },
  });
  if (apiKey.revoked_at) return `revoked ${agoText(apiKey.revoked_at)}`;
  return (
    <>
      <Button size="small" kind="danger" busy={revoke.isPending} onClick={() => setAsks(true)}>
        Revoke
      </Button>
      {revoke.error && <ErrorNotice error={revoke.error} />}
      <Confirm
        open={asks}
        title={`Revoke the key ${apiKey.name}?`}
        action="Revoke"
        onClose={() => setAsks(false)}
        onConfirm={() => revoke.mutate()}
      >
        The key stops working at once. You cannot undo this.
      </Confirm>
    </>
  );
}
