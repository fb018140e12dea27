import type { Key } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useKeyPages } from '../../api/lists.ts';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { agoText, creditsText, momentText, numberText } from '../../lib/format.ts';

/** All keys, newest first. */
export function KeyTable({ ownId }: { readonly ownId: string }) {
  const pages = useKeyPages();
  if (!pages.data)
    return pages.error ? (
      <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <Skeleton shape="block" />
    );
  const columns: readonly Column<Key>[] = [
    { label: 'Name', cell: ({ id, name }) => (id === ownId ? `${name} (yours)` : name) },
    { label: 'Starts with', cell: ({ prefix }) => <code>{prefix}…</code> },
    { label: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
    { label: 'Limits', cell: limitWords },
    { label: 'This month', cell: ({ credits_this_month }) => creditsText(credits_this_month), isNumber: true },
    { label: 'Last used', cell: ({ last_used_at }) => (last_used_at ? agoText(last_used_at) : 'never') },
    { label: 'Status', cell: (key) => <State apiKey={key} /> },
  ];
  return (
    <>
      <Table caption="Keys, newest first" columns={columns} rows={pages.data} keyOf={({ id }) => id} />
      <LoadMore pages={pages} what="keys" />
    </>
  );
}

function limitWords({ requests_per_minute: requests, credits_per_month: credits, expires_at: expiry }: Key): string {
  const words = [
    credits === null ? null : `${creditsText(credits)} a month`,
    requests === null ? null : `${numberText(requests)} requests a minute`,
    expiry === null ? null : `until ${momentText(expiry)}`,
  ];
  return words.filter(Boolean).join(', ') || 'none';
}

/** Whether the key works, and the way to end it. */
function State({ apiKey: { id, name, revoked_at, expires_at } }: { readonly apiKey: Key }) {
  const { api } = useConnection();
  const [asks, setAsks] = useState(false);
  const revoke = useMutation({
    mutationFn: () => api('DELETE', '/v1/keys/{id}', { params: { id } }),
    meta: { invalidates: [QUERY_KEYS.keys] },
  });
  if (revoked_at) return <Badge tone="bad">Revoked</Badge>;
  return (
    <>
      {expires_at && new Date(expires_at) <= new Date() && <Badge tone="warn">Expired</Badge>}
      <Button size="small" kind="danger" busy={revoke.isPending} onClick={() => setAsks(true)}>
        Revoke
      </Button>
      {revoke.error && <ErrorNotice error={revoke.error} />}
      <Confirm
        open={asks}
        title={`Revoke ${name}?`}
        action="Revoke"
        onConfirm={() => revoke.mutate()}
        onClose={() => setAsks(false)}
      >
        The service refuses programs with this key at once. You cannot undo this.
      </Confirm>
    </>
  );
}
