import { randomUUID } from 'node:crypto';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import {
  type BlobBody,
  type BlobFacts,
  type BlobListing,
  type BlobStat,
  type ByteRange,
  checkBlobKey,
  KEY,
  keyTaken,
  type MediaStore,
  metered,
  type OpenBlob,
  outOfRange,
  StoreUnavailableError,
} from './port.ts';

/** Longest time to connect, and from a request to the head of its answer, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 60_000;
/** A slow reader holds its connection, and no number of readers may keep others from connecting. */
const AGENT = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
/**
 * Bodies up to this size, in bytes, are sent from memory, so that a failed request can be repeated. Every upload is
 * smaller.
 */
const HELD_BYTES_MAX = 16 * 1024 * 1024;

/** Errors are thrown and logged by the caller; by default the client also writes them to the console. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/**
 * Opens a store in an existing bucket. Rejects with the reason if it cannot be reached. Region, credentials and
 * endpoint come from the usual `AWS_*` variables, profiles and instance roles.
 */
export async function s3Store({ bucket }: { readonly bucket: string }): Promise<MediaStore> {
  const hasOwnEndpoint = Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL);
  const client = new S3Client({
    // Servers other than Amazon's rarely have a host name for each bucket.
    forcePathStyle: hasOwnEndpoint,
    // Older servers do not know the client's default checksums; TLS and the length guard the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      httpAgent: AGENT,
      httpsAgent: AGENT,
    },
  });
  client.middlewareStack.add(
    (next) => (call) => {
      // A stream cannot be hashed before it is sent.
      if (isHttpRequest(call.request)) call.request.headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return next(call);
    },
    { step: 'build', name: 'unsignedPayload' },
  );
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return new S3Store(client, bucket, await knowsConditions(client, bucket));
  } catch (error) {
    client.destroy();
    throw new Error(`the bucket ${bucket} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** Whether the server supports `If-None-Match: *` on a write; some answer that they do not. */
async function knowsConditions(client: S3Client, bucket: string): Promise<boolean> {
  const probe = { Bucket: bucket, Key: `health/${randomUUID()}` };
  try {
    await client.send(new PutObjectCommand({ ...probe, Body: new Uint8Array([1]), IfNoneMatch: '*' }));
  } catch (error) {
    if (isStatus(error, 501)) return false;
    throw error;
  }
  await client.send(new DeleteObjectCommand(probe));
  return true;
}

/**
 * Blobs as objects of the same key. A server with conditional writes refuses a taken key; otherwise this process checks
 * first, which is enough for keys that are new UUIDs.
 */
class S3Store implements MediaStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #isConditional: boolean;
  /** Keys that this process is writing. */
  readonly #writing = new Set<string>();

  constructor(client: S3Client, bucket: string, isConditional: boolean) {
    this.#client = client;
    this.#bucket = bucket;
    this.#isConditional = isConditional;
  }

  async put(key: string, body: BlobBody, facts: BlobFacts): Promise<void> {
    checkBlobKey(key);
    if (this.#writing.has(key)) throw keyTaken(key);
    this.#writing.add(key);
    try {
      if (!this.#isConditional && (await this.stat(key))) throw keyTaken(key);
      await this.#write(key, body, facts);
    } finally {
      this.#writing.delete(key);
    }
  }

  async #write(key: string, body: BlobBody, { sizeBytes, contentType }: BlobFacts): Promise<void> {
    const broken = new AbortController();
    const bytes = metered(key, body, sizeBytes, (fault) => broken.abort(fault));
    try {
      const command = new PutObjectCommand({
        ...this.#at(key),
        Body: sizeBytes <= HELD_BYTES_MAX ? await buffer(bytes) : streamOf(bytes),
        ContentLength: sizeBytes,
        ContentType: contentType,
        ...(this.#isConditional ? { IfNoneMatch: '*' } : {}),
      });
      await this.#client.send(command, { abortSignal: broken.signal });
    } catch (error) {
      broken.signal.throwIfAborted();
      if (isStatus(error, 412) || isStatus(error, 409)) return this.#refuseTaken(key, sizeBytes, error);
      throw unavailable(error);
    }
  }

  /** A key that is taken after a lost answer may hold the blob being written. */
  async #refuseTaken(key: string, sizeBytes: number, error: unknown): Promise<void> {
    const wasRetried = error instanceof S3ServiceException && (error.$metadata.attempts ?? 1) > 1;
    if (!wasRetried || (await this.stat(key))?.sizeBytes !== sizeBytes) throw keyTaken(key);
  }

  async open(key: string, range?: ByteRange): Promise<OpenBlob | null> {
    if (range && !(range.first >= 0 && range.first <= range.last)) throw await this.#rangeError(key, range);
    const Range = range && `bytes=${range.first}-${range.last}`;
    try {
      const {
        Body,
        ContentLength = 0,
        ContentRange,
      } = await this.#client.send(new GetObjectCommand({ ...this.#at(key), ...(Range ? { Range } : {}) }));
      if (!(Body instanceof Readable)) throw new Error(`the object ${key} came without a body`);
      // Destroying a response does not end its connection; destroying a stream it is piped into does.
      const body = pipeline(Body, new PassThrough(), () => undefined);
      return { body, sizeBytes: Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1] ?? ContentLength) };
    } catch (error) {
      if (range && isStatus(error, 416)) throw await this.#rangeError(key, range);
      return ignoreMissing(error);
    }
  }

  async read(key: string): Promise<Uint8Array | null> {
    const found = await this.open(key);
    return found && Buffer.concat(await found.body.toArray());
  }

  async stat(key: string): Promise<BlobStat | null> {
    try {
      const { ContentLength = 0, LastModified = new Date(0) } = await this.#client.send(
        new HeadObjectCommand(this.#at(key)),
      );
      return { sizeBytes: ContentLength, storedAt: LastModified };
    } catch (error) {
      return ignoreMissing(error);
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(key))).catch(ignoreMissing);
  }

  async *listOlderThan(moment: Date, area?: string): AsyncIterable<BlobListing> {
    const within = { Bucket: this.#bucket, ...(area === undefined ? {} : { Prefix: `${area}/` }) };
    // Other objects in the bucket are ignored.
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.#client }, within))
      for (const { Key: key = '', Size: sizeBytes = 0, LastModified: storedAt = new Date() } of Contents)
        if (storedAt < moment && KEY.test(key)) yield { key, sizeBytes, storedAt };
  }

  #at(key: string): { Bucket: string; Key: string } {
    checkBlobKey(key);
    return { Bucket: this.#bucket, Key: key };
  }

  async #rangeError(key: string, range: ByteRange): Promise<RangeError> {
    return outOfRange(key, range, (await this.stat(key))?.sizeBytes ?? 0);
  }
}

/** The bytes as a stream; `metered` has reported its errors already. */
function streamOf(bytes: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(bytes, { objectMode: false }).on('error', () => undefined);
}

/** Turns an unreachable or overloaded server into StoreUnavailableError; other errors stay as they are. */
function unavailable(error: unknown): unknown {
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
  const isNetwork = error instanceof Error && ('errno' in error || 'code' in error || error.name === 'TimeoutError');
  // 403 is the operator's to mend, not the caller's: a wrong clock, for example, makes every signature too old.
  return status >= 500 || status === 429 || status === 403 || isNetwork
    ? new StoreUnavailableError({ cause: error })
    : error;
}

function isHttpRequest(request: unknown): request is { headers: Record<string, string> } {
  return typeof request === 'object' && request !== null && 'headers' in request;
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}

function ignoreMissing(error: unknown): null {
  if (isStatus(error, 404)) return null;
  throw unavailable(error);
}

function reasonOf(error: unknown): string {
  if (isStatus(error, 404)) return 'there is none of this name; make it, or name another in ATELIER_S3_BUCKET';
  if (isStatus(error, 403))
    return 'access is refused; look at AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the policy of the bucket';
  return error instanceof Error ? error.message : String(error);
}
