import type { JobRow } from './rows.ts';

/** The names under which every line of the log that is about a job carries its IDs. */
export interface JobLogFields {
  /** ID of the request it came by; undefined where that was not noted. */
  readonly request: string | undefined;
  readonly job: string;
  readonly workspace: string;
}

/** The fields of every log line about a job. */
export function logFieldsOf({ id, workspace_id, input }: Pick<JobRow, 'id' | 'workspace_id' | 'input'>): JobLogFields {
  return { request: input.origin?.request, job: id, workspace: workspace_id };
}
