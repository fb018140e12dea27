/** Thrown when an input cannot be used; the message tells the caller what to change. Ends a job as `input_rejected`. */
export class EngineRejection extends Error {
  override readonly name = 'EngineRejection';
}

/** Null for a refusal: what was looked for is not in the picture. Other errors are thrown on. */
export function unlessRejected(error: unknown): null {
  if (error instanceof EngineRejection) return null;
  throw error;
}

/** What callers know the photos of a request as. */
export type PhotoName = 'Garment' | 'Product';

/**
 * Does something with one of several photos, `index` from 0 on. Where it is refused, the message says which of them
 * cannot be used.
 */
export async function forPhoto<T>(
  photoName: PhotoName,
  index: number,
  count: number,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EngineRejection) || count === 1) throw error;
    throw new EngineRejection(`${photoName} photo ${index + 1} of ${count} cannot be used: ${error.message}`, {
      cause: error,
    });
  }
}
