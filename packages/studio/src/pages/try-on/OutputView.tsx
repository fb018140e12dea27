import { type ImageRecord, isFinal, type Job, type JobResult } from '@atelier/contract';
import { useCancel } from '../../api/queries.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { BeforeAfter } from '../../components/pictures/BeforeAfter.tsx';
import { DownloadLink } from '../../components/pictures/DownloadLink.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Time } from '../../components/Time.tsx';
import { Missing } from '../../components/work/Output.tsx';
import { creditsText } from '../../lib/format.ts';
import styles from './Stage.module.css';

/** One output: on its way, finished, or why there is none. */
export function OutputView({
  job,
  error,
  before,
  onUseAsPerson,
  onPutAway,
  onStale,
}: {
  readonly job: Job | undefined;
  readonly error: Error | null | undefined;
  readonly before: ImageRecord | null | undefined;
  readonly onUseAsPerson: (id: string) => void;
  readonly onPutAway: (jobId: string) => void;
  /** The address of the result has expired. */
  readonly onStale: () => void;
}) {
  if (!job) return error ? <ErrorNotice error={error} /> : <Skeleton shape="block" />;
  if (job.result)
    return (
      <FinishedView job={job} result={job.result} before={before} onUseAsPerson={onUseAsPerson} onStale={onStale} />
    );
  if (isFinal(job.status)) return <Missing job={job} onPutAway={() => onPutAway(job.id)} />;
  return <PendingView job={job} before={before} />;
}

function PendingView({ job, before }: { readonly job: Job; readonly before: ImageRecord | null | undefined }) {
  const cancel = useCancel(job.id);
  const percent = Math.round((job.progress ?? 0) * 100);
  const phase = job.status === 'pending' ? 'Waiting in the queue' : `Dressing, ${percent} %`;
  return (
    <div className={styles.pending} aria-busy={!isFinal(job.status)}>
      {before?.path && <img className={styles.veiled} src={before.path} alt="" />}
      <div className={styles.phase}>
        <p>{phase}</p>
        <Progress label="Progress of the try-on" share={job.status === 'pending' ? null : (job.progress ?? null)} />
        <Button kind="quiet" size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
        {cancel.error && <ErrorNotice error={cancel.error} />}
      </div>
    </div>
  );
}

function FinishedView({
  job,
  result,
  before,
  onUseAsPerson,
  onStale,
}: {
  readonly job: Job;
  readonly result: JobResult;
  readonly before: ImageRecord | null | undefined;
  readonly onUseAsPerson: (id: string) => void;
  readonly onStale: () => void;
}) {
  return (
    <>
      <BeforeAfter
        before={before?.path ? { url: before.path } : null}
        after={result}
        alt="The person wearing the garments"
        onStale={onStale}
      />
      {before?.path && <p className={styles.caption}>Drag across the image to compare before and after.</p>}
      {(job.warnings ?? []).map(({ code, message }) => (
        <Notice key={code} tone="warn">
          {message}
        </Notice>
      ))}
      <div className={styles.actions}>
        <DownloadLink url={result.url} />
        <Button icon="account" onClick={() => onUseAsPerson(result.id)}>
          Use as person
        </Button>
        <ButtonLink to={`/studio/images/${result.id}`} icon="sparkle">
          Edit this image
        </ButtonLink>
        <span className={styles.facts}>
          {result.width} × {result.height} px, {creditsText(job.credits_used)}, <Time at={job.created_at} />
        </span>
      </div>
    </>
  );
}
