import { Button } from '../../components/Button.tsx';
import type { KeptFile } from '../../lib/kept-files.ts';
import styles from './ChosenPhotos.module.css';

/** The photos of a draft that have not arrived, in their order; each can be removed. */
export function ChosenPhotos({
  files,
  isBusy,
  onRemove,
}: {
  readonly files: readonly KeptFile[];
  readonly isBusy: boolean;
  readonly onRemove: (kept: KeptFile) => void;
}) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.photos} aria-label="Chosen photos">
      {files.map((kept) => (
        <li key={kept.id} className={styles.photo}>
          <span className={styles.name}>{kept.file.name}</span>
          <Button icon="close" iconOnly size="small" kind="quiet" disabled={isBusy} onClick={() => onRemove(kept)}>
            {`Remove ${kept.file.name}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}
