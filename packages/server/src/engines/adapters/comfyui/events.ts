import Type from 'typebox';
import { answerReader } from '../../wire.ts';

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
export interface WatchedRun {
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
