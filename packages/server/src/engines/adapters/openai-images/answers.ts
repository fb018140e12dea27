import Type from 'typebox';
import { blocked, delivered, failed, judgeStart, madeAt, rejected, unavailable } from '../../outcomes.ts';
import type { StartOutcome } from '../../port.ts';
import { maybe } from '../../schemas.ts';
import { answerReader, excerptOf, type WholeAnswer, type WireAnswer } from '../../wire.ts';

/** Codes of refusals by policy, and of an account that cannot pay (platform.openai.com/docs/guides/error-codes). */
const POLICY_CODES: readonly string[] = ['moderation_blocked', 'content_policy_violation'];
const ACCOUNT_CODES: readonly string[] = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'];

/** Fields that hold the user's input; a fault of any other field is the configuration's. */
const USER_FIELDS = /^(prompt|image|mask)/;

const readImages = answerReader(
  Type.Object({ data: Type.Array(Type.Object({ b64_json: maybe(Type.String()), url: maybe(Type.String()) })) }),
);

const ErrorBody = Type.Object({
  error: Type.Object({
    message: maybe(Type.String()),
    code: maybe(Type.Union([Type.String(), Type.Number()])),
    param: maybe(Type.String()),
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

/** The outcome for the answer to a call for a picture. */
export function judgeImages(answer: WireAnswer): StartOutcome {
  return judgeStart(answer, { first: codeOutcome, refused: refusalOf, taken: ({ bytes }) => pictureIn(bytes) });
}

function codeOutcome({ status, bytes }: WholeAnswer): StartOutcome | null {
  const said = status >= 400 ? readError(bytes)?.error : undefined;
  const code = String(said?.code ?? '');
  if (POLICY_CODES.includes(code))
    return blocked(said?.moderation_details?.moderation_stage === 'output' ? 'output' : 'input');
  return ACCOUNT_CODES.includes(code) ? unavailable(`${code}: ${said?.message ?? ''}`) : null;
}

function refusalOf({ bytes }: WholeAnswer): StartOutcome {
  const said = readError(bytes)?.error;
  const detail = readDetail(bytes)?.detail;
  const [first] = typeof detail === 'string' ? [{ loc: [], msg: detail }] : (detail ?? []);
  const field = said?.param ?? String(first?.loc.at(-1) ?? '');
  const words = said?.message ?? first?.msg ?? excerptOf(bytes);
  if (field !== '' && !USER_FIELDS.test(field))
    return unavailable(`the server does not take ${field} as it is set up: ${words}`);
  return rejected(words);
}

function pictureIn(bytes: Uint8Array): StartOutcome | null {
  const images = readImages(bytes);
  if (!images) return null;
  const [image] = images.data;
  if (image?.b64_json) return delivered(image.b64_json);
  return image?.url ? madeAt(image.url) : failed('generation_failed', 'The engine ended without an image.');
}
