import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { UPLOAD_BYTES_MAX, webAddressProblem } from '@atelier/contract';
import type { Dispatcher } from 'undici';
import { limited, MediaRejection, tooLarge } from '../rejection.ts';
import { type AddressPolicy, addressPolicy, admittedAddresses } from './address-policy.ts';
import { type Resolve, resolveName } from './resolver.ts';

/** Most redirects for one address. */
const REDIRECTS_MAX = 3;
/** Longest time from the call to the last byte of the body, in milliseconds. */
const DEADLINE_MS = 20_000;
/** Statuses with a `Location` to follow (RFC 9110 §15.4). */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sent with every request; never a cookie, a key or a header of the caller's. */
const HEADERS = {
  accept: 'image/jpeg, image/png, image/webp, image/*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': 'Atelier (picture fetch)',
};

/**
 * Fetches the file at a user's address. Resolves to the body, which can be iterated once; an unread body is dropped at
 * the deadline. Throws a MediaRejection whose message says what to change and reveals nothing of this network. Throws
 * the reason of `signal` if it is aborted.
 */
export type RemoteFetch = (address: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

/** Limits of the fetch. */
export interface RemoteFetchOptions {
  /** Private ranges (CIDR) that may be connected to. */
  readonly allowedPrivateRanges: readonly string[];
  /** Milliseconds from the call to the last byte; 20,000 if absent. */
  readonly deadlineMs?: number;
  /** Largest body, in bytes after decompression; the upload limit if absent. */
  readonly bytesMax?: number;
  /** Resolves host names; the machine's resolver if absent. */
  readonly resolve?: Resolve;
}

/** The parts of one fetch. */
interface Journey {
  /** As the user gave it: the only host that a message names. */
  readonly host: string;
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  readonly bytesMax: number;
  /** Aborted at the deadline or by the caller. */
  readonly signal: AbortSignal;
  /**
   * The error to throw. A rejection or the caller's reason as it is, the deadline once it has passed, or else a
   * rejection with the given reason.
   */
  readonly explain: (error: unknown, otherwise: string) => unknown;
}

/** An answer whose body is unread, and the means to hang up. */
interface Answer {
  readonly response: Dispatcher.ResponseData;
  readonly hangUp: () => void;
}

/**
 * A fetch for users' addresses: http and https, no user name or password, public unicast addresses only. It resolves a
 * name once for each redirect, checks every address, and pins the connection to them. Throws a RangeError for an
 * invalid range.
 */
export function remoteFetch({
  allowedPrivateRanges,
  deadlineMs = DEADLINE_MS,
  bytesMax = UPLOAD_BYTES_MAX,
  resolve = resolveName,
}: RemoteFetchOptions): RemoteFetch {
  const policy = addressPolicy(allowedPrivateRanges);
  return async (address, callerSignal) => {
    const first = parseUrl(address);
    const { host } = first;
    const deadline = AbortSignal.timeout(deadlineMs);
    const explain = (error: unknown, otherwise: string) => {
      if (callerSignal.aborted) return callerSignal.reason;
      if (error instanceof MediaRejection) return error;
      const why = deadline.aborted ? `it did not arrive within ${deadlineMs / 1000} seconds` : otherwise;
      return refused(host, why, { cause: error, mayPass: deadline.aborted || otherwise === BROKEN });
    };
    const signal = AbortSignal.any([callerSignal, deadline]);
    const journey: Journey = { host, policy, resolve, bytesMax, signal, explain };
    const answer = await follow(first, journey).catch((error: unknown) => {
      throw explain(error, UNREACHABLE);
    });
    return readAnswer(answer, journey);
  };
}

/** Follows redirects, each checked like the first address. */
async function follow(first: URL, journey: Journey): Promise<Answer> {
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(url, journey);
    const { statusCode, headers } = answer.response;
    const location = headers.location;
    if (!REDIRECT_STATUSES.has(statusCode) || typeof location !== 'string') return answer;
    answer.hangUp();
    if (redirects === REDIRECTS_MAX) throw refused(journey.host, `it redirects more than ${REDIRECTS_MAX} times`);
    url = parseUrl(location, url);
  }
}

