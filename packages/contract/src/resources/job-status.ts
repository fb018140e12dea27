/** States of a job, in the order it passes them. The last three are final. */
export const JOB_STATUSES = ['pending', 'generating', 'completed', 'failed', 'policy_blocked'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Statuses of a job that has ended. */
export const FINAL_JOB_STATUSES = ['completed', 'failed', 'policy_blocked'] as const satisfies readonly JobStatus[];

/** True if the job has ended. */
export function isFinal(status: JobStatus): boolean {
  return FINAL_JOB_STATUSES.some((final) => final === status);
}
