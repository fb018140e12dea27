import Type, { type Static } from 'typebox';
import { outputAt } from '../../outputs.ts';
import type { StartOutcome } from '../../port.ts';
import { answerReader, excerptOf, startTrouble, type WireAnswer } from '../../wire.ts';

/** Longest piece of an engine's words that is repeated to the user. */
const QUOTE_LENGTH_MAX = 200;

/** Codes of refusals by policy, and of an account that cannot pay (platform.openai.com/docs/guides/error-codes). */
const POLICY_CODES: readonly string[] = ['moderation_blocked', 'content_policy_violation'];
const ACCOUNT_CODES: readonly string[] = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'];

/** Fields that hold what the user sent; whatever is wrong with another is the configuration's. */
const USER_FIELDS = /^(prompt|image|mask)/;

const readImages = answerReader(
  Type.Object({
    data: Type.Array(
      Type.Object({
        b64_json: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      }),
    ),
  }),
);

const nullableText = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const ErrorBody = Type.Object({
  error: Type.Object({
    message: nullableText,
    code: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
    param: nullableText,
    moderation_details: Type.Optional(Type.Object({ moderation_stage: Type.Optional(Type.String()) })),
  }),
});
const readError = answerReader(ErrorBody);

/** Errors of servers made with FastAPI. */
const readDetail = answerReader(
  Type.Object({
    detail: Type.Union([
      Type.String(),
      Type.Array(Type.Object({ loc: Type.Array(Type.Union([Type.String(), Type.Number()])), msg: Type.String() })),
    ]),
  }),
);

/** What the answer to a call for a picture means. */
export function judgeImages(answer: WireAnswer): StartOutcome {
  const said = answer.kind === 'answer' && answer.status >= 400 ? readError(answer.bytes)?.error : undefined;
  const code = String(said?.code ?? '');
  if (POLICY_CODES.includes(code)) return policyBlocked(said?.moderation_details?.moderation_stage);
  if (ACCOUNT_CODES.includes(code)) return { kind: 'unavailable', message: `${code}: ${said?.message ?? ''}` };
  const trouble = startTrouble(answer);
  if (trouble) return trouble;
  if (answer.kind !== 'answer') return { kind: 'uncertain', message: answer.message };
  return answer.status >= 400 ? refusalOf(answer.bytes, said) : pictureOf(answer.bytes);
}

function policyBlocked(stage: string | undefined): StartOutcome {
  return stage === 'output'
    ? { kind: 'policy_blocked', stage: 'output', message: 'The engine filtered what it had made.' }
    : {
        kind: 'policy_blocked',
        stage: 'input',
        message: 'The engine refused the pictures or the prompt by its content policy.',
      };
}

function refusalOf(bytes: Uint8Array, said: Static<typeof ErrorBody>['error'] | undefined): StartOutcome {
  const detail = readDetail(bytes)?.detail;
  const [first] = typeof detail === 'string' ? [{ loc: [], msg: detail }] : (detail ?? []);
  const field = said?.param ?? String(first?.loc.at(-1) ?? '');
  const words = said?.message ?? first?.msg ?? excerptOf(bytes);
  if (field !== '' && !USER_FIELDS.test(field))
    return { kind: 'unavailable', message: `the server does not take ${field} as it is set up: ${words}` };
  return {
    kind: 'input_rejected',
    message: `The engine could not use the input. It said: ${words.slice(0, QUOTE_LENGTH_MAX)}`,
  };
}

function pictureOf(bytes: Uint8Array): StartOutcome {
  const images = readImages(bytes);
  if (!images) return { kind: 'uncertain', message: `an answer that is no list of pictures: ${excerptOf(bytes)}` };
  const [image] = images.data;
  if (image?.b64_json)
    return { kind: 'made', output: { kind: 'delivered', bytes: Buffer.from(image.b64_json, 'base64') }, warnings: [] };
  if (image?.url) return { kind: 'made', output: outputAt(image.url), warnings: [] };
  return { kind: 'failed', code: 'generation_failed', message: 'The engine ended without a picture.' };
}
