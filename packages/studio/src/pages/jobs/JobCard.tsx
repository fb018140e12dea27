import { isFinal, type Job } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { describeFailure } from '../../errors/describe.ts';
import { agoText, creditsText, momentText } from '../../lib/format.ts';
import { STATUS_WORDS, taskWords } from '../../lib/job-words.ts';
import styles from './JobCard.module.css';
import { JobPreview } from './JobPreview.tsx';

/** One job: its request, its progress, and the reason if it ended without a result. */
export function JobCard({ job }: { readonly job: Job }) {
  const { operation, engine } = taskWords(job.task);
  const { words, tone } = STATUS_WORDS[job.status];
  return (
    <article className={styles.job} aria-label={`${operation}, ${words}`}>
      <JobPreview result={job.result} name={operation} />
      <div className={styles.words}>
        <div className={styles.head}>
          <h2 className={styles.title}>{operation}</h2>
          <Badge tone={tone}>{words}</Badge>
        </div>
        <p className={styles.facts}>
          <time dateTime={job.created_at} title={momentText(job.created_at)}>
            {agoText(job.created_at)}
          </time>
          {engine && ` · by ${engine}`} · {creditsText(job.credits_used)}
        </p>
        {!isFinal(job.status) && <UnderWay job={job} name={operation} />}
        {job.error && <Failure job={job} />}
        {job.warnings?.map(({ code, message }) => (
          <Notice key={code} tone="warn">
            {message}
          </Notice>
        ))}
        <details className={styles.details}>
          <summary>Details for support</summary>
          Job <code>{job.id}</code>
          {job.error && (
            <>
              , <code>{job.error.code}</code>
            </>
          )}
        </details>
      </div>
    </article>
  );
}

function Failure({ job }: { readonly job: Job }) {
  const { error } = job;
  if (!error) return null;
  const { title, text } = describeFailure(job);
  return (
    <Notice tone={error.code === 'canceled' ? 'info' : 'bad'} title={title}>
      {text}
    </Notice>
  );
}

function UnderWay({ job, name }: { readonly job: Job; readonly name: string }) {
  const { atelier } = useConnection();
  const cancel = useMutation({
    mutationFn: () => atelier.cancel(job.id),
    meta: { invalidates: [QUERY_KEYS.jobs, QUERY_KEYS.job(job.id), QUERY_KEYS.account] },
  });
  return (
    <>
      <div className={styles.progress}>
        <Progress label={`${name}, progress`} share={job.status === 'pending' ? null : (job.progress ?? null)} />
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      </div>
      {cancel.error && <ErrorNotice error={cancel.error} />}
    </>
  );
}
