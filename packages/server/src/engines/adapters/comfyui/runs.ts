import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import type { HostedEngine, RemoteReceipt } from '../../port.ts';
import { answerReader, callEngine, excerptOfAnswer, type WireAnswer, type WireCall } from '../../wire.ts';
import { readHistory } from './history.ts';

/**
 * Looks for work after a call that broke, and the pause between two. ComfyUI checks a workflow for a while before it is
 * in the queue.
 */
const LOOK_UPS = 4;
const LOOK_UP_PAUSE_MS = 1_500;

/** How its calls are made. */
export interface Wire {
  /** Without a slash at the end. */
  readonly base: string;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly call: (call: Omit<WireCall, 'url'> & { readonly path: string }) => Promise<WireAnswer>;
}

/** Calls to one server; `auth` returns the value of the header, or null. */
export function wireTo(base: string, header: string, auth: () => string | null): Wire {
  const headers = (): Record<string, string> => {
    const value = auth();
    return value === null ? {} : { [header]: value };
  };
  return {
    base,
    headers,
    call: ({ path, headers: more, ...call }) =>
      callEngine({ ...call, url: `${base}${path}`, headers: { ...headers(), ...more } }),
  };
}

/** Messages of a run go to the client that asked for it: each run has one of its own. */
export function clientOf(jobId: string): string {
  return `atelier-${jobId}`;
}

/** The receipt of a run of a workflow with `size` nodes. */
export function receiptOf(remoteId: string, jobId: string, size: number): RemoteReceipt {
  return { remoteId, details: { client: clientOf(jobId), nodes: String(size) } };
}

const readQueue = answerReader(
  Type.Object({ queue_running: Type.Array(Type.Unknown()), queue_pending: Type.Array(Type.Unknown()) }),
);

/** Where a run is. */
type Found =
  | { readonly at: 'history'; readonly entry: NonNullable<ReturnType<typeof readHistory>>[string] }
  | { readonly at: 'running' | 'pending' | 'nowhere' }
  | { readonly at: 'unknown'; readonly message: string };

/** Finds a run. It reads the queue first, because a run that leaves the queue is in the history. */
export async function find({ call }: Wire, promptId: string, signal?: AbortSignal): Promise<Found> {
  const ends = signal ? { signal } : {};
  const queued = await call({ method: 'GET', path: '/queue', ...ends });
  const lists = queued.kind === 'answer' && queued.status === 200 ? readQueue(queued.bytes) : null;
  if (!lists) return { at: 'unknown', message: excerptOfAnswer(queued) };
  // An item is [number, prompt ID, workflow, …].
  const holds = (list: readonly unknown[]) => list.some((item) => Array.isArray(item) && item[1] === promptId);
  if (holds(lists.queue_running)) return { at: 'running' };
  if (holds(lists.queue_pending)) return { at: 'pending' };
  const past = await call({ method: 'GET', path: `/history/${encodeURIComponent(promptId)}`, ...ends });
  const history = past.kind === 'answer' && past.status === 200 ? readHistory(past.bytes) : null;
  if (!history) return { at: 'unknown', message: excerptOfAnswer(past) };
  const entry = history[promptId];
  return entry ? { at: 'history', entry } : { at: 'nowhere' };
}

/** Finds a run by the job it is for, after a call that broke. */
export async function lookUp(
  wire: Wire,
  jobId: string,
  size: number,
  signal: AbortSignal,
): ReturnType<NonNullable<HostedEngine['lookUp']>> {
  for (let looks = 1; ; looks++) {
    const found = await find(wire, jobId, signal);
    if (found.at !== 'nowhere' && found.at !== 'unknown') return receiptOf(jobId, jobId, size);
    if (looks === LOOK_UPS) return found.at === 'nowhere' ? 'absent' : 'unknown';
    await sleep(LOOK_UP_PAUSE_MS, undefined, { signal });
  }
}

/**
 * Takes waiting work out of the queue; interrupts it only where it runs, for older versions interrupt whatever does.
 */
export async function cancel(wire: Wire, { remoteId }: RemoteReceipt): Promise<void> {
  const post = (path: string, body: unknown) =>
    wire.call({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  await post('/queue', { delete: [remoteId] });
  const found = await find(wire, remoteId);
  if (found.at === 'running') await post('/interrupt', { prompt_id: remoteId });
}
