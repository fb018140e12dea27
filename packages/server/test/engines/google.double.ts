import type { DoubleAnswer, EngineFault } from './double.ts';

/** Refusals in Google's own words, before any work begins; null where work begins (google.rpc.Status as JSON). */
export function googleRefusal(fault: EngineFault | null): DoubleAnswer | null {
  if (fault === 'busy')
    return googleError(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [{ quotaId: 'RequestsPerMinute', quotaValue: '10' }],
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.2s' },
    ]);
  if (fault === 'broken') return googleError(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.');
  if (fault === 'storm') return googleError(500, 'INTERNAL', 'An internal error has occurred.');
  if (fault === 'unfunded')
    return googleError(
      400,
      'FAILED_PRECONDITION',
      'The free tier is not available in your country. Please enable billing.',
    );
  if (fault === 'misnamed')
    return googleError(404, 'NOT_FOUND', 'The model is not found, or your project has no access.');
  if (fault === 'locked') return googleError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
  return null;
}

/** An error of a Google API. */
export function googleError(
  code: number,
  status: string,
  message: string,
  details: readonly unknown[] = [],
): DoubleAnswer {
  return { status: code, body: { error: { code, message, status, details } } };
}

/** The inline content of an answer in place of a file. */
export async function inlineResult(url: string, address: string): Promise<string> {
  const answer = await fetch(address.startsWith('/') ? url + address : address);
  return Buffer.from(await answer.arrayBuffer()).toString('base64');
}
