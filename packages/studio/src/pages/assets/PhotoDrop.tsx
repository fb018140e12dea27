import { type DragEvent, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { ACCEPTED } from '../../components/pictures/use-pictures.ts';
import styles from './PhotoDrop.module.css';

/** Takes photos by drag and drop or from a file chooser. */
export function PhotoDrop({
  label,
  isBusy,
  onFiles,
}: {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const [isOver, setIsOver] = useState(false);
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  }
  return (
    <label
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        className="visually-hidden"
        accept={ACCEPTED}
        multiple
        disabled={isBusy}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <Icon name="upload" size={18} />
      {isBusy ? 'Uploading' : label}
    </label>
  );
}
