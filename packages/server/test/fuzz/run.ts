import type { OpenApiDocument } from '@atelier/contract';
import fc from 'fast-check';
import { conformanceTo } from '../support/conformance.ts';
import { faultsOf, type Outcome, parsed } from './answers.ts';
import { type Operation, operationsOf } from './operations.ts';
import { harvest } from './placeholders.ts';
import { type Bearer, type Draft, draftsOf } from './requests.ts';
import { valueMaker } from './values.ts';
import { openWire, type Request, type Wire } from './wire.ts';

/** The service that is tried. */
export interface Target {
  readonly url: string;
  readonly keys: Readonly<Record<Bearer, string | null>>;
  /** IDs that no request may name: the workspaces of the keys. */
  readonly forbidden: ReadonlySet<string>;
  /** Addresses that pictures may be said to lie at and messages to go to; none may lead outside this machine. */
  readonly urls: readonly string[];
  /** Makes rows that requests can name, repeatedly, because requests delete many of them. Returns the answers. */
  readonly provision: () => Promise<readonly unknown[]>;
}

/**
 * Amount of the run. The same seed makes the same requests; the IDs they name depend on those that the service hands
 * out.
 */
export interface FuzzOrder {
  readonly requests: number;
  readonly seed: number;
  readonly connections: number;
  readonly onProgress?: (sent: number) => void;
}

/** A fault, with the first request that showed it and how many did. */
export interface Fault {
  readonly operation: string;
  readonly what: string;
  readonly twist: string;
  readonly request: string;
  count: number;
}

/** The number of trials, and the findings. */
export interface FuzzReport {
  readonly sent: number;
  readonly unsendable: number;
  readonly seconds: number;
  readonly slowest: { readonly operation: string; readonly ms: number };
  readonly statuses: ReadonlyMap<number, number>;
  /** For each operation: answers, and how many of them were a success. */
  readonly operations: ReadonlyMap<string, { answers: number; successes: number }>;
  readonly faults: readonly Fault[];
}

/** Requests between two provisions. */
const BATCH = 250;
/** One of this many requests has a byte changed on the wire. */
const BYTE_TWISTS_EVERY = 25;

/** Tries every operation of the document that the service itself serves. */
export async function fuzz(
  target: Target,
  { requests, seed, connections, onProgress }: FuzzOrder,
): Promise<FuzzReport> {
  const document = (await (await fetch(`${target.url}/openapi.json`)).json()) as OpenApiDocument;
  const operations = operationsOf(document);
  const maker = valueMaker(document, target.urls);
  const drafts = fc.oneof(...operations.map((operation) => draftsOf(operation, maker)));
  const conformance = conformanceTo(document);
  const known = harvest(target.forbidden);
  const wire = openWire(target.url, connections);
  const tally = tallyOf(operations);
  const begun = performance.now();

  for (let sent = 0; sent < requests; sent += BATCH) {
    for (const answer of await target.provision()) known.gather(answer);
    const batch = fc.sample(drafts, { seed: seed + sent, numRuns: Math.min(BATCH, requests - sent) });
    const queue = batch.entries();
    const work = async () => {
      for (const [index, draft] of queue) {
        const isBytes = (sent + index) % BYTE_TWISTS_EVERY === BYTE_TWISTS_EVERY - 1;
        const request = filled(draft, target, known.fill);
        const outcome = isBytes
          ? await sendTwisted(wire, request, target.url, seed + sent + index)
          : await wire.send(request);
        const text = outcome.kind === 'answer' ? outcome.text : '';
        if (outcome.kind === 'answer' && outcome.status < 300) known.gather(parsed(text));
        const shown = `${request.method} ${request.target}\n${JSON.stringify(request.headers)}\n${bodyText(request)}`;
        const faults = isBytes ? faultsOfBytes(outcome) : faultsOf(draft, shown, outcome, conformance);
        if (outcome.kind === 'answer' && outcome.status === 404 && draft.twist === 'none') known.forget(text);
        tally.note(isBytes ? { ...draft, twist: 'a byte on the wire' } : draft, outcome, faults, shown);
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    onProgress?.(Math.min(requests, sent + BATCH));
  }
  await wire.close();
  return tally.report((performance.now() - begun) / 1000);
}

/** The request with the IDs that are known by now, and with its key. */
function filled(
  { method, target, headers, body, bearer }: Draft,
  { keys }: Target,
  fill: (text: string) => string,
): Request {
  const key = keys[bearer];
  return {
    method,
    target: fill(target),
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
    body: typeof body === 'string' ? fill(body) : body,
  };
}

function bodyText({ body }: Request): string {
  return typeof body === 'string' ? body : Buffer.from(body ?? []).toString('latin1');
}

/** The request as bytes, one of them changed, doubled or left out. */
function sendTwisted(
  wire: Wire,
  { method, target, headers, body }: Request,
  url: string,
  seed: number,
): Promise<Outcome> {
  const content = Buffer.from(body ?? '');
  const head = Object.entries({
    host: new URL(url).host,
    connection: 'close',
    ...headers,
    'content-length': content.length,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  const whole = Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n\r\n`, 'latin1'), content]);
  const [at = 0, byte = 0] = fc.sample(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { seed, numRuns: 1 })[0] ?? [];
  const middle = byte % 4 === 0 ? [] : byte % 4 === 1 ? [whole[at] ?? 0, whole[at] ?? 0] : [byte];
  return wire.sendBytes(Buffer.concat([whole.subarray(0, at), Buffer.from(middle), whole.subarray(at + 1)]));
}

function faultsOfBytes(outcome: Outcome): string[] {
  if (outcome.kind === 'hung') return ['no answer came'];
  return outcome.kind === 'answer' && outcome.status >= 500 && outcome.status !== 505
    ? [`the status is ${outcome.status}`]
    : [];
}

/** Counts, and keeps the first request of every kind of fault. */
function tallyOf(operations: readonly Operation[]) {
  const statuses = new Map<number, number>();
  const byOperation = new Map(operations.map(({ id }) => [id, { answers: 0, successes: 0 }]));
  const faults = new Map<string, Fault>();
  let sent = 0;
  let unsendable = 0;
  let slowest = { operation: '', ms: 0 };
  return {
    note({ operation, twist }: Draft, outcome: Outcome, found: readonly string[], request: string) {
      if (outcome.kind === 'unsendable') unsendable += 1;
      else sent += 1;
      if (outcome.kind === 'answer') {
        statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1);
        if (outcome.ms > slowest.ms) slowest = { operation: operation.id, ms: outcome.ms };
        const count = byOperation.get(operation.id);
        if (count) count.answers += 1;
        if (count && outcome.status < 300) count.successes += 1;
      }
      for (const what of found) {
        const key = `${operation.id} ${what.replaceAll(/[0-9a-f-]{36}|\d+/g, '#').slice(0, 120)}`;
        const known = faults.get(key);
        if (known) known.count += 1;
        else faults.set(key, { operation: operation.id, what, twist, request: request.slice(0, 1_500), count: 1 });
      }
    },
    report: (seconds: number): FuzzReport => ({
      sent,
      unsendable,
      seconds,
      slowest,
      statuses,
      operations: byOperation,
      faults: [...faults.values()],
    }),
  };
}
