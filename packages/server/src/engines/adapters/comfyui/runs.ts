import { setTimeout as sleep } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { validatorOf } from '../../../schema-check.ts';
import { failed, unavailable } from '../../outcomes.ts';
import type { EngineOutcome, HostedEngine, RemoteReceipt } from '../../port.ts';
import { answerReader, excerptOfAnswer, type JsonApi, readSuccess, schemaReader } from '../../wire.ts';

/**
 * Looks for work after a call that broke, and the pause between two. ComfyUI checks a workflow for a while before it is
 * in the queue.
 */
const LOOK_UPS = 4;
const LOOK_UP_PAUSE_MS = 1_500;

/** Messages of a run go to the client that asked for it: each run has one of its own. */
export function clientOf(jobId: string): string {
  return `atelier-${jobId}`;
}

/** The receipt of a run of a workflow with `size` nodes. */
export function receiptOf(remoteId: string, jobId: string, size: number): RemoteReceipt {
  return { remoteId, details: { client: clientOf(jobId), nodes: String(size) } };
}

const readQueue = answerReader({
  queue_running: Type.Array(Type.Unknown()),
  queue_pending: Type.Array(Type.Unknown()),
});

/** Where a run is. */
type Found =
  | { readonly at: 'history'; readonly entry: NonNullable<ReturnType<typeof readHistory>>[string] }
  | { readonly at: 'running' | 'pending' | 'nowhere' }
  | { readonly at: 'unknown'; readonly message: string };

/** Finds a run. It reads the queue first, because a run that leaves the queue is in the history. */
export async function find(api: JsonApi, promptId: string, signal?: AbortSignal): Promise<Found> {
  const ends = signal ? { signal } : {};
  const queued = await api.get('/queue', ends);
  const lists = readSuccess(queued, readQueue);
  if (!lists) return { at: 'unknown', message: excerptOfAnswer(queued) };
  // An item is [number, prompt ID, workflow, …].
  const holds = (list: readonly unknown[]) => list.some((item) => Array.isArray(item) && item[1] === promptId);
  if (holds(lists.queue_running)) return { at: 'running' };
  if (holds(lists.queue_pending)) return { at: 'pending' };
  const past = await api.get(`/history/${encodeURIComponent(promptId)}`, ends);
  const history = readSuccess(past, readHistory);
  if (!history) return { at: 'unknown', message: excerptOfAnswer(past) };
  const entry = history[promptId];
  return entry ? { at: 'history', entry } : { at: 'nowhere' };
}

/** Finds a run by the job it is for, after a call that broke. */
export async function lookUp(
  api: JsonApi,
  jobId: string,
  size: number,
  signal: AbortSignal,
): ReturnType<NonNullable<HostedEngine['lookUp']>> {
  for (let looks = 1; ; looks++) {
    const found = await find(api, jobId, signal);
    if (found.at !== 'nowhere' && found.at !== 'unknown') return receiptOf(jobId, jobId, size);
    if (looks === LOOK_UPS) return found.at === 'nowhere' ? 'absent' : 'unknown';
    await sleep(LOOK_UP_PAUSE_MS, undefined, { signal });
  }
}

/**
 * Takes waiting work out of the queue; interrupts it only where it runs, for older versions interrupt whatever does.
 */
export async function cancel(api: JsonApi, { remoteId }: RemoteReceipt): Promise<void> {
  await api.submit('/queue', { delete: [remoteId] });
  const found = await find(api, remoteId);
  if (found.at === 'running') await api.submit('/interrupt', { prompt_id: remoteId });
}

const Entry = Type.Object({
  outputs: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  status: Type.Optional(
    Type.Object({ status_str: Type.String(), messages: Type.Optional(Type.Array(Type.Array(Type.Unknown()))) }),
  ),
});

/** Reads an answer of `GET /history/ID`: the results of ended runs by their IDs. */
const readHistory = schemaReader(Type.Record(Type.String(), Entry));

const ViewedFile = Type.Object({
  filename: Type.String(),
  subfolder: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
});
/** A file of a run, as `GET /view` finds it. */
export type ViewedFile = Static<typeof ViewedFile>;
const viewedFile = validatorOf(ViewedFile);

