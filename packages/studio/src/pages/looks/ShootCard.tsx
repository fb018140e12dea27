import type { Shoot, ShootItem, ShootStatus } from '@atelier/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { Thumbnails } from '../../components/pictures/Thumbnails.tsx';
import { Time } from '../../components/Time.tsx';
import { countText, creditsText } from '../../lib/format.ts';
import type { Tone } from '../../lib/tone.ts';
import styles from './ShootCard.module.css';

const STATES: Readonly<Record<ShootStatus, readonly [Tone, string]>> = {
  running: ['info', 'Running'],
  paused: ['warn', 'Paused'],
  completed: ['good', 'Completed'],
  canceled: ['bad', 'Canceled'],
};

/** Failed items that are read at once. */
const FAILED_MAX = 50;

/** One shoot: how far it is, what has failed, and its actions. */
export function ShootCard({ shoot }: { readonly shoot: Shoot }) {
  const { id, look_name, status, pause, items, item_count: count, credits_used, created_at } = shoot;
  const { atelier } = useConnection();
  const [asksToCancel, setAsksToCancel] = useState(false);
  const act = useMutation({
    mutationFn: (action: 'cancel' | 'resume' | 'retry') => atelier.shoots[action](id),
    meta: { invalidates: [QUERY_KEYS.shoots, QUERY_KEYS.account] },
  });
  const failed = items.failed + items.policy_blocked;
  const [tone, words] = STATES[status];
  const isOpen = status === 'running' || status === 'paused';
  return (
    <Card aria-label={`Shoot with ${look_name}`}>
      <div className={styles.head}>
        <h3 className={styles.name}>{look_name}</h3>
        <Badge tone={tone}>{words}</Badge>
      </div>
      {isOpen && <Progress label={`Images of ${look_name}`} share={(items.completed + failed) / count} />}
      <Results shoot={shoot} isOpen={isOpen} />
      <p className={styles.about}>
        {`${items.completed} of ${countText(count, 'image')}`}
        {failed > 0 && ` · ${failed} failed`}
        {` · ${creditsText(credits_used)} · `}
        <Time at={created_at} />
      </p>
      {pause && (
        <Notice
          tone="warn"
          title="The shoot is paused"
          actions={
            <Button size="small" busy={act.isPending} onClick={() => act.mutate('resume')}>
              Resume
            </Button>
          }
        >
          {pause.message}
        </Notice>
      )}
      {act.error && <ErrorNotice error={act.error} />}
      <div className={styles.actions}>
        <ButtonLink size="small" icon="gallery" to={`/studio/library?shoot=${id}`}>
          See the images
        </ButtonLink>
        {failed + items.canceled > 0 && (
          <Button size="small" icon="retry" busy={act.isPending} onClick={() => act.mutate('retry')}>
            Retry the rest
          </Button>
        )}
        {isOpen && (
          <Button size="small" kind="danger" busy={act.isPending} onClick={() => setAsksToCancel(true)}>
            Cancel
          </Button>
        )}
      </div>
      {failed > 0 && <Failed shoot={shoot} count={failed} />}
      <Confirm
        open={asksToCancel}
        title="Cancel this shoot?"
        action="Cancel the shoot"
        onClose={() => setAsksToCancel(false)}
        onConfirm={() => act.mutate('cancel')}
      >
        Images that are completed stay. Unfinished ones are refunded.
      </Confirm>
    </Card>
  );
}

/** Pictures that are read: more than the widest card holds. */
const RESULTS_MAX = 16;

/** The newest images of a shoot, with an empty place for each that is still to come. */
function Results({
  shoot: { id, items, item_count: count },
  isOpen,
}: {
  readonly shoot: Shoot;
  readonly isOpen: boolean;
}) {
  const { atelier } = useConnection();
  const { data } = useQuery({
    queryKey: [...QUERY_KEYS.shoots, id, 'results', items.completed],
    queryFn: async ({ signal }) => (await atelier.library.list({ shoot_id: id, limit: RESULTS_MAX }, signal)).images,
    enabled: items.completed > 0,
    placeholderData: keepPreviousData,
  });
  const made = (data ?? []).map((image) => ({ id: image.id, address: image.thumbnail_url ?? image.url }));
  const places = isOpen ? Math.min(count, RESULTS_MAX) - made.length : 0;
  const empty = Array.from({ length: Math.max(0, places) }, (_, place) => ({ id: `${place}`, address: null }));
  if (made.length + empty.length === 0) return null;
  return <Thumbnails pictures={[...made, ...empty]} />;
}

/** The products whose images failed, read when they are looked at. */
function Failed({ shoot, count }: { readonly shoot: Shoot; readonly count: number }) {
  const { atelier } = useConnection();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: [...QUERY_KEYS.shoots, shoot.id, 'failed', count],
    queryFn: async ({ signal }) => {
      const read = async (status: ShootItem['status']) =>
        (await atelier.shoots.items(shoot.id, { status, limit: FAILED_MAX, signal })).items;
      return [...(await read('failed')), ...(await read('policy_blocked'))];
    },
    enabled: isOpen,
  });
  return (
    <details className={styles.about} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{`${countText(count, 'failed image')}`}</summary>
      {error && <ErrorNotice error={error} />}
      <ul className={styles.failed}>
        {data?.map((item) => (
          <li key={item.id}>{`${item.sku ?? item.product_name}: ${item.error?.message ?? ''}`}</li>
        ))}
      </ul>
    </details>
  );
}
