import { type ImageRecord, isFinal, type Job } from '@atelier/contract';
import { useEffect, useRef, useState } from 'react';
import { useImages, useJobs } from '../../api/queries.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useNewRun } from '../../components/work/use-new-run.ts';
import type { Work, WorkRun } from '../../components/work/use-work.ts';
import { classNames } from '../../lib/class-names.ts';
import { countText } from '../../lib/format.ts';
import { OutputView } from './OutputView.tsx';
import styles from './Stage.module.css';

/** From here on the stage stands beside the form, and is always in view. */
const SIDE_BY_SIDE = '(min-width: 60rem)';

/** The newest submission, in progress or done, and the ones before it. */
export function Stage({ work, onUseAsPerson }: { readonly work: Work; readonly onUseAsPerson: (id: string) => void }) {
  const { runs } = work;
  const [newest] = runs;
  const [chosen, setChosen] = useState<WorkRun | null>(null);
  const stage = useNewRun<HTMLElement>(newest?.jobs[0], (own) => {
    setChosen(null);
    if (!window.matchMedia(SIDE_BY_SIDE).matches) own?.scrollIntoView({ block: 'start' });
  });
  const run = runs.find(({ jobs }) => jobs[0] === chosen?.jobs[0]) ?? newest;
  return (
    <section className={styles.stage} aria-label="Result" ref={stage}>
      {run ? (
        <RunView key={run.jobs[0]} run={run} onUseAsPerson={onUseAsPerson} onPutAway={work.putAway} />
      ) : (
        <EmptyState icon="hanger" title="Your result appears here">
          Add a photo of a person and a photo of a garment. A try-on takes a few seconds.
        </EmptyState>
      )}
      {run && runs.length > 1 && <RunList runs={runs} shown={run} onChoose={setChosen} />}
    </section>
  );
}

function RunView({
  run,
  onUseAsPerson,
  onPutAway,
}: {
  readonly run: WorkRun;
  readonly onUseAsPerson: (id: string) => void;
  readonly onPutAway: (jobId: string) => void;
}) {
  const found = useJobs(run.jobs);
  const [before] = useImages(run.source ? [run.source] : []);
  const [chosen, setChosen] = useState(0);
  useEndAnnounced(found.map(({ data }) => data));
  return (
    <>
      <OutputView
        job={found[chosen]?.data}
        error={found[chosen]?.error}
        before={before?.data}
        onUseAsPerson={onUseAsPerson}
        onPutAway={onPutAway}
        onStale={() => {
          void found[chosen]?.refetch();
          void before?.refetch();
        }}
      />
      {found.length > 1 && (
        <ul className={styles.outputs} aria-label={countText(found.length, 'image')}>
          {found.map(({ data }, index) => (
            <li key={run.jobs[index]}>
              <Thumbnail
                job={data}
                before={before?.data}
                label={`Image ${index + 1} of ${found.length}`}
                isChosen={index === chosen}
                onChoose={() => setChosen(index)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function RunList({
  runs,
  shown,
  onChoose,
}: {
  readonly runs: readonly WorkRun[];
  readonly shown: WorkRun;
  readonly onChoose: (run: WorkRun) => void;
}) {
  const jobs = useJobs(runs.map((run) => run.jobs[0] ?? ''));
  return (
    <div className={styles.runs}>
      <h2 className={styles.runsTitle}>Recent results</h2>
      <ul className={styles.outputs}>
        {runs.map((run, index) => (
          <li key={run.jobs[0]}>
            <Thumbnail
              job={jobs[index]?.data}
              before={undefined}
              label={index === 0 ? 'The newest try-on' : `The try-on ${index} before`}
              isChosen={run === shown}
              onChoose={() => onChoose(run)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Thumbnail({
  job,
  before,
  label,
  isChosen,
  onChoose,
}: {
  readonly job: Job | undefined;
  readonly before: ImageRecord | null | undefined;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const address = job?.result?.url ?? before?.path;
  return (
    <button
      type="button"
      className={classNames(styles.output, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {address && <img src={address} alt="" data-pending={job?.result ? undefined : true} />}
      <span className="visually-hidden">
        {label}
        {job && `, ${job.status.replace('_', ' ')}`}
      </span>
    </button>
  );
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
