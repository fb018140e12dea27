import { isFinal, type Job, type JobResult } from '@atelier/contract';
import { useCancel } from '../../api/queries.ts';
import { describeFailure } from '../../errors/describe.ts';
import { creditsText } from '../../lib/format.ts';
import { taskWords } from '../../lib/job-words.ts';
import { Button, ButtonLink } from '../Button.tsx';
import { ErrorNotice } from '../ErrorNotice.tsx';
import { Notice } from '../Notice.tsx';
import { Progress } from '../Progress.tsx';
import { DownloadLink } from '../pictures/DownloadLink.tsx';
import { Time } from '../Time.tsx';
import styles from './Output.module.css';

/** The progress of an output, and the way to cancel it. */
export function UnderWay({ job }: { readonly job: Job }) {
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

/** Why an output that has ended is missing. It can be put away. */
export function Missing({ job, onPutAway }: { readonly job: Job; readonly onPutAway: () => void }) {
  if (!isFinal(job.status) || job.result) return null;
  if (!job.error) return <Notice onPutAway={onPutAway}>The file was deleted.</Notice>;
  const { title, text } = describeFailure(job);
  return (
    <Notice tone={job.error.code === 'canceled' ? 'info' : 'bad'} title={title} urgent onPutAway={onPutAway}>
      {text}
    </Notice>
  );
}

/** The warnings about a result, what can be done with it, and its facts. */
export function ResultActions({ job, result }: { readonly job: Job; readonly result: JobResult }) {
  return (
    <>
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
