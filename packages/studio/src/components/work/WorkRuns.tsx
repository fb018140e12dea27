import { isFinal, type Job, type JobResult } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { useCancel, useImages, useJobs } from '../../api/queries.ts';
import { describeFailure } from '../../errors/describe.ts';
import { creditsText } from '../../lib/format.ts';
import { taskWords } from '../../lib/job-words.ts';
import { Button, ButtonLink } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorNotice } from '../ErrorNotice.tsx';
import { Notice } from '../Notice.tsx';
import { Progress } from '../Progress.tsx';
import { BeforeAfter } from '../pictures/BeforeAfter.tsx';
import { DownloadLink } from '../pictures/DownloadLink.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { Time } from '../Time.tsx';
import type { WorkRun } from './use-work.ts';
import styles from './WorkRuns.module.css';

/** The requests and their results, newest first: in progress, finished, or with the reason for a missing result. */
export function WorkRuns({ runs, nothing }: { readonly runs: readonly WorkRun[]; readonly nothing: string }) {
  const section = useShownWhenNew(runs[0]?.jobs[0]);
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
        <RunView key={run.jobs[0]} run={run} />
      ))}
    </section>
  );
}

/** Brings the newest run into view when it is added: the button that was pressed may be far from it. */
function useShownWhenNew(newest: string | undefined) {
  const section = useRef<HTMLElement>(null);
  const seen = useRef(newest);
  useEffect(() => {
    if (newest === seen.current) return;
    seen.current = newest;
    section.current?.scrollIntoView({ block: 'start' });
  });
  return section;
}

function RunView({ run: { jobs, source } }: { readonly run: WorkRun }) {
  const found = useJobs(jobs);
  const [before] = useImages(source ? [source] : []);
  return found.map(({ data: job, error, refetch }, index) => (
    <article key={jobs[index]} className={styles.output} aria-busy={job ? !isFinal(job.status) : true}>
      {!job && (error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton shape="block" />)}
      {job?.result && <Finished job={job} result={job.result} before={before?.data?.path ?? null} />}
      {job?.error && (
        <Notice tone={job.error.code === 'canceled' ? 'info' : 'bad'} title={describeFailure(job).title} urgent>
          {describeFailure(job).text}
        </Notice>
      )}
      {job && isFinal(job.status) && !job.result && !job.error && <Notice>The file was deleted.</Notice>}
      {job && !isFinal(job.status) && <UnderWay job={job} />}
    </article>
  ));
}

function UnderWay({ job }: { readonly job: Job }) {
  const cancel = useCancel(job.id);
  const { operation } = taskWords(job.task);
  const share = job.status === 'pending' ? null : (job.progress ?? null);
  return (
    <div className={styles.underWay}>
      <p>{share === null ? 'Waiting in the queue' : `${operation}, ${Math.round(share * 100)} %`}</p>
      <Progress label={`Progress of the ${operation.toLowerCase()}`} share={share} />
      <Button kind="quiet" size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
      {cancel.error && <ErrorNotice error={cancel.error} />}
    </div>
  );
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
      {job.warnings?.map(({ code, message }) => (
        <Notice key={code} tone="warn">
          {message}
        </Notice>
      ))}
      <div className={styles.actions}>
        <DownloadLink url={result.url} />
        {result.type === 'image' && (
          <ButtonLink to={`/studio/images/${result.id}`} icon="sparkle">
            Edit this image
          </ButtonLink>
        )}
        <span className={styles.facts}>
          {result.width && `${result.width} × ${result.height} px, `}
          {creditsText(job.credits_used)}, <Time at={job.created_at} />
        </span>
      </div>
    </>
  );
}
