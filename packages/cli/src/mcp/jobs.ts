import { type Atelier, DeadlineError } from '@atelier/client';
import { isFinal, Job } from '@atelier/contract';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { failureAdvice, LostSight } from './errors.ts';
import type { KeptResult } from './results.ts';
import { type ToolCall, type ToolRoom, type ToolSchema, toolSchema } from './tool.ts';

/** Longest wait in one call where none is asked for: most clients give up after a minute. */
const WAIT_SECONDS = 45;

const WAIT_SECONDS_MAX = 600;

/** The argument that says how long a call may take. */
export const WAIT_ARGUMENT = {
  wait_seconds: {
    type: 'integer',
    minimum: 0,
    maximum: WAIT_SECONDS_MAX,
    default: WAIT_SECONDS,
    description:
      'Longest wait for the result. A job that takes longer continues: call get_job with its ID to wait again.',
  },
};

const JOB = toolSchema(Job);

/** The result of tools that make or read jobs: the jobs, each with the file of its result. */
export const JOBS_SCHEMA: ToolSchema = {
  type: 'object',
  properties: {
    jobs: {
      type: 'array',
      items: {
        ...JOB,
        properties: {
          ...JOB.properties,
          file: {
            anyOf: [{ type: 'string' }, { type: 'null' }],
            description: "Path of the result on the user's machine.",
          },
        },
      },
    },
  },
  required: ['jobs'],
};

/**
 * Follows jobs as long as the call may take, and resolves with them as they are then. Throws the signal's reason, and
 * LostSight where the jobs cannot be looked at.
 */
export async function awaitJobs(room: ToolRoom, jobs: readonly Job[], call: ToolCall): Promise<readonly Job[]> {
  const waitMs = Math.max(0, Math.min(WAIT_SECONDS_MAX, Number(call.input.wait_seconds ?? WAIT_SECONDS))) * 1000;
  const states = new Map(jobs.map((job) => [job.id, job]));
  const onChange = (job: Job) => {
    states.set(job.id, job);
    const all = [...states.values()];
    const share = all.reduce((sum, each) => sum + (isFinal(each.status) ? 1 : (each.progress ?? 0)), 0) / all.length;
    call.onProgress(share, all.map(({ status }) => status).join(', '));
  };
  // One that cannot be looked at ends the waiting for the others.
  const end = new AbortController();
  const signal = AbortSignal.any([call.signal, end.signal]);
  const ids = jobs.map(({ id }) => id);
  try {
    await Promise.all(jobs.map((job) => watch(room.client, job, waitMs, signal, onChange)));
  } catch (error) {
    if (!call.signal.aborted) throw new LostSight(ids, error);
    if (room.cancelsJobs) await Promise.all(ids.map((id) => room.client.cancel(id)));
    throw error;
  } finally {
    end.abort();
  }
  return jobs.map((job) => states.get(job.id) ?? job);
}

async function watch(
  client: Atelier,
  job: Job,
  deadlineMs: number,
  signal: AbortSignal,
  onChange: (job: Job) => void,
): Promise<void> {
  if (isFinal(job.status)) return;
  try {
    await client.waitFor(job, { deadlineMs, signal, onChange });
  } catch (error) {
    // It goes on, and the answer says so.
    if (!(error instanceof DeadlineError)) throw error;
  }
}

/** Jobs as a model sees them: words, smaller pictures, and links to the files that were written. */
export async function jobsResult(room: ToolRoom, jobs: readonly Job[], signal: AbortSignal): Promise<CallToolResult> {
  const content: CallToolResult['content'] = [];
  const told: Record<string, unknown>[] = [];
  for (const job of jobs) {
    const kept = await keptOf(room, job, signal);
    if (kept instanceof Error) {
      const where = job.result ? ` it is at ${job.result.url};` : '';
      const text = `Job ${job.id} is done and charged, but its result could not be saved: ${kept.message};${where} call get_job with this ID; do not submit it again.`;
      content.push({ type: 'text', text });
      told.push({ ...job, file: null });
      continue;
    }
    content.push({ type: 'text', text: describe(job, kept?.file ?? null) });
    if (kept) content.push(...(await room.results.show(kept, jobs.length)));
    told.push({ ...job, file: kept?.file ?? null });
  }
  const isError = jobs.length > 0 && jobs.every(({ status }) => isFinal(status) && status !== 'completed');
  return { content, structuredContent: { jobs: told }, ...(isError ? { isError } : {}) };
}

/** The stored result of a job, or the error that prevented storing it: the job is charged in both cases. */
async function keptOf(room: ToolRoom, job: Job, signal: AbortSignal): Promise<KeptResult | null | Error> {
  if (!job.result) return null;
  try {
    return await room.results.keep(job, job.result, operationOf(job), signal);
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  }
}

function operationOf({ task }: Job): string {
  return (task ?? 'result').split('.')[0]?.replaceAll('_', '-') ?? 'result';
}

function describe(
  { id, status, result, error, progress = 0, warnings = [], credits_used: credits }: Job,
  file: string | null,
) {
  const notes = warnings.map(({ code, message }) => ` Warning ${code}: ${message}`).join('');
  if (error)
    return `Job ${id} ended without a result: ${error.code}: ${error.message} ${failureAdvice(error.code)}`.trim();
  if (!result || file === null)
    return `Job ${id} is ${status} (${Math.round(progress * 100)} %). Call get_job with this ID to wait on; do not submit it again.`;
  return `Job ${id} completed: ${result.width}×${result.height}, ${credits} credits, saved as ${file}. To work on it, pass its ID ${result.id}.${notes}`;
}
