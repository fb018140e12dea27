import type { Conformance } from '../support/conformance.ts';
import type { Draft } from './requests.ts';

/** An answer, or why there is none. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Headers;
      readonly text: string;
      readonly ms: number;
    }
  /** The request has no form on the wire. */
  | { readonly kind: 'unsendable' }
  | { readonly kind: 'hung' }
  | { readonly kind: 'dropped'; readonly why: string };

/** Texts that no answer may contain: traces, code, queries, tables, files, addresses of internal services. */
const INTERNALS: readonly RegExp[] = [
  /\n\s+at .{1,200}:\d+:\d+/,
  /node_modules|node:internal|\.m?[jt]s:\d+/,
  /\b(?:Type|Reference|Range|Syntax|Assertion)Error\b|Cannot read propert|is not a function|is not iterable|undefined \(reading/,
  /\b(?:select|insert into|update|delete from)\b[^.]{0,80}\b(?:from|values|set|where)\b/i,
  /syntax error at or near|violates [\w-]+ constraint|relation "|column "|invalid input syntax|out of range for type|pg_catalog|SQLSTATE/i,
  /\b(?:ENOENT|EACCES|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ERR_[A-Z_]{4,}|FST_[A-Z_]{4,}|FST_ERR)\b/,
  /(?:^|[\s"'(])\/(?:tmp|var|usr|etc|proc|app|srv)\/[\w.-]+/,
  /\bpostgres(?:ql)?:\/\/|kysely|fastify|undici|libvips|VipsJpeg|pngload|webpload/i,
];

/** Faults of an outcome; empty if it has none. The OpenAPI document and its pages may name the described parts. */
export function faultsOf(draft: Draft, sent: string, outcome: Outcome, conformance: Conformance): string[] {
  if (outcome.kind === 'unsendable') return [];
  if (outcome.kind === 'hung') return ['no answer came'];
  if (outcome.kind === 'dropped') return [`the connection broke off: ${outcome.why}`];
  const { status, headers, text } = outcome;
  // Readiness may describe the state of the machine.
  if (draft.operation.id === 'getReadiness' && status === 503) return [];
  const faults: string[] = [];
  if (status >= 500) faults.push(`the status is ${status}`);
  // An answer may repeat the content of its request.
  const leak =
    status >= 400
      ? INTERNALS.map((pattern) => pattern.exec(text)?.[0]).find((found) => found && !sent.includes(found.trim()))
      : undefined;
  if (leak !== undefined) faults.push(`it tells ${JSON.stringify(leak)}`);
  if (!headers.has('x-request-id')) faults.push('it has no X-Request-Id');
  if (headers.has('x-injected') || headers.has('set-cookie')) faults.push('a header was smuggled in');
  // An answer without a body is checked against the document only.
  if (status >= 400 && text !== '' && !isErrorBody(text)) faults.push('its body is no error body');
  const isDescribed = draft.method !== 'HEAD' && !BEFORE_ANY_OPERATION.test(text);
  return [...faults, ...(isDescribed ? undescribed(draft, outcome, conformance) : [])];
}

/** Refusals of invalid HTTP, which belong to no operation. */
const BEFORE_ANY_OPERATION =
  /"message":"(?:The header Host is|The path is not a valid URL|A part of the path is too long)/;

function isErrorBody(text: string): boolean {
  const body = parsed(text);
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}

function undescribed(
  { method, target }: Draft,
  { status, headers, text }: Extract<Outcome, { kind: 'answer' }>,
  conformance: Conformance,
): string[] {
  try {
    conformance.check(method, target, { status, headers, text, body: parsed(text) });
    return [];
  } catch (error) {
    return [
      `not as described: ${error instanceof Error ? error.message.replace(/^\S+ \S+ /, '').slice(0, 300) : error}`,
    ];
  }
}

/** A text as JSON, or undefined. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
