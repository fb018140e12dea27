/** States of a job, in the order it passes them. The last three are final. */
export const JOB_STATUSES = ['pending', 'generating', 'completed', 'failed', 'policy_blocked'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** States that never change again. */
export const FINAL_JOB_STATUSES = ['completed', 'failed', 'policy_blocked'] as const satisfies readonly JobStatus[];

/** True when the job will not change any more. */
export function isFinal(status: JobStatus): boolean {
  return FINAL_JOB_STATUSES.some((final) => final === status);
}
