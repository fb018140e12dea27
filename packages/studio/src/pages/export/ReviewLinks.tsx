import type { ReviewLink } from '@atelier/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { SelectField, TextField } from '../../components/Field.tsx';
import { Secret } from '../../components/Secret.tsx';
import { momentText } from '../../lib/format.ts';
import styles from './ExportPage.module.css';

/** Lives of a link, in days. */
const DAYS = [7, 14, 30, 90] as const;
const DAY_MS = 86_400_000;

/** The review links of a collection: made, listed and revoked. */
export function ReviewLinks({ collectionId }: { readonly collectionId: string }) {
  const { atelier } = useConnection();
  const queryKey = ['review-links', collectionId];
  const [name, setName] = useState('');
  const [days, setDays] = useState<string>(String(DAYS[1]));
  const links = useQuery({ queryKey, queryFn: ({ signal }) => atelier.exports.reviewLinks(collectionId, signal) });
  const create = useMutation({
    mutationFn: () =>
      atelier.exports.createReviewLink(collectionId, {
        name: name.trim(),
        expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      }),
    onSuccess: () => setName(''),
    meta: { invalidates: [queryKey] },
  });
  const revoke = useMutation({
    mutationFn: (id: string) => atelier.exports.revokeReviewLink(id),
    meta: { invalidates: [queryKey] },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') create.mutate();
  };
  return (
    <Card>
      <h2>Review links</h2>
      <p>A link shows the images to somebody without a key. Their comments come back to each image.</p>
      <form onSubmit={submit}>
        <TextField
          label="Name of the link"
          hint="The page shows it, for example the name of its reader."
          value={name}
          maxLength={200}
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField label="Open for" value={days} onChange={({ target }) => setDays(target.value)}>
          {DAYS.map((count) => (
            <option key={count} value={count}>{`${count} days`}</option>
          ))}
        </SelectField>
        <Button type="submit" icon="plus" busy={create.isPending} disabled={name.trim() === ''}>
          Create a link
        </Button>
      </form>
      {create.data && (
        <Secret title="The address of this link" value={create.data.url}>
          It appears this once. Send it to the reviewer.
        </Secret>
      )}
      {(links.error ?? create.error ?? revoke.error) && (
        <ErrorNotice error={links.error ?? create.error ?? revoke.error} />
      )}
      <Links links={links.data ?? []} isBusy={revoke.isPending} onRevoke={revoke.mutate} />
    </Card>
  );
}

function Links({
  links,
  isBusy,
  onRevoke,
}: {
  readonly links: readonly ReviewLink[];
  readonly isBusy: boolean;
  readonly onRevoke: (id: string) => void;
}) {
  return (
    <ul className={styles.links}>
      {links.map(({ id, name, expires_at: end, comment_count: comments }) => (
        <li key={id}>
          <span>
            <strong>{name}</strong> · until {momentText(end)} · comments: {comments}
          </span>
          <Button size="small" kind="danger" busy={isBusy} aria-label={`Revoke ${name}`} onClick={() => onRevoke(id)}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}
