import type { LibraryImage, Review } from '@atelier/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { useLibraryChanges, useLibraryPages } from '../../api/library.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { countText, numberText } from '../../lib/format.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useSeldom } from '../../lib/use-seldom.ts';
import { CollectionBar } from './CollectionBar.tsx';
import { Compare } from './Compare.tsx';
import { Filters } from './Filters.tsx';
import { useFilter } from './filter.ts';
import { ImageGrid } from './ImageGrid.tsx';
import { ImagePanel } from './ImagePanel.tsx';
import styles from './LibraryPage.module.css';
import { SelectionBar } from './SelectionBar.tsx';
import { useSelection } from './use-selection.ts';
import { REVIEW_WORDS } from './words.ts';

/** Every upload and result: to find, decide on, comment on and collect. */
export function LibraryPage() {
  const filter = useFilter();
  const collection = filter.filter.collection_id ?? null;
  return (
    <>
      <PageHeader>All uploads and results, newest first.</PageHeader>
      <CollectionBar chosen={collection} onChoose={(id) => filter.change({ collection: id ?? '' })} />
      <Filters {...filter} />
      {/* Another filter is another list: nothing of it is chosen. */}
      <Images key={JSON.stringify(filter.filter)} {...filter} />
    </>
  );
}

function Images({ filter, clear }: ReturnType<typeof useFilter>) {
  const pages = useLibraryPages(filter);
  const renew = useSeldom(() => void pages.refetch());
  const images = useMemo(() => (pages.data?.pages ?? []).flatMap((page) => page.images), [pages.data]);
  const retry = () => void pages.refetch();
  if (pages.isPending) return <Loading />;
  if (!pages.data) return <ErrorNotice error={pages.error} onRetry={retry} />;
  if (images.length === 0 && !pages.hasNextPage)
    return Object.keys(filter).length > 0 ? <NothingFound onClear={clear} /> : <NothingYet />;
  return (
    <>
      <Workbench
        images={images}
        total={pages.data.pages[0]?.total_count ?? images.length}
        collection={filter.collection_id ?? null}
        hasMore={pages.hasNextPage && !pages.isFetchingNextPage && !pages.error}
        onMore={() => void pages.fetchNextPage()}
        onStale={renew}
      />
      {pages.error && <ErrorNotice error={pages.error} onRetry={() => void pages.fetchNextPage()} />}
    </>
  );
}

/** A window that has room for the image beside the list. */
const WIDE = '(min-width: 64rem)';

/** The images, the chosen ones, and the one to look at. */
function Workbench({
  images,
  total,
  collection,
  hasMore,
  onMore,
  onStale,
}: {
  readonly images: readonly LibraryImage[];
  readonly total: number;
  readonly collection: string | null;
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly onStale: () => void;
}) {
  const selection = useSelection(images);
  const changes = useLibraryChanges();
  const hasRoom = useMedia(WIDE);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [isComparing, setIsComparing] = useState(false);
  const active = selection.active === null ? null : (images[selection.active] ?? null);
  const chosen = images.filter(({ id }) => selection.ids.has(id));
  const targets = chosen.length > 0 ? chosen.map(({ id }) => id) : active ? [active.id] : [];
  const decide = useDecision(targets, changes);
  return (
    <div className={styles.bench} data-pictures data-panel={active ? '' : undefined}>
      <div className={styles.list}>
        <Total count={total} />
        <ImageGrid
          images={images}
          total={total}
          selection={selection}
          keys={{
            approve: () => decide('approved'),
            reject: () => decide('rejected'),
            remove: () => setAsked(targets),
          }}
          hasMore={hasMore}
          onMore={onMore}
          onStale={onStale}
        />
        <SelectionBar
          chosen={chosen}
          collection={collection}
          changes={changes}
          onCompare={() => setIsComparing(true)}
          onDelete={() => setAsked(targets)}
          onClear={selection.clear}
        />
      </div>
      <Beside hasRoom={hasRoom} onClose={selection.close}>
        {active && <ImagePanel image={active} changes={changes} onDelete={() => setAsked([active.id])} />}
      </Beside>
      <Compare
        images={chosen}
        open={isComparing}
        onClose={() => setIsComparing(false)}
        onReview={(id, review) => changes.review.mutate({ ids: [id], review })}
      />
      <DeleteQuestion
        count={asked.length}
        onClose={() => setAsked([])}
        onDelete={() => {
          changes.remove.mutate(asked);
          selection.clear();
        }}
      />
    </div>
  );
}

/** Decides on images, and says so. */
function useDecision(ids: readonly string[], { review: reviewing }: ReturnType<typeof useLibraryChanges>) {
  const announce = useAnnounce();
  return (review: Review) => {
    if (ids.length === 0) return;
    reviewing.mutate({ ids, review });
    announce(`${REVIEW_WORDS[review].words}: ${countText(ids.length, 'image')}.`);
  };
}

function Total({ count }: { readonly count: number }) {
  return <p className={styles.count}>{`${numberText(count)} ${count === 1 ? 'image' : 'images'}`}</p>;
}

function DeleteQuestion({
  count,
  onClose,
  onDelete,
}: {
  /** Images that would go; 0: nothing is asked. */
  readonly count: number;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}) {
  const title = `Delete ${countText(count, 'image')}?`;
  return (
    <Confirm open={count > 0} title={title} action="Delete" onClose={onClose} onConfirm={onDelete}>
      The files are gone at once. Images made from them stay.
    </Confirm>
  );
}

/** The image that is looked at: beside the list, or over it where the window is narrow. */
function Beside({
  hasRoom,
  onClose,
  children,
}: {
  readonly hasRoom: boolean;
  readonly onClose: () => void;
  /** Null: none is looked at. */
  readonly children: ReactNode;
}) {
  if (!hasRoom)
    return (
      <Dialog title="Image" open={children !== null} onClose={onClose}>
        {children}
      </Dialog>
    );
  if (children === null) return null;
  return (
    <aside className={styles.panel} aria-label="The image">
      <Button className={styles.close ?? ''} kind="quiet" icon="close" iconOnly onClick={onClose}>
        Close
      </Button>
      {children}
    </aside>
  );
}

function NothingYet() {
  return (
    <EmptyState
      icon="gallery"
      title="Nothing here yet"
      action={<ButtonLink to="/studio/try-on">Try something on</ButtonLink>}
    >
      Your uploads and results appear here, as long as the service keeps them.
    </EmptyState>
  );
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState icon="search" title="Nothing found" action={<Button onClick={onClear}>Show everything</Button>}>
      No image fits the search and the filters.
    </EmptyState>
  );
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true">
      {Array.from({ length: 10 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Skeleton key={place} shape="picture" />
      ))}
    </div>
  );
}
