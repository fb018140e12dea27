import type { FailureCode, JobWarning } from '@atelier/contract';
import type { EngineOutput, HostedEngine, ReadOutcome, RemoteReceipt, StartOutcome } from './port.ts';
import { excerptOf, excerptOfAnswer, retryAfterMs, startTrouble, type WholeAnswer, type WireAnswer } from './wire.ts';

/** Most characters of an engine's words that the user sees. */
const QUOTE_LENGTH_MAX = 200;

type Outcome<K extends (StartOutcome | ReadOutcome)['kind']> = Extract<
  StartOutcome | ReadOutcome,
  { readonly kind: K }
>;

/** An output was made. */
export function made(output: EngineOutput, warnings: readonly JobWarning[] = []): Outcome<'made'> {
  return { kind: 'made', output, warnings };
}

/** The outcome for an output within the answer, as bytes or in base64. */
export function delivered(file: Uint8Array | string, warnings?: readonly JobWarning[]): Outcome<'made'> {
  return made({ kind: 'delivered', bytes: typeof file === 'string' ? Buffer.from(file, 'base64') : file }, warnings);
}

/**
 * The outcome for an output at an address, which may be a `data:` address. Undefined: the work ended without an output.
 */
export function madeAt(address: string | undefined, warnings?: readonly JobWarning[]): Outcome<'made' | 'failed'> {
  if (address === undefined) return failed('generation_failed', 'The engine ended its work without an output.');
  const encoded = /^data:[^,]*;base64,/.exec(address);
  return encoded
    ? delivered(address.slice(encoded[0].length), warnings)
    : made({ kind: 'remote', url: address }, warnings);
}

/** The engine gave up on the task. */
export function failed(code: FailureCode, message: string): Outcome<'failed'> {
  return { kind: 'failed', code, message };
}

/** The output was made, but no longer exists. */
export function outputGone(why: string): Outcome<'failed'> {
  return failed('provider_unavailable', `The engine made the output, but no longer has it (${why}).`);
}

/** The engine certainly made nothing, so another one may be asked. `message` is for the operator's log. */
export function unavailable(message: string): Outcome<'unavailable'> {
  return { kind: 'unavailable', message };
}

/** The pictures or the prompt cannot be used. `said`: the engine's own words. */
export function rejected(said = ''): Outcome<'input_rejected'> {
  return { kind: 'input_rejected', message: `The engine could not use the input.${quoted('It said', said)}` };
}

/** The engine ended without an error and without an output. */
export const NOTHING_MADE: Outcome<'input_rejected'> = {
  kind: 'input_rejected',
  message: 'The engine made no result from these images and this prompt. Try others.',
};

/** A refusal of the input or the output by policy. `said` is the engine's own words. */
export function blocked(stage: 'input' | 'output', said = '', how = 'It said'): Outcome<'policy_blocked'> {
  const what = stage === 'input' ? 'the images or the prompt' : 'its result';
  const message = `The engine refused ${what} by its content policy.${quoted(how, said)}`;
  return { kind: 'policy_blocked', stage, message };
}

function quoted(how: string, said: string): string {
  return said === '' ? '' : ` ${how}: ${said.slice(0, QUOTE_LENGTH_MAX)}`;
}

/** Work has begun. */
export function started(remoteId: string, details: RemoteReceipt['details'] = {}): Outcome<'started'> {
  return { kind: 'started', receipt: { remoteId, details } };
}

/** Work may have begun. `message` is for the operator's log. */
export function uncertain(message: string): Outcome<'uncertain'> {
  return { kind: 'uncertain', message };
}

/** The work goes on; `progress` 0 to 1 and the milliseconds that it waited for its turn, if the engine tells them. */
export function working(progress: number | null = null, waitedMs = 0): Outcome<'working'> {
  return { kind: 'working', progress, waitedMs };
}

/** A poll whose answer says nothing about the work. */
function unreadable(answer: WireAnswer): Outcome<'unreadable'> {
  const message = excerptOfAnswer(answer);
  return { kind: 'unreadable', message, retryAfterMs: answer.kind === 'answer' ? retryAfterMs(answer.headers) : null };
}

/** How an adapter reads the answer to its call for work. */
export interface StartReader {
  /** The outcome by the engine's own words, which count before the status; null if they say none. */
  readonly first?: (answer: WholeAnswer) => StartOutcome | null;
  /** The outcome of a refusal (status 400 and above). */
  readonly refused: (answer: WholeAnswer) => StartOutcome;
  /** The outcome of an answer that accepts the work; null if it cannot be read. */
  readonly taken: (answer: WholeAnswer) => StartOutcome | null;
}

/** Judges the answer to a call for work: the engine's own words first, then the status, then the rest. */
export function judgeStart(answer: WireAnswer, { first, refused, taken }: StartReader): StartOutcome {
  const said = answer.kind === 'answer' ? first?.(answer) : null;
  const trouble = said ?? startTrouble(answer);
  if (trouble) return trouble;
  if (answer.kind !== 'answer') return uncertain(answer.message);
  if (answer.status >= 400) return refused(answer);
  return taken(answer) ?? uncertain(`an answer that is not understood: ${excerptOf(answer.bytes)}`);
}

/** Judges an unreadable answer to an upload before the call for work. Nothing has begun, so asking again is safe. */
export function judgeUpload(answer: WireAnswer): StartOutcome {
  const message = `the engine refused an image: ${excerptOfAnswer(answer)}`;
  const trouble = startTrouble(answer) ?? unavailable(message);
  return trouble.kind === 'uncertain' ? { kind: 'refused', reason: 'broken', message, retryAfterMs: null } : trouble;
}

/** Judges the answer to a poll; `seen` returns null if it says nothing about the work. */
export function judgeRead(answer: WireAnswer, seen: (answer: WholeAnswer) => ReadOutcome | null): ReadOutcome {
  return (answer.kind === 'answer' ? seen(answer) : null) ?? unreadable(answer);
}

/** The polling of an engine whose answer to the call for work is the output: there is nothing to poll. */
export const ANSWERS_AT_ONCE: Pick<HostedEngine, 'read'> = {
  async read() {
    throw new Error('this engine gives no receipts, so there is none to read');
  },
};
