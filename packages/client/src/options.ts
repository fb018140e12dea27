import type { RequestOptions } from './request.ts';

/** Address that `atelier serve` listens on by default. */
const DEFAULT_URL = 'http://127.0.0.1:8787';

/** Settings of a client. Each may be left out: the environment or a default takes its place. */
export interface AtelierOptions {
  /** Address of the service; ATELIER_URL by default, else `http://127.0.0.1:8787`. */
  readonly baseUrl?: string | undefined;
  /** Key of the workspace; ATELIER_API_KEY by default. */
  readonly apiKey?: string | undefined;
  /** Another implementation of fetch. */
  readonly fetch?: typeof fetch | undefined;
  /** Longest wait for one answer, in milliseconds; two minutes by default. */
  readonly timeoutMs?: number | undefined;
}

/** Every option that exists. The type makes a missing or unknown name a compile error. */
const NAMES = { baseUrl: 0, apiKey: 0, fetch: 0, timeoutMs: 0 } satisfies Record<keyof AtelierOptions, 0>;

/**
 * Completes the options of a client from the environment. Throws TypeError with a sentence that says what to change.
 */
export function requestOptions(options: AtelierOptions = {}): RequestOptions {
  const taken = Object.keys(NAMES).join(', ');
  // Callers in plain JavaScript have no compiler.
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`The client takes an object with ${taken}. It was given ${nameOf(options)}.`);
  for (const name of Object.keys(options))
    if (!(name in NAMES)) throw new TypeError(`Unknown option \`${name}\`. The client takes ${taken}.`);
  const { fetch, timeoutMs } = options;
  if (timeoutMs !== undefined && !(timeoutMs > 0))
    throw new TypeError(`\`timeoutMs\` is ${timeoutMs}. Give a number of milliseconds above 0.`);
  return {
    baseUrl: addressOf(options.baseUrl),
    apiKey: keyOf(options.apiKey),
    ...(fetch && { fetch }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

function addressOf(given: string | undefined): string {
  const url = given ?? environment('ATELIER_URL') ?? DEFAULT_URL;
  const source = given === undefined ? 'ATELIER_URL' : '`baseUrl`';
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new TypeError(`${source} is ${JSON.stringify(url)}. Give an http or https address such as ${DEFAULT_URL}.`);
  return url;
}

function keyOf(given: string | undefined): string {
  if (given !== undefined && typeof given !== 'string')
    throw new TypeError(`\`apiKey\` is ${nameOf(given)}. Give the key as a string.`);
  const key = (given ?? environment('ATELIER_API_KEY'))?.trim();
  if (!key) throw new TypeError('There is no API key. Pass `apiKey`, or set ATELIER_API_KEY.');
  // Keys are never shown in messages.
  if (!/^[!-~]+$/.test(key)) throw new TypeError('The API key has characters that no key has. Copy it again.');
  return key;
}

/** The type of a value, without the value, which may be a key. */
const nameOf = (value: unknown) => (value === null ? 'null' : `a ${typeof value}`);

/** A variable of the environment; undefined where it is empty or where the runtime has none, as browsers do. */
function environment(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined;
}
