import { type CSSProperties, type RefObject, useRef, useState } from 'react';
import { useSeldom } from '../../lib/use-seldom.ts';
import { Icon } from '../Icon.tsx';
import styles from './BeforeAfter.module.css';
import { useDivider } from './use-divider.ts';

/** A picture's address and size. */
export interface Shown {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** Two pictures over each other and a divider between them, with a handle for mouse, finger and arrow keys. */
export function BeforeAfter({
  before,
  after,
  alt,
  onStale,
  initialShare = 0,
  fills = false,
  crops = fills,
  handleOnly = false,
}: {
  /** Absent where there is nothing to compare with. */
  readonly before: Pick<Shown, 'url'> | null;
  readonly after: Shown;
  readonly alt: string;
  /** Called when a picture cannot be loaded: its address may have expired. */
  readonly onStale?: () => void;
  /** Percent of the picture before that is shown at first. */
  readonly initialShare?: number;
  /** Fills the place it is given, cropping the pictures, instead of taking the shape of the picture after. */
  readonly fills?: boolean;
  /** Whether pictures that fill their place are cropped to its shape; else they are shown whole. */
  readonly crops?: boolean;
  /** The divider moves by its handle alone: dragging elsewhere means something else. */
  readonly handleOnly?: boolean;
}) {
  const range = useRef<HTMLInputElement>(null);
  const renew = useSeldom(() => onStale?.());
  const { share, setShare, handlers } = useDivider(initialShare, handleOnly || !before, range);
  const [loaded, setLoaded] = useState<string | null>(null);
  const isLoading = loaded !== after.url;
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--share': `${share}%`,
    aspectRatio: !fills && after.width && after.height ? `${after.width} / ${after.height}` : 'auto',
  };
  return (
    <div
      className={styles.frame}
      data-fills={fills || undefined}
      data-crops={crops || undefined}
      data-drags={(before !== null && !handleOnly) || undefined}
      data-loading={isLoading || undefined}
      aria-busy={isLoading || undefined}
      style={style}
      {...handlers}
      onPointerCancel={handlers.onPointerUp}
    >
      <img
        className={styles.after}
        src={after.url}
        alt={alt}
        draggable={false}
        onLoad={() => setLoaded(after.url)}
        onError={() => {
          setLoaded(after.url);
          renew();
        }}
      />
      {before && (
        <>
          <img className={styles.before} src={before.url} alt="" draggable={false} onError={renew} />
          <Divider share={share} onShare={setShare} range={range} />
        </>
      )}
    </div>
  );
}

/** The line between the pictures and its handle; the range below it is for the keyboard and screen readers. */
function Divider({
  share,
  onShare,
  range,
}: {
  readonly share: number;
  readonly onShare: (share: number) => void;
  readonly range: RefObject<HTMLInputElement | null>;
}) {
  return (
    <>
      <span className={styles.line} aria-hidden="true" />
      <span className={styles.grip} data-handle="">
        <input
          ref={range}
          type="range"
          className={styles.range}
          min={0}
          max={100}
          value={Math.round(share)}
          aria-label="Share of the original image"
          aria-valuetext={`${Math.round(share)} percent original`}
          onChange={({ target }) => onShare(Number(target.value))}
        />
        <span className={styles.handle} aria-hidden="true">
          <Icon name="left" size={14} />
          <Icon name="right" size={14} />
        </span>
      </span>
    </>
  );
}
