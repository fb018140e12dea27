import { type ImageRecord, isFinal, type Job } from '@atelier/contract';
import { useEffect, useRef, useState } from 'react';
import { useImages, useJobs } from '../../api/queries.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { Run } from './draft.ts';
import { OutputView } from './OutputView.tsx';
import styles from './Stage.module.css';

/** What came of the newest submission, while it is made and after. */
export function Stage({
  runs,
  onUseAsPerson,
}: {
  readonly runs: readonly Run[];
  readonly onUseAsPerson: (id: string) => void;
}) {
  const [run] = runs;
  return (
    <section className={styles.stage} aria-label="Result">
      {run ? (
        <RunView key={run.jobs[0]} run={run} onUseAsPerson={onUseAsPerson} />
      ) : (
        <EmptyState icon="hanger" title="The result hangs here">
          Add a photo of a person and of what they should wear. A try-on takes a few seconds.
        </EmptyState>
      )}
    </section>
  );
}

function RunView({ run, onUseAsPerson }: { readonly run: Run; readonly onUseAsPerson: (id: string) => void }) {
  const found = useJobs(run.jobs);
  const [before] = useImages(run.person ? [run.person] : []);
  const [chosen, setChosen] = useState(0);
  useEndAnnounced(found.map(({ data }) => data));
  return (
    <>
      <OutputView job={found[chosen]?.data} error={found[chosen]?.error} before={before?.data} onUseAsPerson={onUseAsPerson} />
      {found.length > 1 && (
        <ul className={styles.outputs}>
          {found.map(({ data }, index) => (
            <li key={run.jobs[index]}>
              <button
                type="button"
                className={classNames(styles.output, index === chosen && styles.chosen)}
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
              >
                <Thumbnail job={data} before={before?.data} />
                <span className="visually-hidden">
                  Picture {index + 1} of {found.length}, {data?.status ?? 'loading'}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Thumbnail({ job, before }: { readonly job: Job | undefined; readonly before: ImageRecord | null | undefined }) {
  const address = job?.result?.url ?? before?.path;
  return address ? <img src={address} alt="" data-pending={job?.result ? undefined : true} /> : null;
}

/** Tells once, in words, that all outputs have ended. */
function useEndAnnounced(jobs: readonly (Job | undefined)[]): void {
  const announce = useAnnounce();
  const wasRunning = useRef(false);
  const isRunning = jobs.some((job) => job !== undefined && !isFinal(job.status));
  const made = jobs.filter((job) => job?.result).length;
  useEffect(() => {
    if (wasRunning.current && !isRunning) announce(`Done: ${made} of ${jobs.length} made.`);
    wasRunning.current = isRunning;
  }, [announce, isRunning, made, jobs.length]);
}
