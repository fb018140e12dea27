import { ApiError, ConnectionError } from '@atelier/client';
import type { ErrorCode } from '@atelier/contract';

const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  unauthorized:
    'The key comes from ATELIER_API_KEY (ATELIER_ADMIN_KEY for administration), or from the data folder (--data).',
  insufficient_credits:
    '`atelier account` shows the ID of the workspace; `atelier credits grant WORKSPACE --amount 100` adds credits.',
  model_access_required:
    '`atelier models` shows the models you may use; `atelier workspaces change WORKSPACE --model-access MODEL` gives access.',
  plan_limit_exceeded: '`atelier account` shows the limits of the plan.',
  scope_required: '`atelier account` shows what your key may do.',
  key_limit_exceeded: '`atelier account` shows the limits of your key.',
  rate_limited: 'The command tried several times. Wait a minute.',
};

/** Advice for a person at a terminal about an error, or null if the message has it. */
export function hintOn(error: unknown): string | null {
  if (error instanceof ConnectionError)
    return '`atelier serve` starts a service; --url or ATELIER_URL names another. `atelier doctor` finds out what is wrong.';
  const refusal = error instanceof Error && error.cause instanceof ApiError ? error.cause : error;
  if (!(refusal instanceof ApiError)) return null;
  return Object.entries(HINTS).find(([code]) => code === refusal.code)?.[1] ?? null;
}
