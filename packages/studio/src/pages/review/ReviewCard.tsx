import type { ReviewedImage, ReviewMark } from '@atelier/contract';
import { type FormEvent, useState } from 'react';
import { useAnnounce } from '../../components/Announcer.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { Time } from '../../components/Time.tsx';
import styles from './ReviewPage.module.css';
import { useReviewComment } from './use-review.ts';

const MARKS = [
  { mark: 'up', icon: 'thumbUp', words: 'Like it' },
  { mark: 'down', icon: 'thumbDown', words: 'Do not like it' },
] as const;

/** One image with its comments, and what a reviewer can say about it. */
export function ReviewCard({
  token,
  image,
  place,
  author,
}: {
  readonly token: string;
  readonly image: ReviewedImage;
  /** Counted from 1. */
  readonly place: number;
  /** Empty as long as the reviewer has given no name. */
  readonly author: string;
}) {
  const [text, setText] = useState('');
  const [lacksName, setLacksName] = useState(false);
  const comment = useReviewComment(token, image.id);
  const announce = useAnnounce();
  const label = `Image ${place}`;

  async function say(words: { readonly mark?: ReviewMark; readonly text?: string }) {
    setLacksName(author === '');
    if (author === '') return;
    await comment.mutateAsync({ author, ...words });
    announce('Your comment was sent');
    if (words.text !== undefined) setText('');
  }
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') void say({ text }).catch(() => undefined);
  };
  return (
    <li className={styles.card}>
      <Picture image={image} label={label} />
      <div className={styles.marks}>
        {MARKS.map(({ mark, icon, words }) => (
          <Button
            key={mark}
            icon={icon}
            iconOnly
            busy={comment.isPending}
            onClick={() => void say({ mark }).catch(() => undefined)}
          >
            {`${words}: ${label.toLowerCase()}`}
          </Button>
        ))}
      </div>
      {lacksName && author === '' && (
        <p className={styles.problem} role="alert">
          Give your name above first.
        </p>
      )}
      <Comments comments={image.comments} />
      <form className={styles.words} onSubmit={send}>
        <TextField
          label={`Comment on ${label.toLowerCase()}`}
          value={text}
          maxLength={2_000}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" busy={comment.isPending} disabled={text.trim() === ''}>
          Send
        </Button>
      </form>
      {comment.error && <ErrorNotice error={comment.error} />}
    </li>
  );
}

/** The image, and a window that shows it larger. */
function Picture({ image, label }: { readonly image: ReviewedImage; readonly label: string }) {
  const [isLarge, setIsLarge] = useState(false);
  return (
    <>
      <button type="button" className={styles.picture} aria-label={`${label}, larger`} onClick={() => setIsLarge(true)}>
        <img src={image.thumbnail_url} alt={label} width={image.width} height={image.height} loading="lazy" />
      </button>
      <Dialog title={label} open={isLarge} onClose={() => setIsLarge(false)} wide>
        <img className={styles.large} src={image.url} alt={label} />
      </Dialog>
    </>
  );
}

function Comments({ comments }: Pick<ReviewedImage, 'comments'>) {
  if (comments.length === 0) return null;
  return (
    <ul className={styles.comments}>
      {comments.map(({ id, author, text, created_at: at }) => (
        <li key={id}>
          <strong>{author}</strong> {text} <Time at={at} />
        </li>
      ))}
    </ul>
  );
}
