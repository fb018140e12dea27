import { type ErrorCode, errorRule } from '@atelier/contract';

/**
 * A refusal the caller can act on. Thrown anywhere below HTTP, it carries the contract's code, and a message that names
 * what was given and what is allowed. What only the log may see goes into `cause`.
 */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: ErrorCode;
  /** Seconds after which the same request may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  /** `message` absent: the code's own sentence. */
  constructor(code: ErrorCode, message?: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message ?? errorRule(code).sentence, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/**
 * The one answer for an ID that is not there and one that is somebody else's. `pointer` is the field of a body that
 * named it, `hint` a sentence about what the caller's own ID is instead.
 */
export function notFound(what: string, id: string, pointer?: string, hint?: string): Fault {
  const sentence = pointer ? `${pointer}: there is no ${what} ${id}.` : `There is no ${what} ${id}.`;
  return new Fault('not_found', hint ? `${sentence} ${hint}` : sentence);
}
