/** An input that cannot be used; the message tells the caller what to change. Ends a job as `input_rejected`. */
export class EngineRejection extends Error {
  override readonly name = 'EngineRejection';
}

/** Returns null for an EngineRejection and throws any other error on. */
export function unlessRejected(error: unknown): null {
  if (error instanceof EngineRejection) return null;
  throw error;
}

/** The caller's word for the photos of a request. */
export type PhotoName = 'Garment' | 'Product';

/** Runs `work` on one of several photos, `index` from 0 on. The message of an EngineRejection names the photo. */
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
