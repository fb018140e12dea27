import type { Webhook } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Secret } from '../../components/Secret.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { WebhookCard } from './WebhookCard.tsx';
import styles from './WebhooksPage.module.css';

/** Addresses that receive a message when jobs end, and their deliveries. */
export function WebhooksPage() {
  const { api } = useConnection();
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: QUERY_KEYS.webhooks,
    queryFn: async ({ signal }) => (await api('GET', '/v1/webhooks', { signal })).webhooks,
  });
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setIsAdding(true)}>
      Add a webhook
    </Button>
  );
  return (
    <>
      <PageHeader actions={data && data.length > 0 ? add : undefined}>
        The service sends a signed message to your server when a job ends.
      </PageHeader>
      <div className={styles.list}>
        {secret && (
          <Secret title="The secret of this webhook" value={secret}>
            Store it where your server checks signatures. It is shown only once.
          </Secret>
        )}
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton shape="block" />}
        {data?.length === 0 && (
          <EmptyState icon="webhook" title="No webhooks yet" action={add}>
            Add the address of your server to receive messages. Polling jobs works too.
          </EmptyState>
        )}
        {data?.map((webhook: Webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} onSecret={setSecret} />
        ))}
      </div>
      <NewWebhook open={isAdding} onClose={() => setIsAdding(false)} onSecret={setSecret} />
    </>
  );
}
