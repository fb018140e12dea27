import type { Job, JobResult } from '@atelier/contract';
import { JobFailedError } from './errors.ts';
import { filesOf } from './files.ts';
import { broken, failure, inTries, type RequestOptions, timeLimit } from './request.ts';

/**
 * Reads the result of a job. Network faults, 429 and 5xx are tried again. The key is not sent: result addresses need
 * none and may lead to another host. Throws JobFailedError for a job without a result, ApiError, ConnectionError, or
 * the signal's reason.
 */
export async function resultBytes(
  options: RequestOptions,
  source: Job | JobResult,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { url } = resultOf(source);
  return inTries({ repeatable: true, signal }, async () => {
    try {
      const response = await (options.fetch ?? fetch)(url, { signal: timeLimit(options, signal) });
      if (!response.ok) return failure(response, await response.text());
      return { kind: 'answered', value: new Uint8Array(await response.arrayBuffer()) };
    } catch (cause) {
      return broken(`the result at ${url}`, cause, signal);
    }
  });
}

/** Writes bytes to a file: whole or not at all. An older file of that name is replaced. */
export async function writeWhole(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const files = filesOf(path);
  const partial = `${path}.${crypto.getRandomValues(new Uint32Array(1))[0]}.part`;
  try {
    await files.writeFile(partial, bytes);
    await files.rename(partial, path);
  } catch (error) {
    await files.rm(partial, { force: true });
    throw error;
  }
}

function resultOf(source: Job | JobResult): JobResult {
  if ('url' in source) return source;
  if (source.result === null) throw new JobFailedError(source);
  return source.result;
}