const executionError = validatorOf(
  Type.Object({
    node_id: Type.String(),
    node_type: Type.String(),
    exception_type: Type.String(),
    exception_message: Type.String(),
  }),
);

/** File names of videos, and those of pictures. */
const VIDEO_FILES = /\.mp4$/i;
const PICTURE_FILES = /\.(png|jpe?g|webp)$/i;

/** The file a run made, or why there is none. `output`: ID of the node whose files count; null: any. */
export function outcomeOf(
  { outputs, status }: Static<typeof Entry>,
  output: string | null,
  video: boolean,
): EngineOutcome | { readonly kind: 'file'; readonly file: ViewedFile } {
  if (status && status.status_str !== 'success')
    return unavailable(`the workflow broke: ${reasonOf(status.messages ?? [])}`);
  const counted = output === null ? Object.values(outputs) : [outputs[output] ?? {}];
  const fitting = counted
    .flatMap(filesOf)
    .filter(({ filename }) => (video ? VIDEO_FILES : PICTURE_FILES).test(filename));
  // Previews lie among the temporary files.
  const file = fitting.find(({ type }) => type === 'output') ?? fitting[0];
  if (file) return { kind: 'file', file };
  return failed('generation_failed', `The workflow ended without ${video ? 'an MP4 video' : 'an image'}.`);
}

/** Files a node names under whatever word: `images`, `gifs`, `videos`. */
function filesOf(output: Readonly<Record<string, unknown>>): readonly ViewedFile[] {
  return Object.values(output)
    .flat()
    .filter((file) => viewedFile().Check(file));
}

/** Failure and interruption have the same status; the messages tell them apart. */
function reasonOf(messages: readonly (readonly unknown[])[]): string {
  const [, error] = messages.find(([event]) => event === 'execution_error') ?? [];
  if (executionError().Check(error))
    return `node ${error.node_id} (${error.node_type}): ${error.exception_type}: ${error.exception_message}`;
  const interrupted = messages.some(([event]) => event === 'execution_interrupted');
  return interrupted ? 'somebody interrupted it there' : 'it does not say why';
}

const readMessage = answerReader({
  type: Type.String(),
  data: Type.Object({
    prompt_id: Type.Optional(Type.String()),
    node: Type.Optional(Type.Unknown()),
    nodes: Type.Optional(Type.Array(Type.Unknown())),
    value: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
  }),
});

/** Messages after which the history has the work. */
const ENDS: readonly string[] = ['execution_success', 'execution_error', 'execution_interrupted'];

/** A run that is watched. */
interface WatchedRun {
  /** `ws://` or `wss://`, with the client's ID. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly promptId: string;
  /** Nodes of its workflow. */
  readonly size: number;
}

/**
 * Reports a run's progress as the share of its finished nodes, and null at its end. Ends with the signal. A socket that
 * fails does no harm: the work is polled anyway.
 */
export function watchRun(run: WatchedRun, onChange: (progress: number | null) => void, signal: AbortSignal): void {
  const socket = new WebSocket(run.url, { headers: { ...run.headers } });
  signal.addEventListener('abort', () => socket.close(), { once: true });
  // Without a listener an error would end the process.
  socket.addEventListener('error', () => {});
  const progress = progressOf(run);
  socket.addEventListener('message', ({ data }) => {
    // Other messages are previews of the picture.
    if (typeof data === 'string' && !signal.aborted) progress(data, onChange);
  });
}

function progressOf({ promptId, size }: WatchedRun) {
  let cached = 0;
  let begun = 0;
  return (text: string, onChange: (progress: number | null) => void): void => {
    const message = readMessage(new TextEncoder().encode(text));
    if (!message || message.data.prompt_id !== promptId) return;
    const { type, data } = message;
    if (type === 'execution_cached') cached = data.nodes?.length ?? 0;
    if (type === 'executing' && typeof data.node === 'string') begun += 1;
    const current = type === 'progress' && data.value !== undefined && data.max ? data.value / data.max : 0;
    onChange(ENDS.includes(type) ? null : Math.min(1, (cached + Math.max(0, begun - 1) + current) / size));
  };
}
