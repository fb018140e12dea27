import { ApiError, ConnectionError } from '@atelier/client';
import type { ErrorCode } from '@atelier/contract';

const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  unauthorized: 'Keys are taken from ATELIER_API_KEY and ATELIER_ADMIN_KEY, else from the data folder (--data).',
  insufficient_credits: '`atelier account` tells the workspace; `atelier credits grant WORKSPACE --amount 100` gives it more.',
  model_access_required:
    '`atelier models` shows which are open; `atelier workspaces change WORKSPACE --model-access MODEL` gives access.',
  plan_limit_exceeded: '`atelier account` tells the limits of the plan.',
  rate_limited: 'It was tried several times; wait a minute.',
};

/** What a person at a terminal can do about an error, or null where its own words say it. */
export function hintOn(error: unknown): string | null {
  if (error instanceof ConnectionError)
    return 'Is it running? `atelier serve` starts one, --url or ATELIER_URL names another, `atelier doctor` says what is wrong.';
  const refusal = error instanceof Error && error.cause instanceof ApiError ? error.cause : error;
  if (!(refusal instanceof ApiError)) return null;
  return Object.entries(HINTS).find(([code]) => code === refusal.code)?.[1] ?? null;
}
