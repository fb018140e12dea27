import type { Webhook } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { useAnnounce } from '../../components/Announcer.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Deliveries } from './Deliveries.tsx';
import { EVENT_WORDS } from './event-words.ts';
import styles from './WebhookCard.module.css';

/** One address: its events, its deliveries, and its actions. */
export function WebhookCard({
  webhook,
  onSecret,
}: {
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}) {
  const { id, url, events, disabled_at } = webhook;
  const { api } = useConnection();
  const announce = useAnnounce();
  const [asks, setAsks] = useState<'delete' | 'rotate' | null>(null);
  const params = { id };

  const test = useMutation({
    mutationFn: () => api('POST', '/v1/webhooks/{id}/test', { params }),
    onSuccess: () => announce('A test message is on its way'),
    meta: { invalidates: [QUERY_KEYS.deliveries(id)] },
  });
  const rotate = useMutation({
    mutationFn: () => api('POST', '/v1/webhooks/{id}/rotate', { params }),
    onSuccess: ({ secret }) => onSecret(secret),
    meta: { invalidates: [QUERY_KEYS.webhooks] },
  });
  const remove = useMutation({
    mutationFn: () => api('DELETE', '/v1/webhooks/{id}', { params }),
    meta: { invalidates: [QUERY_KEYS.webhooks] },
  });
  const error = test.error ?? rotate.error ?? remove.error;
  return (
    <Card aria-label={`Webhook ${url}`}>
      <div className={styles.head}>
        <h2 className={styles.url}>{url}</h2>
        <Badge tone={disabled_at ? 'bad' : 'good'}>{disabled_at ? 'Off' : 'On'}</Badge>
      </div>
      <p className={styles.events}>{events.map((event) => EVENT_WORDS[event]).join(' · ')}</p>
      {disabled_at && (
        <Notice tone="warn" title="The address answered 410 Gone">
          It receives no more messages. Create a new secret to turn it on again.
        </Notice>
      )}
      <div className={styles.actions}>
        <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button size="small" busy={rotate.isPending} onClick={() => setAsks('rotate')}>
          New secret
        </Button>
        <Button size="small" kind="danger" busy={remove.isPending} onClick={() => setAsks('delete')}>
          Delete
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
      <Deliveries webhookId={id} />
      <Confirm
        open={asks === 'delete'}
        title="Delete this webhook?"
        action="Delete"
        onClose={() => setAsks(null)}
        onConfirm={() => remove.mutate()}
      >
        {url} receives no more messages. The list of its messages is deleted too.
      </Confirm>
      <Confirm
        open={asks === 'rotate'}
        title="Create a new secret?"
        action="Create secret"
        onClose={() => setAsks(null)}
        onConfirm={() => rotate.mutate()}
      >
        For one day, messages are also signed with the old secret, so that you can switch your server.
      </Confirm>
    </Card>
  );
}
