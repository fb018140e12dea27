import Type, { type TProperties } from 'typebox';
import { blocked, judgeStart, rejected, unavailable } from '../../outcomes.ts';
import type { EngineOutcome, StartOutcome } from '../../port.ts';
import { answerReader, excerptOf, excerptOfAnswer, startTrouble, type WholeAnswer } from '../../wire.ts';
import type { GoogleAnswer } from './access.ts';

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

/** An error of Google: the body of a refused call, or a part of an answer with status 200. */
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
export function googleReader<T extends TProperties>(fields: T) {
  return answerReader(fields, inCamelCase);
}

function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== 'object' || value === null) return value;
  const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [camelCase(name), inCamelCase(part)]));
}

const readRefusal = googleReader({ error: GoogleError });

/** True where a code or reason stands for a refusal by policy. */
export function isPolicyCode(code: string): boolean {
  return POLICY_CODES.includes(code.toUpperCase());
}

/** Judges the answer to a call for work; `taken` reads the body of one that was taken. */
export function judgeAnswer(answer: GoogleAnswer, taken: (bytes: Uint8Array) => StartOutcome | null): StartOutcome {
  if (answer.kind === 'unavailable') return answer;
  return judgeStart(answer, {
    first: refusedFor,
    refused({ bytes }) {
      const error = readRefusal(bytes)?.error ?? {};
      return errorOutcome({ ...error, message: error.message ?? excerptOf(bytes) });
    },
    taken: ({ bytes }) => taken(bytes),
  });
}

/** A refusal, with the wait in Google's body. A quota of zero makes the engine unavailable: waiting does not help. */
function refusedFor(answer: WholeAnswer): StartOutcome | null {
  const trouble = startTrouble(answer);
  if (trouble?.kind !== 'refused') return null;
  const error = readRefusal(answer.bytes)?.error;
  if (error?.message && /\blimit: 0\b/.test(error.message))
    return unavailable(`the project has no quota for this model: ${excerptOfAnswer(answer)}`);
  const delay = error?.details?.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
  const seconds = delay === undefined ? Number.NaN : Number.parseFloat(delay);
  return { ...trouble, retryAfterMs: trouble.retryAfterMs ?? (Number.isFinite(seconds) ? seconds * 1000 : null) };
}

/**
 * The outcome of a task that ended with an error. An error without a code concerns the whole call, and so its input.
 */
export function errorOutcome({ code, status, message = '', details = [] }: GoogleError): EngineOutcome {
  const names = [status ?? code, ...details.map(({ reason }) => reason)]
    .filter((name) => name !== undefined)
    .map((name) => String(name).toUpperCase());
  if (names.some(isPolicyCode) || POLICY_WORDS.test(message)) return blocked('input', message);
  const blamesInput = names.length === 0 || names.some((name) => INPUT_CODES.includes(name));
  return blamesInput && !names.includes(WRONG_KEY) ? rejected(message) : unavailable(`${names.join(' ')}: ${message}`);
}
