import { ApiError } from '@atelier/client';
import type { Job } from '@atelier/contract';

/** A job as a person reads it, several lines. */
export function describeJob({ id, status, task, progress, result, error, warnings = [], credits_used }: Job): string {
  const lines = [
    `job       ${id}`,
    `task      ${task ?? ''}`,
    `status    ${status}${progress === undefined ? '' : ` (${Math.round(progress * 100)} %)`}`,
    `credits   ${credits_used}`,
    ...(result ? [`result    ${result.width}×${result.height} ${result.url}`] : []),
    ...(error ? [`error     ${error.code}: ${error.message}`] : []),
    ...warnings.map(({ code, message }) => `warning   ${code}: ${message}`),
  ];
  return lines.join('\n');
}

/** What is to be said of a job that has ended: why it has no result, and what its result may lack. */
export function describeEnd({ error, warnings = [] }: Job): string[] {
  return [
    ...(error ? [`${error.code}: ${error.message}`] : []),
    ...warnings.map(({ code, message }) => `warning ${code}: ${message}`),
  ];
}

/** What is to be said when nobody waits for jobs any longer. */
export function goesOn(jobs: readonly Pick<Job, 'id'>[], why: string): string {
  const ids = jobs.map(({ id }) => id).join(' ');
  const subject = jobs.length === 1 ? 'the job goes' : 'the jobs go';
  return `${why}; ${subject} on. Watch with \`atelier jobs watch ${ids}\`, end with \`atelier jobs cancel ${ids}\`.`;
}

/** A refusal of the service with the fields of the request named as the options that set them. */
export function inOptions(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const named = error.message
    .replace(/\/input\/([a-z_]+?)s?\/\d+/g, (_, field: string) => `--${field.replaceAll('_', '-')}`)
    .replace(/\/input\/([a-z_]+)/g, (_, field: string) => `--${field.replaceAll('_', '-')}`);
  return new Error(named, { cause: error });
}
