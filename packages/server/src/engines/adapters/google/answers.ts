import Type, { type Static, type TSchema } from 'typebox';
import type { EngineOutcome, ReadOutcome, StartOutcome } from '../../port.ts';
import { answerReader, excerptOf, retryAfterMs, startTrouble, type WireAnswer } from '../../wire.ts';

/**
 * Codes that stand for a refusal by policy (ai.google.dev/gemini-api/docs/api-errors, FinishReason of @google/genai
 * 3.1), in capitals.
 */
const POLICY_CODES: readonly string[] = [
  'SAFETY',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'CONTENT_BLOCKED',
  'SPII',
  'RECITATION',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
];

/** Words of Vertex where a refusal by policy has no code of its own (docs.cloud.google.com, Responsible AI for Veo). */
const POLICY_WORDS = /usage guidelines|Responsible AI|safety filter|sensitive words|prohibited content/i;

/** Codes that blame the input: of HTTP answers, of Interactions, and of google.rpc.Code as they stand in operations. */
const INPUT_CODES: readonly string[] = [
  'INVALID_ARGUMENT',
  'OUT_OF_RANGE',
  'INVALID_REQUEST',
  'PARAMETER_UNKNOWN',
  '3',
  '11',
];

/** A reason that comes with a code that blames the input, and means the key. */
const WRONG_KEY = 'API_KEY_INVALID';

/** What Google says about something that went wrong: in the body of a refused call, or in an answer with status 200. */
export const GoogleError = Type.Object({
  code: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  message: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  details: Type.Optional(
    Type.Array(Type.Object({ reason: Type.Optional(Type.String()), retryDelay: Type.Optional(Type.String()) })),
  ),
});
type GoogleError = Type.Static<typeof GoogleError>;

/** Makes a reader of answers of Google, whose fields come as `inlineData` or, from some gateways, as `inline_data`. */
export function googleReader<T extends TSchema>(schema: T): (bytes: Uint8Array) => Static<T> | null {
  return answerReader(schema, inCamelCase);
}

function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== 'object' || value === null) return value;
  const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [camelCase(name), inCamelCase(part)]));
}

const readRefusal = googleReader(Type.Object({ error: GoogleError }));

/** True where a code or reason stands for a refusal by policy. */
export function isPolicyCode(code: string): boolean {
  return POLICY_CODES.includes(code.toUpperCase());
}

/** Judges the answer to a call for work; `made` reads the body of one that was taken. */
export function judgeAnswer(answer: WireAnswer, made: (bytes: Uint8Array) => StartOutcome): StartOutcome {
  const trouble = startTrouble(answer);
  if (trouble?.kind === 'refused' && answer.kind === 'answer') return refusedFor(trouble, answer.bytes);
  if (trouble) return trouble;
  if (answer.kind !== 'answer') return { kind: 'uncertain', message: answer.message };
  if (answer.status < 400) return made(answer.bytes);
  const error = readRefusal(answer.bytes)?.error ?? {};
  return errorOutcome({ ...error, message: error.message ?? excerptOf(answer.bytes) });
}

/** A refusal with the wait Google asks for in its body; a quota of zero is no matter of waiting. */
function refusedFor(trouble: Extract<StartOutcome, { kind: 'refused' }>, bytes: Uint8Array): StartOutcome {
  const error = readRefusal(bytes)?.error;
  if (error?.message && /\blimit: 0\b/.test(error.message))
    return { kind: 'unavailable', message: `the project has no quota for this model: ${trouble.message}` };
  const delay = error?.details?.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
  const seconds = delay === undefined ? Number.NaN : Number.parseFloat(delay);
  return { ...trouble, retryAfterMs: trouble.retryAfterMs ?? (Number.isFinite(seconds) ? seconds * 1000 : null) };
}

/**
 * What an error means for the task it ended. One that names no code is about the call as a whole, and so about its
 * input.
 */
export function errorOutcome({ code, status, message = '', details = [] }: GoogleError): EngineOutcome {
  const codes = status === undefined ? [code] : [status];
  const names = [...codes, ...details.map(({ reason }) => reason)]
    .filter((name) => name !== undefined)
    .map((name) => String(name).toUpperCase());
  const said = message === '' ? '' : ` It said: ${message.slice(0, 200)}`;
  if (names.some(isPolicyCode) || POLICY_WORDS.test(message)) return policyBlocked('input', said);
  const blamesInput = names.length === 0 || names.some((name) => INPUT_CODES.includes(name));
  if (!blamesInput || names.includes(WRONG_KEY))
    return { kind: 'unavailable', message: `${names.join(' ')}: ${message}` };
  return { kind: 'input_rejected', message: `The engine could not use the input.${said}` };
}

/** A refusal by policy of what came in or of what came out; `said` ends the message, a blank before it. */
export function policyBlocked(
  stage: 'input' | 'output',
  said = '',
): Extract<EngineOutcome, { kind: 'policy_blocked' }> {
  const what = stage === 'input' ? 'the pictures or the prompt' : 'what it had made';
  return { kind: 'policy_blocked', stage, message: `The engine refused ${what} by its policy.${said}` };
}

/** A look that showed nothing. */
export function unreadable(answer: WireAnswer): ReadOutcome {
  if (answer.kind !== 'answer') return { kind: 'unreadable', message: answer.message, retryAfterMs: null };
  const { status, headers, bytes } = answer;
  return { kind: 'unreadable', message: `status ${status}: ${excerptOf(bytes)}`, retryAfterMs: retryAfterMs(headers) };
}
