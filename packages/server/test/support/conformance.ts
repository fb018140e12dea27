import type { OpenApiDocument } from '@atelier/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import findMyWay from 'find-my-way';

/** The known parts of an answer, to compare with its description. */
interface DescribedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** Holds answers against an OpenAPI document. */
export interface Conformance {
  /**
   * Throws when the document describes the operation but not this answer: status, media type, headers, and each field.
   */
  check(method: string, target: string, answer: DescribedAnswer): void;
  /** The faults of a value by the schema behind a JSON pointer of the document; empty without any. */
  faults(pointer: readonly string[], value: unknown): string;
}

/** Reads a document as its users do: an undescribed part does not exist. */
export function conformanceTo(document: OpenApiDocument): Conformance {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...withoutFurtherFields(document), $id: 'document' });
  const compiled = new Map<string, ValidateFunction>();
  const router = findMyWay();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of Object.keys(item))
      router.on(method.toUpperCase() as 'GET', path.replaceAll(/\{([a-z_]+)\}/g, ':$1'), () => null, { path, method });

  const faults: Conformance['faults'] = (pointer, value) => {
    const fragment = pointer
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = compiled.get(fragment) ?? ajv.compile({ $ref: `document#/${fragment}` });
    compiled.set(fragment, validate);
    return validate(value) ? '' : ajv.errorsText(validate.errors, { dataVar: 'body' });
  };

  return {
    faults,
    check(method, target, { status, headers, text, body }) {
      const path = target.replace(/[?#].*/, '');
      const match = router.find(method as 'GET', path);
      // The router takes an empty ID for one; the service has nothing at such a path.
      const found = Object.values(match?.params ?? {}).includes('') ? null : match?.store;
      // A path that is a name of its own, with another method, is no ID of a path with parameters.
      if (!found || (found.path !== path && document.paths[path])) return;
      const refuse = (why: string): never => {
        throw new Error(`${method} ${target} answered ${status}, and ${why}: ${text.slice(0, 500)}`);
      };
      const responses = child(child(document.paths[found.path], found.method), 'responses');
      const response = child(responses, String(status)) ?? refuse('the document has no such status');
      for (const name of Object.keys(child(response, 'headers') ?? {}))
        if (REQUIRED_HEADERS.includes(name) && !headers.has(name)) refuse(`the documented header ${name} is missing`);
      const content = child(response, 'content');
      if (!content) return text === '' ? undefined : refuse('the document describes no body');
      const mediaTypes = Object.keys(content);
      const given = headers.get('content-type')?.split(';')[0] ?? '';
      if (!mediaTypes.includes('*/*') && !mediaTypes.includes(given))
        refuse(`the document says ${mediaTypes.join(', ')}, not ${given}`);
      if (given !== 'application/json') return;
      const pointer = ['paths', found.path, found.method, 'responses', String(status), 'content', given, 'schema'];
      const wrong = faults(pointer, body);
      if (wrong) refuse(`it is not as described: ${wrong}`);
    },
  };
}

/** Headers that come with every answer they are documented for. */
const REQUIRED_HEADERS: readonly string[] = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
];

function child(node: unknown, key: string): object | undefined {
  const value: unknown = typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
  return typeof value === 'object' && value !== null ? value : undefined;
}

/**
 * The same document with every object that names its fields closed: a field of an answer that is not described is a
 * fault.
 */
function withoutFurtherFields<T>(node: T): T {
  if (Array.isArray(node)) return node.map(withoutFurtherFields) as T;
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    key.startsWith('example') ? value : withoutFurtherFields(value),
  ]);
  const names = child(node, 'properties');
  const isClosed = Reflect.get(node, 'type') === 'object' && names !== undefined && Object.keys(names).length > 0;
  return Object.fromEntries(isClosed ? [...entries, ['additionalProperties', false]] : entries);
}
