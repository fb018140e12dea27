import { JOB_STATUSES, type Job, type JobStatus, OPERATIONS, type Operation } from '@atelier/contract';
import { useJobPages } from '../../api/lists.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { SelectField } from '../../components/Field.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { OPERATION_WORDS, STATUS_WORDS } from '../../lib/job-words.ts';
import { useAddressParts } from '../../lib/use-address-parts.ts';
import { JobCard } from './JobCard.tsx';
import styles from './JobsPage.module.css';

/** All jobs with their outcomes, newest first. The address holds the filters. */
export function JobsPage() {
  const [search, change] = useAddressParts<'status' | 'operation'>();
  const status = JOB_STATUSES.find((one) => one === search.get('status'));
  const operation = OPERATIONS.find((one) => one === search.get('operation'));
  return (
    <>
      <PageHeader>One job for each image or video that you requested, newest first.</PageHeader>
      <div className={styles.filters}>
        <SelectField label="Status" value={status ?? ''} onChange={({ target }) => change({ status: target.value })}>
          <option value="">Any</option>
          {JOB_STATUSES.map((one) => (
            <option key={one} value={one}>
              {STATUS_WORDS[one].words}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Operation"
          value={operation ?? ''}
          onChange={({ target }) => change({ operation: target.value })}
        >
          <option value="">Any</option>
          {OPERATIONS.map((one) => (
            <option key={one} value={one}>
              {OPERATION_WORDS[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <JobList status={status} operation={operation} />
    </>
  );
}

function JobList({
  status,
  operation,
}: {
  readonly status: JobStatus | undefined;
  readonly operation: Operation | undefined;
}) {
  const pages = useJobPages({ status, operation });
  if (!pages.data)
    return pages.error ? <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} /> : <Loading />;
  if (pages.data.length === 0) return <NoJobs isFiltered={status !== undefined || operation !== undefined} />;
  return (
    <>
      <ul className={styles.list}>
        {pages.data.map((job: Job) => (
          <li key={job.id}>
            <JobCard job={job} />
          </li>
        ))}
      </ul>
      {pages.error && <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      <LoadMore pages={pages} what="jobs" />
    </>
  );
}

function NoJobs({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon="job" title="No matching job">
        Choose another status or operation.
      </EmptyState>
    );
  return (
    <EmptyState icon="job" title="No jobs yet" action={<ButtonLink to="/studio/try-on">Try something on</ButtonLink>}>
      Your requests appear here at once.
    </EmptyState>
  );
}

function Loading() {
  return (
    <div className={styles.list} aria-busy="true">
      <Skeleton shape="block" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </div>
  );
}
