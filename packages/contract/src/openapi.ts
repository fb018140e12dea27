import type { TSchema } from 'typebox';
import { type Endpoint, type EndpointResponse, pathParameters, scopeOf } from './endpoint.ts';
import { ERRORS, ErrorBody, type ErrorCode, errorRule, UnversionedErrorBody } from './errors.ts';
import { exampleOf, propertiesOf } from './example.ts';
import { ENDPOINT_GROUPS } from './groups.ts';
import { IDEMPOTENCY_KEY_LENGTH_MAX } from './limits.ts';
import { type PresenceRules, presenceSchemas } from './schema.ts';

/** Errors of every endpoint, by the kind of key that it needs. */
const COMMON_ERRORS = {
  workspace: ['unauthorized', 'scope_required', 'rate_limited', 'internal_error', 'unavailable'],
  admin: ['unauthorized', 'internal_error', 'unavailable'],
  none: [],
} as const satisfies Record<Endpoint['auth'], readonly ErrorCode[]>;

/** Response headers, by name. */
const HEADERS = {
  'X-Request-Id': 'Names this request in the logs of the service; a UUID you send is kept.',
  RateLimit:
    'Requests left of the limit of the plan, as `"requests";r=<requests left>;t=<seconds until there are more>`. A limit of the key comes first, as `"key"`.',
  'RateLimit-Policy':
    'The limit of the plan, as `"requests";q=<requests>;w=<seconds>`. A limit of the key comes first, as `"key"`.',
  'Idempotency-Replayed': '`true` when this is the stored answer to an earlier request with the same Idempotency-Key.',
  'Retry-After': 'Seconds after which to send the request again.',
  'WWW-Authenticate': '`Bearer`.',
} as const;
type Header = keyof typeof HEADERS;

type Json = Record<string, unknown>;

/** The parts of an OpenAPI document that this service reads. */
export interface OpenApiDocument extends Json {
  readonly openapi: '3.1.0';
  readonly paths: Record<string, Json>;
}

/** Version of the interface, which is not that of the service. */
const INTERFACE_VERSION = '1.0.0';

/**
 * The OpenAPI 3.1 document of the whole service, made from the endpoints. `serverUrl` is the address it is served
 * under.
 */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  const components = new Map<string, TSchema>();
  const paths: Record<string, Json> = {};
  for (const { name, endpoints } of ENDPOINT_GROUPS)
    for (const item of endpoints)
      paths[item.path] = { ...paths[item.path], [item.method.toLowerCase()]: operationObject(item, name, components) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version: INTERFACE_VERSION,
      description: ABOUT,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: ENDPOINT_GROUPS.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      schemas: Object.fromEntries(
        [...components].map(([name, schema]) => [name, withReferences(schema, components, name)]),
      ),
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
      securitySchemes: {
        workspaceKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A workspace API key. Each endpoint names the scope that the key needs.',
        },
        adminKey: { type: 'http', scheme: 'bearer', description: 'The admin key.' },
      },
    },
  };
}

/** The introduction for readers before the first request. */
const ABOUT = `Virtual try-on, generation and editing of fashion images.

1. Upload a photo of a person and a photo of a garment.
2. Submit a try-on. The service answers at once with a job.
3. Follow the job. When it has completed, \`result.url\` is the image.

Every request carries \`Authorization: Bearer <key>\`. The examples read the address of the service from \`ATELIER_URL\` and the key from
\`ATELIER_API_KEY\`; those for operators read \`ATELIER_ADMIN_KEY\`.

Endpoints below \`/v1\` refuse body fields and query parameters that they do not name; the unversioned ones ignore them.`;

function operationObject(item: Endpoint, group: string, components: Map<string, TSchema>): Json {
  const security = { workspace: [{ workspaceKey: [scopeOf(item)] }], admin: [{ adminKey: [] }], none: [] }[item.auth];
  return {
    operationId: item.id,
    tags: [group],
    summary: item.summary,
    ...(item.description ? { description: item.description } : {}),
    security,
    parameters: parameters(item, components),
    ...requestBody(item, components),
    responses: responses(item, components),
  };
}

function parameters(item: Endpoint, components: Map<string, TSchema>): Json[] {
  const properties = (schema: TSchema | undefined) => Object.entries(propertiesOf(schema));
  const path = pathParameters(item.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: withReferences(propertiesOf(item.params)[name] ?? { type: 'string' }, components),
  }));
  const query = properties(item.query).map(([name, schema]) => ({
    name,
    in: 'query',
    schema: withReferences(schema, components),
  }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes the request safe to repeat for 24 hours after it was answered.',
    schema: { type: 'string', pattern: '^[!-~]+$', minLength: 1, maxLength: IDEMPOTENCY_KEY_LENGTH_MAX },
  };
  return [...path, ...query, ...(item.idempotent ? [key] : [])];
}

