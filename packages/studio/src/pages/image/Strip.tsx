import { isFinal, type Job } from '@atelier/contract';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { STATUS_WORDS, taskWords } from '../../lib/job-words.ts';
import styles from './Strip.module.css';

/** The picture and its results in a row, to step through by buttons, by the arrow keys or by choosing one. */
export function Strip({
  original,
  jobs,
  shown,
  onShow,
}: {
  /** Address of the original. */
  readonly original: string;
  /** By the ID of each job; undefined while it is read. */
  readonly jobs: ReadonlyMap<string, Job | undefined>;
  /** ID of the job whose result is shown; null: the original is. */
  readonly shown: string | null;
  readonly onShow: (id: string | null) => void;
}) {
  const places: readonly (string | null)[] = [null, ...jobs.keys()];
  const at = Math.max(0, places.indexOf(shown));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at]);
  const step = (by: number) => onShow(places[Math.min(places.length - 1, Math.max(0, at + by))] ?? null);
  function stepByKey(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
    const next = list.current?.children[Math.min(places.length - 1, Math.max(0, at + by))];
    next?.querySelector('button')?.focus();
  }
  return (
    <section className={styles.strip} aria-label="Results">
      <Button kind="quiet" size="small" icon="left" iconOnly disabled={at === 0} onClick={() => step(-1)}>
        Previous
      </Button>
      <ul className={styles.outputs} ref={list} onKeyDown={stepByKey}>
        <li>
          <button type="button" className={styles.output} aria-current={at === 0} onClick={() => onShow(null)}>
            <img src={original} alt="" draggable={false} />
            <span className="visually-hidden">The original image</span>
          </button>
        </li>
        {[...jobs].map(([id, job], index) => (
          <li key={id}>
            <button type="button" className={styles.output} aria-current={id === shown} onClick={() => onShow(id)}>
              <Preview job={job} original={original} />
              <span className="visually-hidden">{nameOf(job, index, jobs.size)}</span>
            </button>
          </li>
        ))}
        {jobs.size === 0 && <li className={styles.none}>Results from this image appear here.</li>}
      </ul>
      <Button
        kind="quiet"
        size="small"
        icon="right"
        iconOnly
        disabled={at === places.length - 1}
        onClick={() => step(1)}
      >
        Next
      </Button>
    </section>
  );
}

function Preview({ job, original }: { readonly job: Job | undefined; readonly original: string }) {
  if (job?.result?.type === 'image') return <img src={job.result.url} alt="" draggable={false} />;
  if (job?.result) return <Icon name="play" />;
  if (job && isFinal(job.status)) return <Icon name="warning" />;
  return <img src={original} alt="" draggable={false} data-pending />;
}

function nameOf(job: Job | undefined, index: number, count: number): string {
  const place = `Result ${index + 1} of ${count}`;
  return job ? `${place}: ${taskWords(job.task).operation}, ${STATUS_WORDS[job.status].words.toLowerCase()}` : place;
}
