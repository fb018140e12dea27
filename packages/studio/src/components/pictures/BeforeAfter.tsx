import { type CSSProperties, useState } from 'react';
import { useSeldom } from '../../lib/use-seldom.ts';
import { Icon } from '../Icon.tsx';
import styles from './BeforeAfter.module.css';

/** A picture's address and size. */
export interface Shown {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** Two pictures over each other and a slider between them, moved by pointer or by the arrow keys. */
export function BeforeAfter({
  before,
  after,
  alt,
  onStale,
  initialShare = 0,
  fills = false,
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
}) {
  const renew = useSeldom(() => onStale?.());
  const [share, setShare] = useState(initialShare);
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
      data-loading={isLoading || undefined}
      aria-busy={isLoading || undefined}
      style={style}
    >
      <img
        className={styles.after}
        src={after.url}
        alt={alt}
        onLoad={() => setLoaded(after.url)}
        onError={() => {
          setLoaded(after.url);
          renew();
        }}
      />
      {before && (
        <>
          <img className={styles.before} src={before.url} alt="" onError={renew} />
          <span className={styles.line} aria-hidden="true">
            <span className={styles.handle}>
              <Icon name="left" size={14} />
              <Icon name="right" size={14} />
            </span>
          </span>
          <input
            type="range"
            className={styles.range}
            min={0}
            max={100}
            value={share}
            aria-label="Share of the original image"
            aria-valuetext={`${share} percent original`}
            onChange={({ target }) => setShare(Number(target.value))}
          />
        </>
      )}
    </div>
  );
}