function requestBody(item: Endpoint, components: Map<string, TSchema>): Json {
  if (item.form) {
    const file = { type: 'string', format: 'binary', description: 'JPEG, PNG or WebP.' };
    const schema = { type: 'object', required: ['file'], properties: { file, ...propertiesOf(item.form) } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!item.body) return {};
  const content = {
    schema: withReferences(item.describedBody ?? item.body, components),
    example: item.example ?? exampleOf(item.body),
  };
  return { requestBody: { required: true, content: { 'application/json': content } } };
}

function responses(item: Endpoint, components: Map<string, TSchema>): Json {
  const described = { [item.status]: item.response, ...item.otherResponses };
  const own = Object.entries(described).map(([status, response]) => [
    status,
    {
      description: response.description,
      headers: headerObjects([...commonHeaders(item), ...(item.idempotent ? (['Idempotency-Replayed'] as const) : [])]),
      ...contentOf(response, components),
    },
  ]);
  return { ...errorResponses(item, components), ...Object.fromEntries(own) };
}

function contentOf({ schema, mediaType, alsoAs }: EndpointResponse, components: Map<string, TSchema>): Json {
  if (schema) {
    const json = { schema: withReferences(schema, components), example: exampleOf(schema) };
    const other = alsoAs === undefined ? {} : { [alsoAs]: { schema: { type: 'string' } } };
    return { content: { 'application/json': json, ...other } };
  }
  if (!mediaType) return {};
  return { content: { [mediaType]: mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {} } };
}

function errorResponses(item: Endpoint, components: Map<string, TSchema>): Json {
  const codes: readonly ErrorCode[] = [...item.errors, ...COMMON_ERRORS[item.auth]];
  const schema = withReferences(item.interface === 'unversioned' ? UnversionedErrorBody : ErrorBody, components);
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${ERRORS[code].sentence}`).join(' '),
        headers: headerObjects(errorHeaders(item, status)),
        content: {
          'application/json': {
            schema,
            examples: Object.fromEntries(group.map((code) => [code, { value: errorExample(item, code) }])),
          },
        },
      },
    ]),
  );
}

function errorExample({ interface: face }: Endpoint, code: ErrorCode): unknown {
  const { sentence, advice, nextAction } = errorRule(code);
  const message = `${sentence} ${advice}`;
  const action = { cta: nextAction !== undefined, next_action: nextAction ?? '' };
  if (face !== 'unversioned') {
    const id = exampleOf(ErrorBody.properties.request_id);
    return { code, message, request_id: id, ...(nextAction ? action : {}) };
  }
  const empty = { current_plan: '', user_message: message, extra_context: '' };
  return { error: sentence, code, message, ...action, ...empty };
}

function commonHeaders({ auth }: Endpoint): Header[] {
  return auth === 'workspace' ? ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] : ['X-Request-Id'];
}

/** An answer states the limit of a plan if the caller is known. After a fault of the service it may not. */
function errorHeaders(item: Endpoint, status: number): Header[] {
  if (status === 401) return ['X-Request-Id', 'WWW-Authenticate'];
  if (status === 500) return ['X-Request-Id'];
  if (status === 503) return ['X-Request-Id', 'Retry-After'];
  return status === 429 ? [...commonHeaders(item), 'Retry-After'] : commonHeaders(item);
}

function headerObjects(names: readonly Header[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/**
 * Replaces every schema that has an `$id` by a reference to the components, and collects it there; rules on presence
 * become JSON Schema.
 */
function withReferences(schema: TSchema, components: Map<string, TSchema>, self?: string): unknown {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { $id: id, exactlyOneOf = [], atLeastOneOf = [], neededWith = [], ...rest }: SchemaNode = node;
    if (id !== undefined && id !== self) {
      if (!components.has(id)) {
        components.set(id, node);
        withReferences(node, components, id);
      }
      return { $ref: `#/components/schemas/${id}` };
    }
    const rules = presenceSchemas({ exactlyOneOf, atLeastOneOf, neededWith });
    return {
      ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, visit(value)])),
      ...(rules.length > 0 ? { allOf: rules } : {}),
    };
  };
  return visit(schema);
}

/** A schema of the contract, or a part of one. */
interface SchemaNode extends PresenceRules {
  readonly $id?: string;
}
