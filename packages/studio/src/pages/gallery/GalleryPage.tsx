import { type Job, OPERATIONS, type Operation } from '@atelier/contract';
import { Link, useSearchParams } from 'react-router';
import { useJobPages } from '../../api/lists.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { SelectField } from '../../components/Field.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { DownloadLink } from '../../components/pictures/DownloadLink.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Time } from '../../components/Time.tsx';
import { OPERATION_WORDS, taskWords } from '../../lib/job-words.ts';
import { useSeldom } from '../../lib/use-seldom.ts';
import styles from './GalleryPage.module.css';
import { RunAgain } from './RunAgain.tsx';

/** Everything that was made, newest first. */
export function GalleryPage() {
  const [search, setSearch] = useSearchParams();
  const operation = OPERATIONS.find((one) => one === search.get('operation'));
  return (
    <>
      <PageHeader>All your results, newest first.</PageHeader>
      <div className={styles.filters}>
        <SelectField
          label="Show"
          value={operation ?? ''}
          onChange={({ target }) => setSearch(target.value ? { operation: target.value } : {}, { replace: true })}
        >
          <option value="">Everything</option>
          {OPERATIONS.map((one) => (
            <option key={one} value={one}>
              {OPERATION_WORDS[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <Results operation={operation} />
    </>
  );
}

function Results({ operation }: { readonly operation: Operation | undefined }) {
  const pages = useJobPages({ status: 'completed', operation });
  const renew = useSeldom(() => void pages.refetch());
  if (!pages.data)
    return pages.error ? <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} /> : <Loading />;
  if (pages.data.length === 0) {
    return (
      <EmptyState
        icon="gallery"
        title="Nothing here yet"
        action={<ButtonLink to="/studio/try-on">Try something on</ButtonLink>}
      >
        Your results appear here, as long as the service keeps them.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.grid}>
        {pages.data.map((job: Job) => (
          <li key={job.id}>
            <ResultCard job={job} onStale={renew} />
          </li>
        ))}
      </ul>
      {pages.error && <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      <LoadMore pages={pages} what="results" />
    </>
  );
}

function ResultCard({
  job: { id, task, result, created_at },
  onStale,
}: {
  readonly job: Job;
  readonly onStale: () => void;
}) {
  const { operation } = taskWords(task);
  return (
    <article className={styles.card} aria-label={operation}>
      <div className={styles.picture}>
        {!result && <p className={styles.gone}>The file was deleted.</p>}
        {result?.type === 'image' && (
          <Link to={`/studio/images/${result.id}`}>
            <img
              src={result.url}
              alt={`${operation}: carry on from it`}
              loading="lazy"
              decoding="async"
              onError={onStale}
            />
          </Link>
        )}
        {result?.type === 'video' && (
          // biome-ignore lint/a11y/useMediaCaption: films made here have no sound.
          <video src={result.url} controls loop playsInline preload="metadata" aria-label={operation} />
        )}
      </div>
      <p className={styles.words}>
        {operation}, <Time at={created_at} />
      </p>
      <div className={styles.actions}>
        {result && <DownloadLink url={result.url} />}
        <RunAgain jobId={id} />
      </div>
    </article>
  );
}

function Loading() {
  return (
    <div className={styles.grid} aria-busy="true">
      <Skeleton shape="picture" />
      <Skeleton shape="picture" />
      <Skeleton shape="picture" />
    </div>
  );
}
