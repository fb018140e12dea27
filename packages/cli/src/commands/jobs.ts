import { Atelier } from '@atelier/client';
import { JOB_STATUSES, type Job, type JobStatus } from '@atelier/contract';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { present, table } from '../output.ts';
import { progressLine } from '../progress.ts';

const list: Command = {
  name: 'jobs list',
  summary: 'List the newest jobs.',
  options: {
    ...CONNECTION_OPTIONS,
    status: { type: 'string', value: 'STATUS', summary: `Only those that are ${JOB_STATUSES.join(', ')}.` },
    limit: { type: 'string', value: 'NUMBER', summary: 'How many (20).' },
    cursor: { type: 'string', value: 'CURSOR', summary: 'Go on where the page before ended.' },
  },
  async run(invocation) {
    const cursor = invocation.text('cursor');
    const filter = { limit: limitOf(invocation), ...statusOf(invocation), ...(cursor === undefined ? {} : { cursor }) };
    const page = await (await clientOf(invocation)).jobs(filter);
    present(invocation, page, ({ jobs, page_info: { next_cursor } }) => {
      const columns = {
        id: (job: Job) => job.id,
        status: (job: Job) => job.status,
        task: (job: Job) => job.task,
        created: (job: Job) => job.created_at,
      };
      return table(jobs, columns) + (next_cursor === null ? '' : `\nmore: --cursor ${next_cursor}`);
    });
    return EXIT.ok;
  },
};

const show: Command = {
  name: 'jobs show',
  summary: 'Show a job as it is now.',
  positionals: ['job'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const job = await (await clientOf(invocation)).job(invocation.positional('job'));
    present(invocation, job, inWords);
    return EXIT.ok;
  },
};

const wait: Command = {
  name: 'jobs wait',
  summary: 'Follow a job to its end; the exit code is 1 when it has no result.',
  positionals: ['job'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const client = await clientOf(invocation);
    const progress = progressLine();
    const job = await client
      .waitFor(invocation.positional('job'), { intervalMs: 500, onChange: progress.show })
      .finally(progress.end);
    present(invocation, job, inWords);
    return job.status === 'completed' ? EXIT.ok : EXIT.failed;
  },
};

const cancel: Command = {
  name: 'jobs cancel',
  summary: 'Cancel a job that has not ended; its credits come back.',
  positionals: ['job'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const job = await (await clientOf(invocation)).cancel(invocation.positional('job'));
    present(invocation, job, inWords);
    return EXIT.ok;
  },
};

/** `atelier jobs …` */
export const jobs: readonly Command[] = [list, show, wait, cancel];

async function clientOf(invocation: Invocation): Promise<Atelier> {
  return new Atelier(await workspaceConnection(invocation));
}

function inWords({ id, status, progress, result, error, warnings = [], credits_used }: Job): string {
  const lines = [
    `job       ${id}`,
    `status    ${status}${progress === undefined ? '' : ` (${Math.round(progress * 100)} %)`}`,
    `credits   ${credits_used}`,
    ...(result ? [`result    ${result.width}×${result.height} ${result.url}`] : []),
    ...(error ? [`error     ${error.code}: ${error.message}`] : []),
    ...warnings.map(({ code, message }) => `warning   ${code}: ${message}`),
  ];
  return lines.join('\n');
}

function statusOf(invocation: Invocation): { status?: JobStatus } {
  const given = invocation.text('status');
  if (given === undefined) return {};
  const status = JOB_STATUSES.find((each) => each === given);
  if (!status) throw new UsageError(`--status is ${JSON.stringify(given)}; allowed are ${JOB_STATUSES.join(', ')}`);
  return { status };
}

function limitOf(invocation: Invocation): number {
  const given = invocation.text('limit') ?? '20';
  if (!/^\d+$/.test(given)) throw new UsageError(`--limit is ${JSON.stringify(given)}; allowed is a whole number`);
  return Number(given);
}
