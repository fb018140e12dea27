/** Thrown when an input cannot be used; the message tells the caller what to change. Ends a job as `input_rejected`. */
export class EngineRejection extends Error {
  override readonly name = 'EngineRejection';
}
