import { bytesText, type ErrorCode } from '@atelier/contract';
import { Fault } from '../fault.ts';

/** Error codes for a user's file or address. */
export type MediaRejectionCode = Extract<ErrorCode, 'invalid_request' | 'payload_too_large' | 'unsupported_media_type'>;

/**
 * The user's bytes or address cannot be used. The message is for that user: it names the given value and the allowed
 * ones, and nothing about our side. As a Fault it can be the answer. As a class of its own it lets the work on a job
 * end the job as `input_rejected`.
 */
export class MediaRejection extends Fault {
  /** True where the same address may give its image another time: its server was busy, broken or slow. */
  readonly mayPass: boolean;
  /** Status of an address that answered with another one than 200; null in every other case. */
  readonly status: number | null;

  /** `cause`: details for the log alone. */
  constructor(
    code: MediaRejectionCode,
    message: string,
    { cause, mayPass = false, status = null }: { cause?: unknown; mayPass?: boolean; status?: number | null } = {},
  ) {
    super(code, message, { cause });
    this.mayPass = mayPass;
    this.status = status;
  }
}

/** The rejection of a file over a size limit. The true size is not named: reading stopped at the limit. */
export function tooLarge(bytesMax: number): MediaRejection {
  return new MediaRejection('payload_too_large', `The file is too large; allowed: at most ${bytesText(bytesMax)}.`);
}

/** A body that ends with this rejection at the first byte over a size limit. */
export async function* limited(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > bytesMax) throw tooLarge(bytesMax);
    yield chunk;
  }
}
