import { open, optional, type Static, Type, uuid } from './schema.ts';

/** The HTTP status of a code, and advice for the account holder. */
export interface ErrorRule {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Who can act: the caller, the account holder, or the operator of the service. */
  readonly owner: 'caller' | 'account' | 'service';
  /** One sentence for people, for errors without a message of their own. */
  readonly sentence: string;
  /** One sentence for people: what to do. */
  readonly advice: string;
  /** The account action; absent if none is required. */
  readonly nextAction?: 'add_credits' | 'request_access' | 'upgrade_plan' | 'change_key';
}

/** Every code of an HTTP error, once. Both interfaces, the OpenAPI document and the client read it from here. */
export const ERRORS = {
  invalid_json: {
    status: 400,
    owner: 'caller',
    sentence: 'The body is not valid JSON.',
    advice: 'Send one JSON value in UTF-8.',
  },
  invalid_request: {
    status: 400,
    owner: 'caller',
    sentence: 'The request does not match its schema.',
    advice: 'Correct it by /openapi.json.',
  },
  invalid_idempotency_key: {
    status: 400,
    owner: 'caller',
    sentence: 'The Idempotency-Key header is not valid.',
    advice: 'Send 1 to 128 printable ASCII characters without spaces.',
  },
  unauthorized: {
    status: 401,
    owner: 'caller',
    sentence: 'A valid API key is required.',
    advice: 'Send it as Authorization: Bearer <key>.',
  },
  insufficient_credits: {
    status: 402,
    owner: 'account',
    sentence: 'The workspace has too few credits.',
    advice: 'Ask the operator of the service to add credits.',
    nextAction: 'add_credits',
  },
  model_access_required: {
    status: 403,
    owner: 'account',
    sentence: 'The workspace has no access to this model.',
    advice: 'Use another model, or ask the operator of the service for access.',
    nextAction: 'request_access',
  },
  plan_limit_exceeded: {
    status: 403,
    owner: 'account',
    sentence: 'The request is over a limit of the plan.',
    advice: 'Ask for less, or ask the operator of the service for a larger plan.',
    nextAction: 'upgrade_plan',
  },
  scope_required: {
    status: 403,
    owner: 'account',
    sentence: 'The API key lacks a scope that this request needs.',
    advice: 'Use another key, or change the scopes of this one with a key that has the scope manage.',
    nextAction: 'change_key',
  },
  key_limit_exceeded: {
    status: 403,
    owner: 'account',
    sentence: 'The request is over the credit limit of the API key.',
    advice: 'Wait for the next month, or raise the limit of the key with one that has the scope manage.',
    nextAction: 'change_key',
  },
  forbidden: {
    status: 403,
    owner: 'caller',
    sentence: 'This resource is read-only.',
    advice: 'Use one of your own instead.',
  },
  not_found: {
    status: 404,
    owner: 'caller',
    sentence: 'There is no such resource.',
    advice: 'Use an ID or an address as the service returned it.',
  },
  method_not_allowed: {
    status: 405,
    owner: 'caller',
    sentence: 'This path does not take that method.',
    advice: 'Use a method of the header Allow.',
  },
  idempotency_conflict: {
    status: 409,
    owner: 'caller',
    sentence: 'This Idempotency-Key was used for another request.',
    advice: 'Use a new key for a new request.',
  },
  idempotency_in_progress: {
    status: 409,
    owner: 'caller',
    sentence: 'The first request with this Idempotency-Key has not finished.',
    advice: 'Send the same request again after Retry-After.',
  },
  idempotency_uncertain: {
    status: 409,
    owner: 'service',
    sentence: 'The outcome of the first request with this Idempotency-Key is not known.',
    advice: 'Look at GET /v1/jobs before you send a new key.',
  },
  payload_too_large: {
    status: 413,
    owner: 'caller',
    sentence: 'The body is too large.',
    advice: 'Send a smaller one.',
  },
  unsupported_media_type: {
    status: 415,
    owner: 'caller',
    sentence: 'This media type is not accepted here.',
    advice: 'Send JSON as application/json, and images as JPEG, PNG or WebP.',
  },
  invalid_source: {
    status: 422,
    owner: 'caller',
    sentence: 'A source cannot be used for this operation.',
    advice: 'Use a completed image of the same workspace.',
  },
  unsupported_option: {
    status: 422,
    owner: 'caller',
    sentence: 'This option is not available with this model or operation.',
    advice: 'Use an option of GET /v1/models.',
  },
  rate_limited: {
    status: 429,
    owner: 'caller',
    sentence: 'Too many requests.',
    advice: 'Send the next one after Retry-After.',
  },
  internal_error: {
    status: 500,
    owner: 'service',
    sentence: 'Something went wrong on our side.',
    advice: 'Under /v1, send it again with the same Idempotency-Key; elsewhere, look at GET /v1/jobs first.',
  },
  source_unavailable: {
    status: 502,
    owner: 'caller',
    sentence: 'The address did not send its image this time.',
    advice: 'Send the same request again later.',
  },
  unavailable: {
    status: 503,
    owner: 'service',
    sentence: 'The service cannot take this request right now.',
    advice: 'Send it again after Retry-After.',
  },
} as const satisfies Record<string, ErrorRule>;

/** Code of an HTTP error. */
export type ErrorCode = keyof typeof ERRORS;

/** All codes, in the order of their statuses. */
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** The rule of a code. */
export function errorRule(code: ErrorCode): ErrorRule {
  return ERRORS[code];
}

/** Why a job ended without a result. Clients treat a code they do not know as a general failure. */
export const FAILURE_CODES = [
  'input_rejected',
  'provider_unavailable',
  'queue_timeout',
  'policy_blocked',
  'generation_failed',
  'canceled',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** Body of every error under `/v1`. */
export const ErrorBody = open(
  {
    code: Type.String({
      examples: ERROR_CODES,
      description: 'Stable: decide by it. Later versions may add codes, so treat an unknown code as a general failure.',
    }),
    message: Type.String({ description: 'For people. Names the field, what was given and what is allowed.' }),
    request_id: uuid('The same value as the X-Request-Id header.'),
    error: optional(Type.String()),
    cta: optional(Type.Boolean({ description: 'True when an account action is required.' })),
    next_action: optional(
      Type.String({ description: 'The account action: add_credits, request_access, upgrade_plan or change_key.' }),
    ),
  },
  { $id: 'Error' },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** Body of every error of the unversioned interface. Every string is present, and empty without content. */
export const UnversionedErrorBody = open(
  {
    error: Type.String(),
    code: Type.String(),
    message: Type.String(),
    cta: Type.Boolean({ description: 'True when an account action is required.' }),
    next_action: Type.String(),
    current_plan: Type.String(),
    user_message: Type.String(),
    extra_context: Type.String(),
  },
  { $id: 'UnversionedError' },
);
export type UnversionedErrorBody = Static<typeof UnversionedErrorBody>;
