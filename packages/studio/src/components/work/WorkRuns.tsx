import { isFinal, type Job, type JobResult } from '@atelier/contract';
import { useImages, useJobs } from '../../api/queries.ts';
import { taskWords } from '../../lib/job-words.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorNotice } from '../ErrorNotice.tsx';
import { BeforeAfter } from '../pictures/BeforeAfter.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { Missing, ResultActions, UnderWay } from './Output.tsx';
import { useNewRun } from './use-new-run.ts';
import type { Work, WorkRun } from './use-work.ts';
import styles from './WorkRuns.module.css';

/** The requests and their results, newest first: in progress, finished, or with the reason for a missing result. */
export function WorkRuns({ work, nothing }: { readonly work: Work; readonly nothing: string }) {
  const { runs } = work;
  const section = useNewRun<HTMLElement>(runs[0]?.jobs[0], (own) => own?.scrollIntoView({ block: 'start' }));
  if (runs.length === 0) {
    return (
      <EmptyState icon="sparkle" title="No results yet">
        {nothing}
      </EmptyState>
    );
  }
  return (
    <section aria-label="Results" className={styles.runs} ref={section}>
      {runs.map((run) => (
        <RunView key={run.jobs[0]} run={run} onPutAway={work.putAway} />
      ))}
    </section>
  );
}

function RunView({
  run: { jobs, source },
  onPutAway,
}: {
  readonly run: WorkRun;
  readonly onPutAway: (jobId: string) => void;
}) {
  const found = useJobs(jobs);
  const [before] = useImages(source ? [source] : []);
  return found.map(({ data: job, error, refetch }, index) => (
    <article key={jobs[index]} className={styles.output} aria-busy={job ? !isFinal(job.status) : true}>
      {!job && (error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton shape="block" />)}
      {job?.result && <Finished job={job} result={job.result} before={before?.data?.path ?? null} />}
      {job && <Missing job={job} onPutAway={() => onPutAway(job.id)} />}
      {job && !isFinal(job.status) && <UnderWay job={job} />}
    </article>
  ));
}

function Finished({
  job,
  result,
  before,
}: {
  readonly job: Job;
  readonly result: JobResult;
  readonly before: string | null;
}) {
  const { operation } = taskWords(job.task);
  return (
    <>
      {result.type === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: films made here have no sound.
        <video className={styles.film} src={result.url} controls loop playsInline aria-label={operation} />
      ) : (
        <BeforeAfter
          before={before ? { url: before } : null}
          after={result}
          alt={`Result of the ${operation.toLowerCase()}`}
        />
      )}
      <ResultActions job={job} result={result} />
    </>
  );
}
