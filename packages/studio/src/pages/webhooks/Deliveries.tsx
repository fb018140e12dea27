import type { DeliveryStatus, WebhookDelivery } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { useDeliveryPages } from '../../api/lists.ts';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { countText, momentText } from '../../lib/format.ts';
import type { Tone } from '../../lib/tone.ts';
import styles from './Deliveries.module.css';
import { eventWords } from './event-words.ts';

const STATES: Readonly<Record<DeliveryStatus, { readonly words: string; readonly tone: Tone }>> = {
  pending: { words: 'On its way', tone: 'info' },
  delivered: { words: 'Delivered', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
};

/** The deliveries of a webhook, newest first. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const pages = useDeliveryPages(webhookId);
  if (!pages.data)
    return pages.error ? <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} /> : <Skeleton />;
  if (pages.data.length === 0) return <p className={styles.none}>No messages yet.</p>;
  const columns: readonly Column<WebhookDelivery>[] = [
    { label: 'When', cell: ({ created_at }) => <time dateTime={created_at}>{momentText(created_at)}</time> },
    { label: 'What', cell: ({ event }) => eventWords(event) },
    { label: 'Status', cell: (delivery) => <State delivery={delivery} /> },
    { label: 'Answer', cell: answerWords },
    { label: 'Repeat', cell: (delivery) => <SendAgain webhookId={webhookId} delivery={delivery} /> },
  ];
  return (
    <>
      <Table
        caption="Messages to this address, newest first"
        columns={columns}
        rows={pages.data}
        keyOf={({ id }) => id}
      />
      <LoadMore pages={pages} what="messages" />
    </>
  );
}

function State({ delivery: { status, next_attempt_at } }: { readonly delivery: WebhookDelivery }) {
  const { words, tone } = STATES[status];
  return (
    <span className={styles.state}>
      <Badge tone={tone}>{words}</Badge>
      {status === 'pending' && next_attempt_at && (
        <span className={styles.none}>next try {momentText(next_attempt_at)}</span>
      )}
    </span>
  );
}

function answerWords({ attempts, response_status, error }: WebhookDelivery): string {
  const tries = attempts > 0 ? countText(attempts, 'try', 'tries') : 'not tried yet';
  return [response_status === null ? null : `status ${response_status}`, error, tries].filter(Boolean).join(', ');
}

function SendAgain({
  webhookId,
  delivery: { id, status },
}: {
  readonly webhookId: string;
  readonly delivery: WebhookDelivery;
}) {
  const { api } = useConnection();
  const send = useMutation({
    mutationFn: () =>
      api('POST', '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', {
        params: { id: webhookId, delivery_id: id },
      }),
    meta: { invalidates: [QUERY_KEYS.deliveries(webhookId)] },
  });
  return (
    <>
      <Button
        size="small"
        kind="quiet"
        icon="retry"
        busy={send.isPending}
        disabled={status === 'pending'}
        onClick={() => send.mutate()}
      >
        Send again
      </Button>
      {send.error && <ErrorNotice error={send.error} />}
    </>
  );
}
