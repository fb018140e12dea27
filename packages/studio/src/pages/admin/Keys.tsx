import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { AnswerOf } from '../../api/call.ts';
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
    { label: 'Begins', cell: ({ prefix }) => <code>{prefix}…</code> },
    { label: 'Made', cell: ({ created_at }) => momentText(created_at) },
    { label: 'Last used', cell: ({ last_used_at }) => (last_used_at ? agoText(last_used_at) : 'never') },
    { label: 'End', cell: (key) => <Revoke workspaceId={workspaceId} apiKey={key} /> },
  ];
  return (
    <div className={styles.keys}>
      {made && (
        <Secret title="The new key" value={made}>
          Hand it to whoever will use it. It is shown this once.
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
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => api('POST', '/admin/workspaces/{id}/keys', { params: { id: workspaceId }, body: { name: name.trim() } }),
    onSuccess({ api_key }) {
      onKey(api_key);
      setName('');
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ADMIN_QUERIES.keys(workspaceId) }),
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    create.mutate();
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Name of a new key"
        required
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={create.isPending}>
        Make a key
      </Button>
      {create.error && (
        <ErrorNotice
          error={create.error}
          inDoubt="It may have been made all the same: look at the list, and end the one that nobody has seen."
        />
      )}
    </form>
  );
}

function Revoke({ workspaceId, apiKey }: { readonly workspaceId: string; readonly apiKey: Key }) {
  const api = useAdminApi();
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const revoke = useMutation({
    mutationFn: () => api('DELETE', '/admin/keys/{key_id}', { params: { key_id: apiKey.key_id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ADMIN_QUERIES.keys(workspaceId) }),
  });
  if (apiKey.revoked_at) return `ended ${agoText(apiKey.revoked_at)}`;
  return (
    <>
      <Button size="small" kind="quiet" busy={revoke.isPending} onClick={() => setAsks(true)}>
        End it
      </Button>
      {revoke.error && <ErrorNotice error={revoke.error} />}
      <Confirm
        open={asks}
        title={`End the key ${apiKey.name}?`}
        action="End it"
        onClose={() => setAsks(false)}
        onConfirm={() => revoke.mutate()}
      >
        Whoever uses it is refused from then on. It cannot be given back.
      </Confirm>
    </>
  );
}
