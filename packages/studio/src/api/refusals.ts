import { ApiError, isUncertain } from '@atelier/client';

/**
 * True for an error after which a request is not to be sent again by itself: it was refused, or whether it was carried
 * out is for the reader to look up. Kept, it would be sent unasked at the next visit, once credits have come.
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
