import { Atelier, DeadlineError, send } from '@atelier/client';
import { ENDPOINTS, isFinal, type Job, type PageInfo } from '@atelier/contract';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { fieldsOf, givenBy, optionsOf, plainSchema } from '../contract-options.ts';
import { idOf, idsOf } from '../ids.ts';
import { Interruption, onInterruption } from '../interruption.ts';
import { describeEnd, describeJob, goesOn } from '../job-words.ts';
import { waitMsOf } from '../numbers.ts';
import { follow } from '../operations/perform.ts';
import { RESULT_OPTIONS, readPlace, saveResults } from '../operations/results.ts';
import { complain, present, print, table } from '../output.ts';

const LIST = plainSchema(ENDPOINTS.listJobs.query);

const list: Command = {
  name: 'jobs list',
  summary: 'List jobs, newest first.',
  examples: ['jobs list --status failed --limit 5'],
  options: { ...optionsOf(LIST), ...CONNECTION_OPTIONS },
  async run(invocation) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(fieldsOf(LIST, givenBy(invocation)))) query.set(name, String(value));
    const page = await send<{ jobs: Job[]; page_info: PageInfo }>(await workspaceConnection(invocation), {
      method: 'GET',
      path: `/v1/jobs?${query}`,
      repeatable: true,
    });
    present(invocation, page, ({ jobs, page_info: { next_cursor } }) => {
      const columns = {
        id: (job: Job) => job.id,
        status: (job: Job) => job.status,
        task: (job: Job) => job.task,
        credits: (job: Job) => job.credits_used,
        created: (job: Job) => job.created_at,
        error: (job: Job) => job.error?.code,
      };
      if (jobs.length === 0) return 'There are no jobs.';
      return table(jobs, columns) + (next_cursor === null ? '' : `\nmore: --cursor ${next_cursor}`);
    });
    return EXIT.ok;
  },
};

const show: Command = {
  name: 'jobs show',
  summary: 'Show a job in its present state.',
  positionals: ['job'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const id = idOf(invocation, 'job');
    const job = await (await clientOf(invocation)).job(id);
    present(invocation, job, describeJob);
    return EXIT.ok;
  },
};

const watch: Command = {
  name: 'jobs watch',
  summary: 'Wait for jobs to end; --out saves their results.',
  details: 'With --json, each change is a line (NDJSON). The exit code is 1 if a job ended without a result.',
  examples: ['jobs watch 0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50 --out dressed.png'],
  positionals: ['job…'],
  options: {
    ...RESULT_OPTIONS,
    out: { ...RESULT_OPTIONS.out, summary: 'File or folder for the results; without it they are not downloaded.' },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      summary: 'Longest wait. After it the command ends with 3, and the jobs continue (3600).',
    },
    ...CONNECTION_OPTIONS,
  },
  async run(invocation) {
    const ids = idsOf(invocation, 'job');
    const out = invocation.text('out');
    const place = await readPlace(out, ids.length, invocation.flag('force'));
    if (place.toOutput && invocation.flag('json'))
      throw new UsageError('--json and --out - both write to standard output; give only one');
    const waitMs = waitMsOf(invocation);
    const client = await clientOf(invocation);
    const interruption = onInterruption();
    try {
      const asLines = invocation.flag('json')
        ? { quiet: true, onChange: (job: Job) => print(JSON.stringify(job)) }
        : {};
      const jobs = await follow(client, ids, { waitMs, signal: interruption.signal, ...asLines });
      const saved = out === undefined ? [] : await saveResults(jobs, place, 'result', interruption.signal);
      const words = out === undefined ? jobs.map(describeJob).join('\n\n') : filesOf(saved);
      if (!invocation.flag('json') && words !== '') print(words);
      if (out !== undefined) for (const job of jobs) for (const line of describeEnd(job)) complain(line);
      return jobs.every(({ status }) => status === 'completed') ? EXIT.ok : EXIT.failed;
    } catch (error) {
      const isLate = error instanceof DeadlineError;
      if (!isLate && !(error instanceof Interruption)) throw error;
      const jobs = ids.map((id) => ({ id }));
      complain(goesOn(jobs, isLate ? 'not done in time' : 'interrupted'));
      return isLate ? EXIT.unfinished : error.exitCode;
    } finally {
      interruption.forget();
    }
  },
};

const cancel: Command = {
  name: 'jobs cancel',
  summary: 'Cancel jobs that have not ended. Their credits are refunded.',
  positionals: ['job…'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const ids = idsOf(invocation, 'job');
    const client = await clientOf(invocation);
    const jobs: Job[] = [];
    for (const id of ids) jobs.push(await client.cancel(id));
    present(invocation, { jobs }, () => jobs.map(describeCancellation).join('\n'));
    return EXIT.ok;
  },
};

/** `atelier jobs …` */
export const jobs: readonly Command[] = [list, show, watch, cancel];

function filesOf(saved: readonly { readonly file: string | null }[]): string {
  return saved.flatMap(({ file }) => (file === null ? [] : [file])).join('\n');
}

function describeCancellation({ id, status, error }: Job): string {
  if (error?.code === 'canceled') return `${id} is canceled`;
  return isFinal(status) ? `${id} had already ended: ${status}` : `${id} is ${status}`;
}

async function clientOf(invocation: Invocation): Promise<Atelier> {
  return new Atelier(await workspaceConnection(invocation));
}