/** One request to one address. */
async function ask(url: URL, { host, policy, resolve, signal }: Journey): Promise<Answer> {
  const addresses = await abortable(admittedAddresses(url, policy, resolve), signal);
  if (!addresses) throw refused(host, UNREACHABLE);
  // Loaded with the first fetch: the client is a tenth of a start.
  const { pinnedClient } = await import('./pinned-connection.ts');
  const client = pinnedClient(url, addresses);
  const hangUp = () => client.destroy(() => {});
  try {
    const response = await client.request({ method: 'GET', path: url.pathname + url.search, headers: HEADERS, signal });
    // The reader of the body receives its errors. Without a listener, an error after hanging up would end the process.
    response.body.on('error', () => {});
    return { response, hangUp };
  } catch (error) {
    hangUp();
    throw error;
  }
}

/** Checks the head of an answer and returns its body. */
function readAnswer({ response, hangUp }: Answer, journey: Journey): AsyncIterable<Uint8Array> {
  const { statusCode, headers, body } = response;
  try {
    const mayPass = statusCode === 429 || statusCode >= 500;
    if (statusCode !== 200)
      throw refused(journey.host, `the answer had the status ${statusCode}`, { status: statusCode, mayPass });
    if (Number(headers['content-length'] ?? 0) > journey.bytesMax) throw tooLarge(journey.bytesMax);
    const unpacked = unpackedBody(body, headers['content-encoding']?.toString(), journey.bytesMax);
    if (!unpacked) throw refused(journey.host, `its content encoding is not one of ${KNOWN_ENCODINGS.join(', ')}`);
    journey.signal.addEventListener('abort', hangUp, { once: true });
    return readToEnd(unpacked, journey, hangUp);
  } catch (error) {
    hangUp();
    throw error;
  }
}

async function* readToEnd(
  body: AsyncIterable<Uint8Array>,
  { signal, explain }: Journey,
  hangUp: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw explain(error, BROKEN);
  } finally {
    signal.removeEventListener('abort', hangUp);
    hangUp();
  }
}

/** Parses an address, or a `Location` relative to the address that sent it. */
function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  const problem = webAddressProblem(url ? placeOf(url) : text);
  if (url && problem === null) return url;
  throw new MediaRejection('invalid_request', `The address ${base ? 'redirects to one that ' : ''}${problem}.`);
}

/** An address without its path, and without the text of a user name or password. */
function placeOf({ protocol, username, password, host }: URL): string {
  return `${protocol}//${username || password ? '@' : ''}${host}`;
}

/**
 * One sentence for an unknown name, a private address and a host that does not answer. A different message would reveal
 * which names exist in the operator's network.
 */
const UNREACHABLE = 'it has no public internet address that answers';

const BROKEN = 'the connection broke, or the data were damaged, before the whole image had arrived';

function refused(host: string, why: string, options?: ConstructorParameters<typeof MediaRejection>[2]): MediaRejection {
  return new MediaRejection('invalid_request', `No image could be fetched from ${host}: ${why}.`, options);
}

/** Waits for work that cannot be stopped, but no longer than the signal allows. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** How a body may be packed although it was asked for unpacked, by its name in `Content-Encoding` (RFC 9110 §8.4.1). */
const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The names in `UNPACKERS`, for messages. */
const KNOWN_ENCODINGS = Object.keys(UNPACKERS);

/**
 * The bytes of a body, unpacked. Both the bytes that come and those they unpack to are counted while they are read. The
 * first over the limit ends it with a MediaRejection, so a packed bomb is never unpacked. Null for an encoding not
 * known here.
 */
function unpackedBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  bytesMax: number,
): AsyncIterable<Uint8Array> | null {
  const name = (encoding ?? '').trim().toLowerCase();
  const counted = limited(body, bytesMax);
  if (name === '' || name === 'identity') return counted;
  const unpacker = UNPACKERS[name]?.();
  if (!unpacker) return null;
  // The error of either side comes out of the iteration of the last.
  return limited(
    pipeline(Readable.from(counted), unpacker, () => {}),
    bytesMax,
  );
}
