import fc from 'fast-check';
import { formOf } from './forms.ts';
import { NASTY_NAMES, NASTY_TEXTS, NASTY_VALUES } from './nasty.ts';
import type { Operation } from './operations.ts';
import { type Kind, placeholder } from './placeholders.ts';
import { kindNamed, type ValueMaker } from './values.ts';

/** Whose key a request shows. */
export type Bearer = 'own' | 'other' | 'admin' | 'wrong' | 'none';

/** A request still to be sent: its texts may hold stand-ins for IDs. */
export interface Draft {
  readonly operation: Operation;
  readonly method: string;
  readonly target: string;
  readonly bearer: Bearer;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** The change of the request beside its generation from the schema. */
  readonly twist: string;
}

/** Requests of an operation: half as the document has them, half bent in one place. */
export function draftsOf(operation: Operation, maker: ValueMaker): fc.Arbitrary<Draft> {
  const plain = plainDraft(operation, maker);
  const bent = fc.oneof(...TWISTS.map((twist) => twist(plain)));
  return fc.oneof({ weight: 2, arbitrary: plain.map(finish) }, { weight: 3, arbitrary: bent.map(finish) });
}

/** The parts of a request before they are written down. */
interface Parts {
  readonly operation: Operation;
  readonly method: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly bearer: Bearer;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
  readonly raw: string | Uint8Array | null;
  /** Path used in place of the operation's own. */
  readonly wholePath?: string;
  readonly twist: string;
}

function plainDraft(operation: Operation, maker: ValueMaker): fc.Arbitrary<Parts> {
  const of = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  const path = fc.record(
    Object.fromEntries(
      of('path').map(({ name, schema }) => [name, pathValue(operation.path, name, maker.value(schema, name))]),
    ),
  );
  const query = fc.tuple(
    ...of('query').map(({ name, schema }) =>
      // Long polls take their time; a few of them are enough.
      fc
        .option(name === 'wait' ? fc.constantFrom('0', '1') : maker.value(schema, name).map(String), {
          nil: null,
          freq: 2,
        })
        .map((made) => [name, made] as const),
    ),
  );
  const headers = fc.record(
    Object.fromEntries(
      of('header').map(({ name, schema }) => [
        name,
        fc.option(maker.value(schema, name).map(headerText), { nil: '', freq: 1 }),
      ]),
    ),
  );
  const isForm = operation.body?.mediaType.startsWith('multipart/');
  const json =
    operation.body && !isForm
      ? fc.oneof(maker.value(operation.body.schema, ''), maker.likeExample(operation.body.example))
      : fc.constant(undefined);
  const form = isForm ? formOf() : fc.constant(null);
  return fc.record({ path, query, headers, json, form }).map((made) => ({
    operation,
    method: operation.method,
    path: made.path,
    query: made.query.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
    bearer:
      operation.key === 'admin' ? ('admin' as const) : operation.key === 'none' ? ('none' as const) : ('own' as const),
    headers: {
      ...Object.fromEntries(Object.entries(made.headers).filter(([, text]) => text !== '')),
      ...made.form?.headers,
    },
    json: made.json,
    raw: made.form?.body ?? null,
    twist: 'none',
  }));
}

/** IDs in a path are of the kind that the word before them says. */
function pathValue(path: string, name: string, made: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const before = new RegExp(`([a-z]+)/\\{${name}\\}`).exec(path)?.[1] ?? '';
  const kind = pathKind(path, name, before);
  if (!kind) return made.map(String);
  return fc.oneof(
    { weight: 9, arbitrary: fc.nat(500).map((n) => placeholder(kind, n)) },
    { weight: 1, arbitrary: made.map(String) },
  );
}

function pathKind(path: string, name: string, before: string): Kind | null {
  const isReview = path.startsWith('/v1/reviews/');
  if (name === 'token') return isReview ? 'reviews' : 'media';
  if (name === 'image_id' && isReview) return 'reviewed';
  if (name === 'id') return kindNamed(before);
  return name.endsWith('_id') ? kindNamed(name) : null;
}

type Twist = (plain: fc.Arbitrary<Parts>) => fc.Arbitrary<Parts>;

const text = fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));
const anything = fc.oneof(text, fc.constantFrom(...NASTY_VALUES), fc.jsonValue({ maxDepth: 3 }));

const wholeBody: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 30, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  {
    weight: 10,
    arbitrary: fc.constantFrom('', 'null', '[]', '""', '{', '{}{}', '\ufeff{}', '{"a":1,"a":2}', '['.repeat(70_000)),
  },
  { weight: 1, arbitrary: fc.constant(`"${'x'.repeat(1_100_000)}"`) },
);

