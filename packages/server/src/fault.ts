import { type ErrorCode, errorRule } from '@atelier/contract';

/**
 * A refusal the caller can act on. Thrown anywhere below HTTP, it carries the contract's code, and a message that names
 * the given value and the allowed ones. Details for the log alone go into `cause`.
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

/** Things that have IDs. */
type Sought = 'image' | 'version' | 'asset' | 'job' | 'webhook' | 'delivery' | 'workspace' | 'key';

/** The one answer for an ID that is not there and one that is somebody else's. */
export class MissingFault extends Fault {
  readonly sought: Sought;
  readonly id: string;

  /** `pointer` is the field of a body that named it. */
  constructor(sought: Sought, id: string, pointer?: string) {
    super('not_found', pointer ? `${pointer}: there is no ${sought} ${id}.` : `There is no ${sought} ${id}.`);
    this.sought = sought;
    this.id = id;
  }
}
