import { type Endpoint, pathParameters } from './endpoint.ts';
import { exampleOf, propertiesOf } from './example.ts';
import { ENDPOINT_GROUPS } from './groups.ts';

/** Variable of the collection that holds the key of an endpoint. */
const KEYS = { workspace: 'apiKey', admin: 'adminKey' } as const;

/**
 * Every request as a Postman collection 2.1, which Bruno and Insomnia import too. The address and the keys are its
 * variables. IDs of the examples have to be replaced by real ones.
 */
export function requestCollection(serverUrl: string): object {
  return {
    info: {
      name: 'Atelier',
      description: 'Set the variables `apiKey` and `baseUrl`, and `adminKey` for the requests of operators.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'baseUrl', value: serverUrl },
      { key: 'apiKey', value: '' },
      { key: 'adminKey', value: '' },
    ],
    item: ENDPOINT_GROUPS.map(({ name, about, endpoints }) => ({
      name,
      description: about,
      item: endpoints.map(requestOf),
    })),
  };
}

function requestOf(endpoint: Endpoint): object {
  const { method, summary, description = '', auth, idempotent } = endpoint;
  return {
    name: summary,
    request: {
      method,
      description,
      auth: auth === 'none' ? { type: 'noauth' } : bearer(KEYS[auth]),
      // Off, because a key that is sent twice with another body is refused.
      header: idempotent ? [{ key: 'Idempotency-Key', value: 'order-17', disabled: true }] : [],
      url: addressOf(endpoint),
      ...bodyOf(endpoint),
    },
  };
}

function bearer(variable: string): object {
  return { type: 'bearer', bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }] };
}

/** The address with its path parameters as variables, and all query parameters switched off. */
function addressOf({ path, params, query }: Endpoint): object {
  const examples = propertiesOf(params);
  const withVariables = path.replaceAll(/\{([a-z_]+)\}/g, ':$1');
  return {
    raw: `{{baseUrl}}${withVariables}`,
    host: ['{{baseUrl}}'],
    path: withVariables.slice(1).split('/'),
    variable: pathParameters(path).map((key) => ({ key, value: String(exampleOf(examples[key] ?? {})) })),
    query: Object.entries(propertiesOf(query)).map(([key, schema]) => ({
      key,
      value: String(exampleOf(schema)),
      description: String(Reflect.get(schema, 'description') ?? ''),
      disabled: true,
    })),
  };
}

function bodyOf({ body, form, example }: Endpoint): object {
  if (form) {
    const fields = Object.entries(propertiesOf(form)).map(([key, schema]) => ({
      key,
      value: String(exampleOf(schema)),
      type: 'text',
    }));
    return { body: { mode: 'formdata', formdata: [...fields, { key: 'file', type: 'file', src: [] }] } };
  }
  if (!body) return {};
  const raw = JSON.stringify(example ?? exampleOf(body), null, 2);
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } };
}
