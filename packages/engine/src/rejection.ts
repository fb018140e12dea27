/** Thrown when an input cannot be used; the message tells the caller what to change. Ends a job as `input_rejected`. */
export class EngineRejection extends Error {
  override readonly name = 'EngineRejection';
}

/** Null for a refusal: what was looked for is not in the picture. Other errors are thrown on. */
export function unlessRejected(error: unknown): null {
  if (error instanceof EngineRejection) return null;
  throw error;
}
