import type { Look } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAssets } from '../../api/lists.ts';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Thumbnails } from '../../components/pictures/Thumbnails.tsx';
import { countText, wordsOf } from '../../lib/format.ts';
import styles from './LookCard.module.css';
import { NewShoot } from './NewShoot.tsx';

/** One look: what it makes, pictures of those of its avatars and its scene that still exist, and its actions. */
export function LookCard({ look }: { readonly look: Look }) {
  const { atelier } = useConnection();
  const pictures = useAssets([...look.avatar_ids, ...(look.scene_id === null ? [] : [look.scene_id])]).flatMap(
    ({ data: asset }) => (asset ? { id: asset.id, address: asset.display_image, words: asset.alias } : []),
  );
  const [opened, setOpened] = useState<'shoot' | 'delete' | null>(null);
  const remove = useMutation({
    mutationFn: () => atelier.looks.delete(look.id),
    meta: { invalidates: [QUERY_KEYS.looks] },
  });
  return (
    <Card aria-label={`Look ${look.name}`}>
      <h2 className={styles.name}>{look.name}</h2>
      <Thumbnails pictures={pictures} />
      <p className={styles.about}>{factsOf(look).join(' · ')}</p>
      {look.input.prompt && <p className={styles.about}>{look.input.prompt}</p>}
      <div className={styles.actions}>
        <Button size="small" icon="sparkle" onClick={() => setOpened('shoot')}>
          Apply to products
        </Button>
        <Button size="small" kind="danger" busy={remove.isPending} onClick={() => setOpened('delete')}>
          Delete
        </Button>
      </div>
      {remove.error && <ErrorNotice error={remove.error} />}
      <NewShoot look={look} open={opened === 'shoot'} onClose={() => setOpened(null)} />
      <Confirm
        open={opened === 'delete'}
        title="Delete this look?"
        action="Delete"
        onClose={() => setOpened(null)}
        onConfirm={() => remove.mutate()}
      >
        {`“${look.name}” cannot be applied any more. Its images and shoots stay.`}
      </Confirm>
    </Card>
  );
}

function factsOf({ operation, avatar_ids: avatars, scene_id: scene, views, input }: Look): readonly string[] {
  return [
    operation === 'virtual_try_on' ? 'Try-on' : 'Generated',
    ...(avatars.length > 0 ? [countText(avatars.length, 'avatar')] : []),
    ...(scene === null ? [] : ['1 scene']),
    `${countText(input.num_images ?? 1, 'image')} from ${
      views ? `each of ${countText(views.length, 'photo')}` : 'the best photo'
    } of a product`,
    wordsOf(input.resolution ?? 'standard').toLowerCase(),
    ...(input.aspect_ratio ? [input.aspect_ratio] : []),
    ...(input.model ? [input.model] : []),
  ];
}
