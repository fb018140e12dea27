import { ApiError, isUncertain } from '@atelier/client';

/**
 * True if the page must not repeat the request: it was refused, or its outcome is unknown. A kept request would be sent
 * at the next visit, without the user's wish.
 */
export function isForGood(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return false;
  return error.code !== 'idempotency_in_progress';
}

/**
 * Removes the refusal of a request from the page once the user changes the input. An error that leaves open whether the
 * request was carried out stays.
 */
export function forgetRefusal({ error, reset }: { readonly error: Error | null; readonly reset: () => void }): void {
  if (error && !isUncertain(error)) reset();
}
