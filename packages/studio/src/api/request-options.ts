import type { RequestOptions } from '@atelier/client';
import { SERVICE_PATH } from '../lib/service-path.ts';

/** Request options of a key, sent by `transport`. Every answer is looked at: a 401 tells `refused`. */
export function requestOptions(key: string, refused?: () => void, transport: typeof fetch = fetch): RequestOptions {
  const watched: typeof fetch = async (target, init) => {
    const response = await transport(target, init);
    if (response.status === 401) refused?.();
    return response;
  };
  return { baseUrl: window.location.origin + SERVICE_PATH, apiKey: key, fetch: watched };
}
