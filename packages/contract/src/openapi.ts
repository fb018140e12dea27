import type { TSchema } from 'typebox';
import { type Endpoint, pathParameters } from './endpoint.ts';
import { ENDPOINT_LIST } from './endpoints/index.ts';
import { ERRORS, ErrorBody, type ErrorCode, UnversionedErrorBody } from './errors.ts';
import { IDEMPOTENCY_KEY_LENGTH_MAX } from './limits.ts';

/** Errors any endpoint that needs a key may answer with. */
const COMMON_ERRORS = ['unauthorized', 'rate_limited', 'internal_error', 'unavailable'] as const satisfies readonly ErrorCode[];

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of the whole service, made from the endpoints. `serverUrl` is the address it is served under,
 * `version` the service's own.
 */
export function openApiDocument(serverUrl: string, version: string): Json {
  const components = new Map<string, TSchema>();
  const paths: Record<string, Json> = {};
  for (const item of ENDPOINT_LIST) {
    paths[item.path] = { ...paths[item.path], [item.method.toLowerCase()]: operationObject(item, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version,
      description: 'Virtual try-on, generation and editing of fashion images behind an asynchronous interface.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: Object.fromEntries([...components].map(([name, schema]) => [name, withReferences(schema, components, name)])),
      securitySchemes: {
        workspaceKey: { type: 'http', scheme: 'bearer', description: 'A workspace API key.' },
        adminKey: { type: 'http', scheme: 'bearer', description: 'The admin key.' },
      },
    },
  };
}

function operationObject(item: Endpoint, components: Map<string, TSchema>): Json {
  const security = { workspace: [{ workspaceKey: [] }], admin: [{ adminKey: [] }], none: [] }[item.auth];
  return {
    operationId: item.id,
    tags: [item.interface],
    summary: item.summary,
    ...(item.description ? { description: item.description } : {}),
    security,
    parameters: parameters(item, components),
    ...requestBody(item, components),
    responses: responses(item, components),
  };
}

function parameters(item: Endpoint, components: Map<string, TSchema>): Json[] {
  const properties = (schema: TSchema | undefined) => Object.entries(schemaProperties(schema));
  const path = pathParameters(item.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: withReferences(schemaProperties(item.params)[name] ?? { type: 'string' }, components),
  }));
  const query = properties(item.query).map(([name, schema]) => ({
    name,
    in: 'query',
    schema: withReferences(schema, components),
  }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes the request safe to repeat for 24 hours after its work has ended.',
    schema: { type: 'string', pattern: '^[!-~]+$', minLength: 1, maxLength: IDEMPOTENCY_KEY_LENGTH_MAX },
  };
  return [...path, ...query, ...(item.idempotent ? [key] : [])];
}

function requestBody(item: Endpoint, components: Map<string, TSchema>): Json {
  if (item.form) {
    const file = { type: 'string', format: 'binary', description: 'JPEG, PNG or WebP.' };
    const schema = { type: 'object', required: ['file'], properties: { file, ...schemaProperties(item.form) } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!item.body) return {};
  const content = { schema: withReferences(item.body, components), ...(item.example ? { example: item.example } : {}) };
  return { requestBody: { required: true, content: { 'application/json': content } } };
}

function responses(item: Endpoint, components: Map<string, TSchema>): Json {
  const { schema, mediaType } = item.response;
  const content = schema
    ? { 'application/json': { schema: withReferences(schema, components) } }
    : mediaType
      ? { [mediaType]: { schema: { type: 'string' } } }
      : undefined;
  const success = { description: item.response.description, ...(content ? { content } : {}) };
  return { [item.status]: success, ...errorResponses(item, components) };
}

function errorResponses(item: Endpoint, components: Map<string, TSchema>): Json {
  const codes: readonly ErrorCode[] = [...item.errors, ...(item.auth === 'none' ? [] : COMMON_ERRORS)];
  const body = item.interface === 'unversioned' ? UnversionedErrorBody : ErrorBody;
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${ERRORS[code].sentence}`).join(' '),
        content: { 'application/json': { schema: withReferences(body, components) } },
      },
    ]),
  );
}

function schemaProperties(schema: TSchema | undefined): Record<string, TSchema> {
  const properties: unknown = schema && Reflect.get(schema, 'properties');
  return isRecordOfSchemas(properties) ? properties : {};
}

function isRecordOfSchemas(value: unknown): value is Record<string, TSchema> {
  return typeof value === 'object' && value !== null;
}

/** Replaces every schema that has an `$id` by a reference to the components, and collects it there. */
function withReferences(schema: TSchema, components: Map<string, TSchema>, self?: string): unknown {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const id: unknown = Reflect.get(node, '$id');
    if (typeof id === 'string' && id !== self) {
      if (!components.has(id)) {
        components.set(id, node);
        withReferences(node, components, id);
      }
      return { $ref: `#/components/schemas/${id}` };
    }
    return Object.fromEntries(
      Object.entries(node)
        .filter(([key]) => key !== '$id')
        .map(([key, value]) => [key, visit(value)]),
    );
  };
  return visit(schema);
}