const TWISTS: readonly Twist[] = [
  (plain) =>
    fc
      .tuple(plain, anything, fc.nat())
      .map(([parts, value, at]) => withJson(parts, replaced(parts.json, value, at), 'a value')),
  (plain) =>
    fc
      .tuple(plain, anything, fc.nat())
      .map(([parts, value, at]) => withJson(parts, replaced(parts.json, value, at), 'a value')),
  (plain) =>
    fc.tuple(plain, fc.constantFrom(...NASTY_NAMES), anything).map(([parts, name, value]) => {
      const before = JSON.stringify(parts.json ?? {});
      const entry = `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`;
      return {
        ...parts,
        raw: before.startsWith('{') ? `{${entry}${before === '{}' ? '' : ','}${before.slice(1)}` : before,
        twist: 'a field',
      };
    }),
  (plain) =>
    fc.tuple(plain, fc.nat(), fc.string({ unit: 'binary', maxLength: 3 })).map(([parts, at, piece]) => {
      const before = JSON.stringify(parts.json ?? {});
      const cut = at % (before.length + 1);
      return { ...parts, raw: before.slice(0, cut) + piece + before.slice(cut + 1), twist: 'a character of the body' };
    }),
  (plain) => fc.tuple(plain, wholeBody).map(([parts, raw]) => ({ ...parts, raw, twist: 'the whole body' })),
  (plain) =>
    fc.tuple(plain, text).map(([parts, given]) => {
      const [name] = Object.keys(parts.path);
      return name === undefined
        ? { ...parts, query: [...parts.query, [given, given]], twist: 'a query' }
        : // An empty name would be another path.
          { ...parts, path: { ...parts.path, [name]: given || ' ' }, twist: 'a path parameter' };
    }),
  (plain) =>
    fc.tuple(plain, text, fc.nat()).map(([parts, given, at]) => {
      const names = [
        ...parts.operation.parameters.filter((each) => each.in === 'query').map((each) => each.name),
        'unknown',
      ];
      const name = names[at % names.length] ?? '';
      return { ...parts, query: [...parts.query, [at % 5 === 0 ? `${name}[]` : name, given]], twist: 'a query' };
    }),
  (plain) =>
    fc.tuple(plain, fc.constantFrom(...ODD_HEADERS), text).map(([parts, name, value]) => ({
      ...parts,
      headers: { ...parts.headers, [name]: headerText(value) },
      twist: 'a header',
    })),
  (plain) =>
    fc
      .tuple(plain, fc.constantFrom(...ODD_HEADER_VALUES))
      .map(([parts, odd]) => ({ ...parts, headers: { ...parts.headers, ...odd }, twist: 'a header' })),
  (plain) =>
    fc
      .tuple(plain, fc.constantFrom<Bearer>('other', 'admin', 'wrong', 'none', 'own'))
      .map(([parts, bearer]) => ({ ...parts, bearer, twist: 'the key' })),
  (plain) =>
    fc
      .tuple(plain, fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'))
      .map(([parts, method]) => ({ ...parts, method, twist: 'the method' })),
  (plain) =>
    fc
      .tuple(plain, fc.constantFrom(...PATH_TWISTS))
      .map(([parts, twist]) => ({ ...parts, wholePath: twist(parts.operation.path), twist: 'the path' })),
];

const ODD_HEADERS = [
  'idempotency-key',
  'x-request-id',
  'authorization',
  'accept',
  'range',
  'if-none-match',
  'user-agent',
  'cookie',
  'origin',
  'x-forwarded-for',
  'x-forwarded-host',
  'content-type',
  'traceparent',
  'host',
];

const ODD_HEADER_VALUES: readonly Record<string, string>[] = [
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/json, application/json' },
  { 'content-encoding': 'gzip' },
  { range: 'bytes=0-0' },
  { range: 'bytes=-99999999999999999999' },
  { range: 'bytes=5-1' },
  { range: 'bytes=0-1,2-3' },
  { 'if-none-match': '*' },
  { 'accept-language': 'x'.repeat(3_000) },
  { 'last-event-id': '7' },
  { 'x-http-method-override': 'DELETE' },
];

const PATH_TWISTS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/', '/%2e%2e/'),
  (path) => `${path}%00`,
  (path) => `${path}/../../../etc/passwd`,
  (path) => `${path};a=b`,
  (path) => `${path}%`,
  (path) => `${path}/${'a'.repeat(3_000)}`,
  (path) => `/docs${path}`,
  (path) => `/docs/static/..%2f..%2f..%2fpackage.json${path.length}`,
  (path) => `/v1${path}`,
  (path) => `${path}?`,
];

function withJson(parts: Parts, json: unknown, twist: string): Parts {
  return { ...parts, json, twist };
}

/** The value with the part at some place replaced; the place is counted over all parts. */
function replaced(tree: unknown, value: unknown, at: number): unknown {
  const places: (readonly (string | number)[])[] = [];
  const walk = (node: unknown, place: readonly (string | number)[]) => {
    places.push(place);
    if (typeof node !== 'object' || node === null) return;
    for (const [key, item] of Object.entries(node)) walk(item, [...place, key]);
  };
  walk(tree, []);
  const chosen = places[at % places.length] ?? [];
  const put = (node: unknown, [first, ...rest]: readonly (string | number)[]): unknown => {
    if (first === undefined) return value;
    if (Array.isArray(node))
      return node.map((item, index) => (String(index) === String(first) ? put(item, rest) : item));
    return Object.fromEntries(
      Object.entries(node ?? {}).map(([key, item]) => [key, key === first ? put(item, rest) : item]),
    );
  };
  return put(tree, chosen);
}

/** The allowed characters of a header on the wire; others are tried byte by byte elsewhere. */
function headerText(value: unknown): string {
  return String(value)
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 2_000);
}

function finish(parts: Parts): Draft {
  const { operation, method, path, query, bearer, headers, json, raw, wholePath, twist } = parts;
  const encode = (given: string) =>
    given
      .split(/(~[a-z]+:\d+~)/)
      .map((piece) => (/^~[a-z]+:\d+~$/.test(piece) ? piece : encodeURIComponent(piece.toWellFormed())))
      .join('');
  const filled = (wholePath ?? operation.path).replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
    encode(path[name] ?? ''),
  );
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const body = raw ?? (json === undefined ? null : (JSON.stringify(json) ?? null));
  const isBodied = method !== 'GET' && method !== 'HEAD';
  const types: Record<string, string> = body !== null && isBodied ? { 'content-type': 'application/json' } : {};
  return {
    operation,
    method,
    target: search === '' ? filled : `${filled}?${search}`,
    bearer,
    headers: { ...types, ...headers },
    body: isBodied ? body : null,
    twist,
  };
}
