import { type DragEvent, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { Notice } from '../../components/Notice.tsx';
import { ACCEPTED, refusalOf } from '../../components/pictures/use-pictures.ts';
import styles from './PhotoDrop.module.css';

/** Takes photos by drag and drop or from a file chooser, and says of the others why they are none. */
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
  const [refused, setRefused] = useState<readonly string[]>([]);
  function take(files: readonly File[]) {
    const judged = files.map((file) => ({ file, refusal: refusalOf(file) }));
    const refusals = judged.flatMap(({ file, refusal }) => (refusal === null ? [] : `${file.name}: ${refusal}`));
    setRefused([...new Set(refusals)]);
    const taken = judged.filter(({ refusal }) => refusal === null);
    if (taken.length > 0) onFiles(taken.map(({ file }) => file));
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    if (!isBusy) take([...event.dataTransfer.files]);
  }
  return (
    <>
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
            take([...(target.files ?? [])]);
            // The same file may be chosen again.
            target.value = '';
          }}
        />
        <Icon name="upload" size={18} />
        {isBusy ? 'Uploading' : label}
      </label>
      {refused.length > 0 && (
        <Notice tone="bad" title="Not added" urgent>
          {refused.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </Notice>
      )}
    </>
  );
}
