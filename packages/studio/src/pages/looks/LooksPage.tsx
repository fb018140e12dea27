import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLookPages, useShootPages } from '../../api/lists.ts';
import { QUERY_KEYS } from '../../api/queries.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { LookCard } from './LookCard.tsx';
import styles from './LooksPage.module.css';
import { NewLook } from './NewLook.tsx';
import { ShootCard } from './ShootCard.tsx';

/** Saved recipes for images of products, and the shoots that apply them. */
export function LooksPage() {
  const [isAdding, setIsAdding] = useState(false);
  const looks = useLookPages();
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setIsAdding(true)}>
      New look
    </Button>
  );
  return (
    <>
      <PageHeader actions={looks.data && looks.data.length > 0 ? add : undefined}>
        A look keeps avatars, a scene and words. Apply it to as many products as you like.
      </PageHeader>
      <div className={styles.list}>
        {looks.error && <ErrorNotice error={looks.error} onRetry={() => void looks.refetch()} />}
        {looks.isPending && <Skeleton shape="block" />}
        {looks.data?.length === 0 && (
          <EmptyState icon="look" title="No looks yet" action={add}>
            Choose avatars and a scene once, and make images of all your products in the same style.
          </EmptyState>
        )}
        <div className={styles.looks}>
          {looks.data?.map((look) => (
            <LookCard key={look.id} look={look} />
          ))}
        </div>
        <LoadMore pages={looks} what="looks" />
        <Shoots />
      </div>
      <NewLook open={isAdding} onClose={() => setIsAdding(false)} />
    </>
  );
}

function Shoots() {
  const shoots = useShootPages();
  const queries = useQueryClient();
  const charged = shoots.data?.reduce((sum, { credits_used: credits }) => sum + credits, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is charged changes the balance.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: QUERY_KEYS.account });
  }, [queries, charged]);
  if (shoots.data?.length === 0) return null;
  return (
    <section className={styles.list} aria-labelledby="shoots">
      <h2 id="shoots">Shoots</h2>
      {shoots.error && <ErrorNotice error={shoots.error} onRetry={() => void shoots.refetch()} />}
      {shoots.isPending && <Skeleton shape="block" />}
      {shoots.data?.map((shoot) => (
        <ShootCard key={shoot.id} shoot={shoot} />
      ))}
      <LoadMore pages={shoots} what="shoots" />
    </section>
  );
}
