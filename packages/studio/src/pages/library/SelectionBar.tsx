import type { LibraryImage } from '@atelier/contract';
import { useState } from 'react';
import { useCollections, type useLibraryChanges } from '../../api/library.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Icon } from '../../components/Icon.tsx';
import { countText } from '../../lib/format.ts';
import { NameDialog } from './CollectionBar.tsx';
import styles from './SelectionBar.module.css';

/** What can be done with the chosen images. It stands at the foot of the window while some are chosen. */
export function SelectionBar({
  chosen,
  collection,
  changes,
  onCompare,
  onDelete,
  onClear,
}: {
  readonly chosen: readonly LibraryImage[];
  /** The collection that is looked at; null: none. */
  readonly collection: string | null;
  readonly changes: ReturnType<typeof useLibraryChanges>;
  readonly onCompare: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}) {
  const [isCollecting, setIsCollecting] = useState(false);
  const ids = chosen.map(({ id }) => id);
  const { review, collect, remove } = changes;
  const error = review.error ?? collect.error ?? remove.error;
  if (chosen.length === 0) return null;
  return (
    <section className={styles.bar} aria-label="Selected images">
      <Button icon="close" size="small" kind="quiet" iconOnly onClick={onClear}>
        Clear selection
      </Button>
      <strong className={styles.count}>{`${countText(chosen.length, 'image')} selected`}</strong>
      <Button
        icon="check"
        size="small"
        busy={review.isPending}
        onClick={() => review.mutate({ ids, review: 'approved' })}
      >
        Approve
      </Button>
      <Button
        icon="close"
        size="small"
        busy={review.isPending}
        onClick={() => review.mutate({ ids, review: 'rejected' })}
      >
        Reject
      </Button>
      <Button icon="folder" size="small" onClick={() => setIsCollecting(true)}>
        Collect
      </Button>
      {collection !== null && (
        <Button size="small" busy={collect.isPending} onClick={() => collect.mutate({ collection, ids, out: true })}>
          Remove from collection
        </Button>
      )}
      {chosen.length === 2 && (
        <Button icon="compare" size="small" onClick={onCompare}>
          Compare
        </Button>
      )}
      <Button icon="trash" size="small" kind="danger" iconOnly busy={remove.isPending} onClick={onDelete}>
        Delete
      </Button>
      {error && <ErrorNotice error={error} />}
      <CollectDialog
        open={isCollecting}
        onClose={() => setIsCollecting(false)}
        onCollect={(target) => collect.mutate({ collection: target, ids })}
      />
    </section>
  );
}

/** Asks which collection takes the images. */
function CollectDialog({
  open,
  onClose,
  onCollect,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCollect: (collection: string) => void;
}) {
  const { data: collections = [] } = useCollections();
  const [isNew, setIsNew] = useState(false);
  const take = (collection: string) => {
    onClose();
    onCollect(collection);
  };
  return (
    <>
      <Dialog title="Add to a collection" open={open} onClose={onClose}>
        <ul className={styles.targets}>
          {collections.map(({ id, name, cover_url, image_count }) => (
            <li key={id}>
              <button type="button" className={styles.target} onClick={() => take(id)}>
                <span className={styles.cover}>
                  {cover_url ? <img src={cover_url} alt="" /> : <Icon name="folder" />}
                </span>
                {name}
                <span className={styles.number}>{countText(image_count, 'image')}</span>
              </button>
            </li>
          ))}
        </ul>
        <Button icon="plus" onClick={() => setIsNew(true)}>
          New collection
        </Button>
      </Dialog>
      <NameDialog
        title="New collection"
        action="Create and add"
        open={isNew}
        onClose={() => setIsNew(false)}
        onDone={({ id }) => take(id)}
      />
    </>
  );
}
