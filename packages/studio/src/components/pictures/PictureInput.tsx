import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useImages } from '../../api/queries.ts';
import { classNames } from '../../lib/class-names.ts';
import { Icon } from '../Icon.tsx';
import styles from './PictureInput.module.css';
import { ChosenTile, PendingTile } from './PictureTiles.tsx';
import { ACCEPTED, type Pictures } from './use-pictures.ts';

/** Takes pictures by drag and drop or from a file chooser, and shows them; pasting is the page's affair. */
export function PictureInput({
  label,
  noun,
  hint,
  pictures,
  actions,
}: {
  readonly label: string;
  /** The name of one picture, such as `garment`. */
  readonly noun: string;
  readonly hint?: string;
  readonly pictures: Pictures;
  /** Further ways to choose one. */
  readonly actions?: ReactNode;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { isOver, handlers } = useDrop(pictures.add);
  const images = useImages(pictures.ids);
  const isFull = pictures.ids.length >= pictures.max;
  return (
    <section className={styles.input} aria-labelledby={id} {...handlers}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.label}>
          {label}
        </h2>
        {actions}
      </div>
      <ul className={classNames(styles.tiles, pictures.max === 1 && styles.single, isOver && styles.over)}>
        {pictures.ids.map((imageId, index) => (
          <ChosenTile
            key={imageId}
            imageId={imageId}
            name={pictures.max === 1 ? noun : `${noun} ${index + 1}`}
            image={images[index]}
            pictures={pictures}
            onRemoved={() => heading.current?.focus()}
          />
        ))}
        {pictures.pending.map((each) => (
          <PendingTile key={each.localId} picture={each} pictures={pictures} />
        ))}
        {(!isFull || pictures.max === 1) && (
          <li className={styles.place} data-small={pictures.ids.length + pictures.pending.length > 0 || undefined}>
            <FileButton noun={noun} replaces={isFull} many={pictures.max > 1} onFiles={pictures.add} />
          </li>
        )}
      </ul>
      {hint && <p className={styles.hint}>{hint}</p>}
    </section>
  );
}

function FileButton({
  noun,
  replaces,
  many,
  onFiles,
}: {
  readonly noun: string;
  readonly replaces: boolean;
  readonly many: boolean;
  readonly onFiles: Pictures['add'];
}) {
  return (
    <label className={styles.add}>
      <input
        type="file"
        className="visually-hidden"
        accept={ACCEPTED}
        multiple={many}
        onChange={({ target }) => {
          if (target.files) onFiles(target.files);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <Icon name="upload" size={24} />
      <span className={styles.addText}>
        {replaces ? 'Replace the ' : 'Add a '}
        {noun}
      </span>
      <span className={styles.addHint}>Drop, paste or browse</span>
    </label>
  );
}

/** Drag and drop of files; moving over a child is not leaving. */
function useDrop(onFiles: Pictures['add']) {
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0);
  const enter = (by: number) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current += by;
    setIsOver(depth.current > 0);
  };
  const handlers = {
    onDragEnter: enter(1),
    onDragLeave: enter(-1),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop(event: DragEvent) {
      event.preventDefault();
      depth.current = 0;
      setIsOver(false);
      onFiles(event.dataTransfer.files);
    },
  };
  return { isOver, handlers };
}
