import type { LibraryImage, Review } from '@atelier/contract';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import styles from './Compare.module.css';
import { originOf, REVIEW_WORDS, titleOf } from './words.ts';

/** Two images beside each other, whole, to decide between them. */
export function Compare({
  images,
  open,
  onClose,
  onReview,
}: {
  readonly images: readonly LibraryImage[];
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onReview: (id: string, review: Review) => void;
}) {
  return (
    <Dialog title="Compare" open={open && images.length === 2} onClose={onClose} wide>
      <div className={styles.pair}>
        {images.map((image) => (
          <figure key={image.id} className={styles.side}>
            {image.type === 'image' ? (
              <img src={image.url} alt={titleOf(image)} className={styles.picture} />
            ) : (
              // biome-ignore lint/a11y/useMediaCaption: films made here have no sound.
              <video src={image.url} controls loop playsInline className={styles.picture} />
            )}
            <figcaption className={styles.words}>
              <span>{titleOf(image)}</span>
              <span className={styles.origin}>{originOf(image)}</span>
              {image.review && <Badge tone={REVIEW_WORDS[image.review].tone}>{REVIEW_WORDS[image.review].words}</Badge>}
            </figcaption>
            <div className={styles.actions}>
              <Button icon="check" size="small" onClick={() => onReview(image.id, 'approved')}>
                Approve
              </Button>
              <Button icon="close" size="small" onClick={() => onReview(image.id, 'rejected')}>
                Reject
              </Button>
            </div>
          </figure>
        ))}
      </div>
    </Dialog>
  );
}
