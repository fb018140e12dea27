import { type ImageRecord, isFinal, type Job, type JobResult } from '@atelier/contract';
import { useJobs } from '../../api/queries.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { BeforeAfter } from '../../components/pictures/BeforeAfter.tsx';
import { DownloadLink } from '../../components/pictures/DownloadLink.tsx';
import { Missing, ResultActions, UnderWay } from '../../components/work/Output.tsx';
import { useNewRun } from '../../components/work/use-new-run.ts';
import type { Work } from '../../components/work/use-work.ts';
import { taskWords } from '../../lib/job-words.ts';
import type { Size } from './mask.ts';
import { PaintPane } from './PaintPane.tsx';
import styles from './Stage.module.css';
import { Strip } from './Strip.tsx';
import { useNaturalSize } from './use-natural-size.ts';
import { ZoomPane } from './ZoomPane.tsx';

/** The picture large, or the result that is chosen in the strip under it. */
export function Stage({
  image,
  url,
  size,
  work,
  paints,
  shown,
  onShow,
}: {
  readonly image: ImageRecord;
  /** Address of the original. */
  readonly url: string;
  /** Size of the original; null while it loads. */
  readonly size: Size | null;
  readonly work: Work;
  /** Whether the brush works on the original. */
  readonly paints: boolean;
  /** ID of the job whose result is shown; null: the original is. */
  readonly shown: string | null;
  readonly onShow: (id: string | null) => void;
}) {
  const ids = work.runs.filter(({ source }) => source === image.id).flatMap(({ jobs }) => jobs);
  const found = useJobs(ids);
  const jobs = new Map(ids.map((id, index) => [id, found[index]?.data]));
  const stage = useNewRun<HTMLElement>(ids[0], (own, newest) => {
    onShow(newest);
    own?.scrollIntoView({ block: 'nearest' });
  });
  const chosen = shown !== null && jobs.has(shown) ? shown : null;
  const job = chosen === null ? undefined : jobs.get(chosen);
  const query = chosen === null ? undefined : found[ids.indexOf(chosen)];
  const isUnderWay = chosen !== null && (job ? !isFinal(job.status) : !query?.error);
  return (
    <section className={styles.stage} ref={stage} aria-label="Canvas" aria-busy={isUnderWay || undefined}>
      <div className={styles.canvas}>
        {job?.result ? (
          <ResultPane key={job.id} job={job} result={job.result} original={url} onStale={() => void query?.refetch()} />
        ) : chosen === null && paints && size ? (
          <PaintPane image={image} url={url} size={size} work={work} />
        ) : (
          <ZoomPane
            size={size}
            overlay={
              chosen !== null && (
                <div className={styles.card}>
                  {job && isUnderWay && <UnderWay job={job} />}
                  {job && <Missing job={job} onPutAway={() => work.putAway(job.id)} />}
                  {!job && query?.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
                </div>
              )
            }
          >
            {() => (
              <img src={url} alt="The original" draggable={false} className={isUnderWay ? styles.veiled : undefined} />
            )}
          </ZoomPane>
        )}
      </div>
      <Strip original={url} jobs={jobs} shown={chosen} onShow={onShow} />
      {job?.result && <ResultActions job={job} result={job.result} />}
      {chosen === null && <OriginalActions id={image.id} url={url} />}
    </section>
  );
}

function OriginalActions({ id, url }: { readonly id: string; readonly url: string }) {
  return (
    <div className={styles.actions}>
      <DownloadLink url={url} />
      <ButtonLink to={`/studio/try-on?person=${id}`} icon="hanger">
        Dress this person
      </ButtonLink>
    </div>
  );
}

function ResultPane({
  job,
  result,
  original,
  onStale,
}: {
  readonly job: Job;
  readonly result: JobResult;
  readonly original: string;
  readonly onStale: () => void;
}) {
  const { operation } = taskWords(job.task);
  const size = useNaturalSize(result.url);
  if (result.type === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: films made here have no sound.
      <video className={styles.film} src={result.url} controls loop playsInline aria-label={operation} />
    );
  }
  const known = result.width && result.height ? { width: result.width, height: result.height } : size;
  return (
    <ZoomPane size={known}>
      {(scale) => (
        <BeforeAfter
          before={{ url: original }}
          after={result}
          alt={`Result of the ${operation.toLowerCase()}`}
          onStale={onStale}
          fills
          crops={false}
          handleOnly={scale > 1}
        />
      )}
    </ZoomPane>
  );
}
