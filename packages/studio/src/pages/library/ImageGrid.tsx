import type { LibraryImage } from '@atelier/contract';
import { type MouseEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { type TileShape, useWindowRows } from '../../lib/use-window-rows.ts';
import { type GridKeys, onGridKey } from './grid-keys.ts';
import styles from './ImageGrid.module.css';
import type { Selection } from './use-selection.ts';
import { marksOf, originOf, titleOf } from './words.ts';

const SHAPE: TileShape = { width: 164, gap: 14, ratio: 4 / 3, caption: 50 };

/**
 * The images as a list of choices. A click looks at one, a click on its tick or with Ctrl chooses it, Shift chooses a
 * range. Arrow keys move, Space chooses, A approves, R rejects. Only the rows near the window are drawn.
 */
export function ImageGrid({
  images,
  total,
  selection,
  keys,
  onMore,
  hasMore,
  onStale,
}: {
  readonly images: readonly LibraryImage[];
  readonly total: number;
  readonly selection: Selection;
  readonly keys: GridKeys;
  readonly onMore: () => void;
  readonly hasMore: boolean;
  readonly onStale: () => void;
}) {
  const grid = useRef<HTMLDivElement>(null);
  const name = useId();
  const { columns, rowHeight, from, to, reveal } = useWindowRows(grid, images.length, SHAPE);
  const more = useEffectEvent(onMore);
  const isAtEnd = hasMore && to * columns >= images.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after each page, until the window is full.
  useEffect(() => {
    if (isAtEnd) more();
  }, [isAtEnd, images.length]);
  useRevealed(selection.active, reveal);

  return (
    <div
      ref={grid}
      role="listbox"
      aria-label="Images"
      aria-multiselectable="true"
      aria-activedescendant={selection.active === null ? undefined : `${name}-${selection.active}`}
      aria-describedby={`${name}-keys`}
      tabIndex={0}
      className={styles.grid}
      style={{ blockSize: Math.ceil(images.length / columns) * rowHeight }}
      onKeyDown={(event) => onGridKey(event, { columns, count: images.length, selection, keys })}
    >
      <div
        role="presentation"
        className={styles.rows}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, translate: `0 ${from * rowHeight}px` }}
      >
        {images.slice(from * columns, to * columns).map((image, place) => {
          const index = from * columns + place;
          return (
            <Option
              key={image.id}
              id={`${name}-${index}`}
              image={image}
              index={index}
              total={total}
              selection={selection}
              height={rowHeight - SHAPE.gap}
              onStale={onStale}
            />
          );
        })}
      </div>
      <p className="visually-hidden" id={`${name}-keys`}>
        Arrow keys move, Space selects, A approves, R rejects.
      </p>
    </div>
  );
}

/** Keeps the image that is looked at in the window. */
function useRevealed(active: number | null, reveal: (index: number) => void): void {
  const show = useEffectEvent(reveal);
  useEffect(() => {
    if (active !== null) show(active);
  }, [active]);
}

/** One image: a click looks at it, or chooses it. */
function Option({
  id,
  image,
  index,
  total,
  selection,
  height,
  onStale,
}: {
  readonly id: string;
  readonly image: LibraryImage;
  readonly index: number;
  readonly total: number;
  readonly selection: Selection;
  /** Pixels. */
  readonly height: number;
  readonly onStale: () => void;
}) {
  const choose = (event: MouseEvent) => {
    const isTick = event.target instanceof Element && event.target.closest('[data-tick]') !== null;
    if (event.shiftKey) selection.goTo(index, true);
    else if (isTick || event.ctrlKey || event.metaKey) selection.toggle(index);
    else selection.goTo(index);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active choice.
    <div
      id={id}
      role="option"
      aria-selected={selection.ids.has(image.id)}
      aria-posinset={index + 1}
      aria-setsize={total}
      data-active={index === selection.active || undefined}
      data-review={image.review ?? undefined}
      className={styles.tile}
      style={{ blockSize: height }}
      onClick={choose}
    >
      <Tile image={image} onStale={onStale} />
    </div>
  );
}

function Tile({ image, onStale }: { readonly image: LibraryImage; readonly onStale: () => void }) {
  const { thumbnail_url: thumbnail, url, review, comment_count: comments } = image;
  return (
    <>
      <div className={styles.picture}>
        {thumbnail ? (
          <img src={thumbnail} alt="" decoding="async" onError={onStale} />
        ) : (
          <>
            <video src={url} muted playsInline preload="metadata" tabIndex={-1} onError={onStale} />
            <span className={styles.film}>
              <Icon name="play" size={18} />
            </span>
          </>
        )}
        <span className={styles.tick} data-tick="">
          <Icon name="check" size={16} />
        </span>
        <span className={styles.marks} aria-hidden="true">
          {comments > 0 && (
            <span className={styles.mark}>
              <Icon name="comment" size={14} />
              {comments}
            </span>
          )}
          {review && (
            <span className={styles.mark} data-review={review}>
              <Icon name={review === 'approved' ? 'check' : 'close'} size={14} />
            </span>
          )}
        </span>
      </div>
      <span className={styles.title}>{titleOf(image)}</span>
      <span className={styles.origin}>{originOf(image)}</span>
      <span className="visually-hidden">{marksOf(image)}</span>
    </>
  );
}
