import { ApiError } from '@atelier/client';
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { PageHeader, PageTitle } from '../../components/PageHeader.tsx';
import { PageSkeleton } from '../../components/Skeleton.tsx';
import { momentText } from '../../lib/format.ts';
import { keep, recall } from '../../lib/storage.ts';
import { ReviewCard } from './ReviewCard.tsx';
import styles from './ReviewPage.module.css';
import { useReview } from './use-review.ts';

/** Where this device keeps the name of its reviewer. */
const NAME = 'reviewer';

/** The collection of a review link, for somebody without a key. */
export function ReviewPage() {
  const { token = '' } = useParams();
  const review = useReview(token);
  const [name, setName] = useState(storedName);
  const [first] = review.data?.pages ?? [];
  if (review.error) return <Closed error={review.error} onRetry={() => void review.refetch()} />;
  if (!first) return <PageSkeleton />;
  const images = review.data?.pages.flatMap((page) => page.images) ?? [];
  const rename = (next: string) => {
    setName(next);
    keep('device', NAME, next.trim() === '' ? null : next);
  };
  return (
    <PageTitle value={first.collection}>
      <PageHeader>
        {first.name} · open until {momentText(first.expires_at)}
      </PageHeader>
      {images.length === 0 ? (
        <EmptyState icon="gallery" title="The collection is empty">
          Images appear here as soon as somebody adds them.
        </EmptyState>
      ) : (
        <>
          <form className={styles.name} onSubmit={(event: FormEvent) => event.preventDefault()}>
            <TextField
              label="Your name"
              hint="It stands beside your comments."
              value={name}
              maxLength={100}
              autoComplete="name"
              onChange={({ target }) => rename(target.value)}
            />
          </form>
          <ul className={styles.images}>
            {images.map((image, index) => (
              <ReviewCard key={image.id} token={token} image={image} place={index + 1} author={name.trim()} />
            ))}
          </ul>
          <LoadMore pages={review} what="images" />
        </>
      )}
    </PageTitle>
  );
}

/** The content of a link that shows nothing: it is over, or the service did not answer. */
function Closed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const isOver = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeader />
      {isOver ? (
        <EmptyState icon="info" title="This link has ended">
          It has expired or was revoked. Ask the person who sent it for a new one.
        </EmptyState>
      ) : (
        <ErrorNotice error={error} onRetry={onRetry} />
      )}
    </>
  );
}

function storedName(): string {
  const name = recall('device', NAME);
  return typeof name === 'string' ? name : '';
}
