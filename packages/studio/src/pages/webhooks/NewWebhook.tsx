import { WEBHOOK_EVENTS, type WebhookEvent } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { forgetRefusal } from '../../api/refusals.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { CheckField, TextField } from '../../components/Field.tsx';
import { EVENT_WORDS } from './event-words.ts';
import styles from './NewWebhook.module.css';

/** Asks for an address and its events. */
export function NewWebhook({
  open,
  onClose,
  onSecret,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}) {
  return (
    <Dialog title="Add a webhook" open={open} onClose={onClose}>
      <Form onClose={onClose} onSecret={onSecret} />
    </Dialog>
  );
}

function Form({ onClose, onSecret }: { readonly onClose: () => void; readonly onSecret: (secret: string) => void }) {
  const { api } = useConnection();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS);
  const create = useMutation({
    mutationFn: () => api('POST', '/v1/webhooks', { body: { url: url.trim(), events: [...events] } }),
    onSuccess({ secret }) {
      onSecret(secret);
      onClose();
    },
    meta: { invalidates: [QUERY_KEYS.webhooks] },
  });
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    setEvents(WEBHOOK_EVENTS.filter((one) => (one === event ? isOn : events.includes(one))));

  function submit(event: SubmitEvent) {
    event.preventDefault();
    create.mutate();
  }
  return (
    <form className={styles.form} onSubmit={submit} onInput={() => forgetRefusal(create)}>
      <TextField
        label="Address"
        type="url"
        required
        placeholder="https://shop.example/hooks/atelier"
        hint="A public address that answers with a 2xx status."
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <fieldset className={styles.events}>
        <legend>Events</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <CheckField
            key={event}
            label={EVENT_WORDS[event]}
            checked={events.includes(event)}
            onChange={({ target }) => toggle(event, target.checked)}
          />
        ))}
      </fieldset>
      {create.error && (
        <ErrorNotice
          error={create.error}
          inDoubt="The address may have been added nevertheless. Close this form and look at the list first; you can create a new secret there."
        />
      )}
      <Button type="submit" kind="primary" busy={create.isPending} disabled={events.length === 0}>
        Add
      </Button>
    </form>
  );
}
