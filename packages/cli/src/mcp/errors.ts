import { ApiError, ConnectionError } from '@atelier/client';
import type { ErrorCode, FailureCode } from '@atelier/contract';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { UnknownOutcome } from '../operations/perform.ts';

/** Advice for a model about a refusal; absent if the message says it all. */
const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  unauthorized:
    'The key is wrong or revoked: ask the user to set ATELIER_API_KEY for this server. Do not try again before.',
  insufficient_credits: 'Do not try again: tell the user that the workspace needs credits.',
  model_access_required: 'Choose another model: list_models says which are available.',
  plan_limit_exceeded:
    'Ask for fewer outputs, or wait until other jobs have ended. If storage is full, tell the user to delete images.',
  scope_required: 'Do not try again: tell the user that the key may not do this.',
  key_limit_exceeded: 'Do not try again: tell the user that the key has spent its credits of this month.',
  not_found: 'Check the ID: list_jobs and list_assets show the IDs.',
  invalid_request: 'Change the named field and call again.',
  unsupported_option:
    'Change the named field and call again; list_models says what each model takes and what its engine can do.',
  invalid_source: 'Use another image, or wait until the job that makes it has completed.',
  unsupported_media_type: 'Use a JPEG, PNG or WebP image.',
  payload_too_large: 'Use a smaller image.',
  source_unavailable: 'Wait a minute and call again.',
  rate_limited: 'Wait a minute and call again.',
  unavailable: 'Wait a minute and call again.',
};

/** Advice for a model about a job that ended without a result. */
const FAILURE_ADVICE: Readonly<Record<FailureCode, string>> = {
  input_rejected: 'Use another image or another text, as the message says. The credits were refunded.',
  provider_unavailable: 'Try again in a few minutes. The credits were refunded.',
  queue_timeout: 'The service is busy: try again later. The credits were refunded.',
  policy_blocked: 'The content is not allowed: do not repeat it. The credits were refunded.',
  generation_failed: 'Try again, or choose another model. The credits were refunded.',
  canceled: 'The job was canceled. The credits were refunded.',
};

/** Jobs that were submitted, and cannot be looked at. */
export class LostSight extends Error {
  override readonly name = 'LostSight';
  readonly jobIds: readonly string[];

  constructor(jobIds: readonly string[], cause: unknown) {
    super('submitted jobs cannot be read', { cause });
    this.jobIds = jobIds;
  }
}

/** An error for a model: the message and advice. */
export function errorResult(error: unknown): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: describe(error) }] };
}

/** Advice for a model about a failure of a job; empty for an unknown code. */
export function failureAdvice(code: string): string {
  return Object.entries(FAILURE_ADVICE).find(([known]) => known === code)?.[1] ?? '';
}

function describe(error: unknown): string {
  if (error instanceof LostSight)
    return `Submitted and possibly charged: ${error.jobIds.join(', ')}; call get_job with these IDs later and do not submit again. ${describe(error.cause)}`;
  if (error instanceof UnknownOutcome)
    return `The service may have accepted the request: call list_jobs before you submit again, or it may be charged twice. ${describe(error.cause)}`;
  if (error instanceof ConnectionError)
    return `${error.message}. Ask the user whether the service is running (\`atelier serve\`) and whether ATELIER_URL is right.`;
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const advice = Object.entries(ADVICE).find(([code]) => code === error.code)?.[1] ?? '';
  // Arguments of a tool stand at its top, where the envelope has them below `/input`.
  return `${error.message.replaceAll('/input/', '').replace('/input ', 'The request ')} ${advice}`.trim();
}
