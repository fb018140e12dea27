import type { Collection } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCollections } from '../../api/library.ts';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { Icon } from '../../components/Icon.tsx';
import { numberText } from '../../lib/format.ts';
import styles from './CollectionBar.module.css';

/** The collections to look into, and those of the chosen one's own actions. */
export function CollectionBar({
  chosen,
  onChoose,
}: {
  /** Collection ID; null: all images. */
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}) {
  const { data: collections = [] } = useCollections();
  const [isNew, setIsNew] = useState(false);
  const current = collections.find(({ id }) => id === chosen);
  return (
    <div className={styles.bar}>
      <fieldset className={styles.collections} aria-label="Collections">
        <button type="button" aria-pressed={chosen === null} className={styles.chip} onClick={() => onChoose(null)}>
          All images
        </button>
        {collections.map(({ id, name, image_count }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === chosen}
            className={styles.chip}
            onClick={() => onChoose(id)}
          >
            <Icon name="folder" size={16} />
            {name}
            <span className={styles.count}>{numberText(image_count)}</span>
          </button>
        ))}
        <Button kind="quiet" size="small" icon="plus" onClick={() => setIsNew(true)}>
          New collection
        </Button>
      </fieldset>
      {current && <CollectionActions key={current.id} collection={current} onGone={() => onChoose(null)} />}
      <NameDialog
        title="New collection"
        action="Create"
        open={isNew}
        onClose={() => setIsNew(false)}
        onDone={({ id }) => onChoose(id)}
      />
    </div>
  );
}

/** What can be done with a whole collection. */
function CollectionActions({ collection, onGone }: { readonly collection: Collection; readonly onGone: () => void }) {
  const { atelier } = useConnection();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const remove = useMutation({
    mutationFn: () => atelier.collections.delete(collection.id),
    onSuccess: onGone,
    meta: { invalidates: [QUERY_KEYS.collections] },
  });
  const close = () => setOpen(null);
  return (
    <div className={styles.actions}>
      <ButtonLink size="small" icon="download" to={`/studio/collections/${collection.id}/export`}>
        Export and share
      </ButtonLink>
      <Button size="small" onClick={() => setOpen('rename')}>
        Rename
      </Button>
      <Button size="small" kind="danger" busy={remove.isPending} onClick={() => setOpen('delete')}>
        Delete collection
      </Button>
      {remove.error && <ErrorNotice error={remove.error} />}
      <NameDialog
        title={`Rename ${collection.name}`}
        action="Rename"
        open={open === 'rename'}
        collection={collection}
        onClose={close}
      />
      <Confirm
        open={open === 'delete'}
        title={`Delete ${collection.name}?`}
        action="Delete"
        onClose={close}
        onConfirm={() => remove.mutate()}
      >
        Its images stay until retention deletes them.
      </Confirm>
    </div>
  );
}

/** Asks for the name of a collection, and makes or renames it. */
export function NameDialog({
  title,
  action,
  open,
  collection,
  onClose,
  onDone,
}: {
  readonly title: string;
  readonly action: string;
  readonly open: boolean;
  /** The one that gets another name; absent: a new one. */
  readonly collection?: Collection;
  readonly onClose: () => void;
  readonly onDone?: (collection: Collection) => void;
}) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <NameForm action={action} collection={collection} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function NameForm({
  action,
  collection,
  onClose,
  onDone,
}: {
  readonly action: string;
  readonly collection: Collection | undefined;
  readonly onClose: () => void;
  readonly onDone: ((collection: Collection) => void) | undefined;
}) {
  const { atelier } = useConnection();
  const [name, setName] = useState(collection?.name ?? '');
  const save = useMutation({
    mutationFn: () =>
      collection ? atelier.collections.rename(collection.id, name.trim()) : atelier.collections.create(name.trim()),
    meta: { invalidates: [QUERY_KEYS.collections] },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, {
      onSuccess(saved) {
        onClose();
        onDone?.(saved);
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField label="Name" value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
      <Button type="submit" kind="primary" busy={save.isPending} disabled={name.trim() === ''}>
        {action}
      </Button>
      {save.error && <ErrorNotice error={save.error} />}
    </form>
  );
}
