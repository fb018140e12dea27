import { bytesText, type ErrorCode } from '@atelier/contract';
import { Fault } from '../fault.ts';

/** What can be wrong with a file or an address somebody gave us. */
export type MediaRejectionCode = Extract<ErrorCode, 'invalid_request' | 'payload_too_large' | 'unsupported_media_type'>;

/**
 * The bytes or the address somebody gave us cannot be taken. Its message is made for that person: it names what was
 * given and what is allowed, and nothing about our side. As a Fault it can be answered as it is; as a class of its own
 * the work on a job can tell it from every other error and end the job as `input_rejected`.
 */
export class MediaRejection extends Fault {
  /** `cause`: what only the log may see. */
  constructor(code: MediaRejectionCode, message: string, options: { cause?: unknown } = {}) {
    super(code, message, options);
  }
}

/** Why an address gave nothing: it answered, with another status than 200. The cause of a rejection. */
export class AnswerStatus extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** The rejection of a file over a size limit. The true size is not named: reading stopped at the limit. */
export function tooLarge(bytesMax: number): MediaRejection {
  return new MediaRejection('payload_too_large', `The file is too large; allowed are at most ${bytesText(bytesMax)}.`);
}
