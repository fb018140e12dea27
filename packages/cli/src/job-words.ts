import { ApiError } from '@atelier/client';
import { type Job, titleOfFailure } from '@atelier/contract';
import { optionName } from './contract-options.ts';
import { OPERATION_RULES, type OperationRule } from './operations/table.ts';
import { creditsText } from './output.ts';

/** A job as a person reads it, several lines. */
export function describeJob(job: Job): string {
  const { id, status, task, progress, result, warnings = [], credits_used } = job;
  const lines = [
    `job       ${id}`,
    `task      ${task ?? ''}`,
    `status    ${status}${progress === undefined ? '' : ` (${Math.round(progress * 100)} %)`}`,
    `credits   ${credits_used}`,
    ...(result ? [`result    ${result.width}×${result.height} ${result.url}`] : []),
    ...failureOf(job).map((line) => `error     ${line}`),
    ...warnings.map(({ code, message }) => `warning   ${code}: ${inOptionsOf(message, ruleOf(job))}`),
  ];
  return lines.join('\n');
}

/** Lines about an ended job: its failure and the reason, and warnings about its result. */
export function describeEnd(job: Job): string[] {
  const warnings = (job.warnings ?? []).map(
    ({ code, message }) => `warning ${code}: ${inOptionsOf(message, ruleOf(job))}`,
  );
  return [...failureOf(job), ...warnings];
}

function failureOf(job: Job): string[] {
  if (!job.error) return [];
  const { code, message } = job.error;
  return [`${code}: ${titleOfFailure(job)}. ${inOptionsOf(message, ruleOf(job))}`];
}

/** Lines for a command that stops waiting for jobs. */
export function goesOn(jobs: readonly Pick<Job, 'id'>[], why: string): string {
  const ids = jobs.map(({ id }) => id).join(' ');
  const subject = jobs.length === 1 ? 'the job continues' : 'the jobs continue';
  return `${why}; ${subject}. Watch with \`atelier jobs watch ${ids}\`, cancel with \`atelier jobs cancel ${ids}\`.`;
}

/** The total cost of jobs, and their IDs. */
export function submittedLine(jobs: readonly Job[]): string {
  const credits = jobs.reduce((sum, job) => sum + job.credits_used, 0);
  return `job ${jobs.map(({ id }) => id).join(', ')} for ${creditsText(credits)}`;
}

/** A refusal of the service with the fields of the request named as the options of an operation. */
export function inOptions(error: unknown, rule: OperationRule): unknown {
  return error instanceof ApiError ? new Error(inOptionsOf(error.message, rule), { cause: error }) : error;
}

function ruleOf({ task }: Job): OperationRule | undefined {
  return OPERATION_RULES.find(({ operation }) => operation === task?.split('.')[0]);
}

/**
 * A text of the service with its fields, as pointers or by name, as the options that set them. Without a rule it stays
 * as it is.
 */
export function inOptionsOf(text: string, rule: OperationRule | undefined): string {
  if (!rule) return text;
  const options = new Map(
    Object.entries(rule.schema.properties).map(([field, schema]) => [field, `--${optionName(field, schema)}`]),
  );
  for (const { name, field, urlField, otherFields = [] } of rule.pictures) {
    const label = name === 'image' ? 'the image' : `--${name}`;
    for (const each of [field ?? 'image_id', urlField, ...otherFields]) if (each) options.set(each, label);
  }
  options.set('input', 'The request');
  const names = [...options.keys()].filter((field) => field.includes('_')).join('|');
  return text
    .replaceAll(/(?:\/input)?\/([a-z_]+)(?:\/\d+)?(?![\w/])/g, (whole, field: string) => options.get(field) ?? whole)
    .replaceAll(new RegExp(`(?<![\\w/-])(?:${names})(?!\\w)`, 'g'), (field) => options.get(field) ?? field);
}
