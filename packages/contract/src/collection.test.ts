import { expect, test } from 'vitest';
import { requestCollection } from './collection.ts';
import { openApiDocument } from './openapi.ts';

/** A request of the collection, as far as this test looks into one. */
interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly auth: { readonly type: string };
    readonly url: { readonly raw: string; readonly variable: readonly { readonly key: string }[] };
    readonly body?: { readonly mode: string };
  };
}

const { item: folders }: { item?: readonly { readonly item: readonly Item[] }[] } =
  requestCollection('http://a.example');
const items = (folders ?? []).flatMap(({ item }) => item);

test('the collection has every operation of the OpenAPI document once', () => {
  const described = Object.entries(openApiDocument('http://a.example').paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} {{baseUrl}}${path}`),
  );
  const requests = items.map(({ request: { method, url } }) =>
    url.variable.reduce((text, { key }) => text.replace(`:${key}`, `{${key}}`), `${method} ${url.raw}`),
  );
  expect(requests.sort()).toEqual(described.sort());
});

test('requests carry the key that they need, and a body where they take one', () => {
  const kinds = new Map(
    items.map(({ request: { method, url, auth, body } }) => [`${method} ${url.raw}`, [auth.type, body?.mode]]),
  );
  expect(kinds.get('GET {{baseUrl}}/healthz')).toEqual(['noauth', undefined]);
  expect(kinds.get('POST {{baseUrl}}/v1/images/:id/edit')).toEqual(['bearer', 'raw']);
  expect(kinds.get('POST {{baseUrl}}/images')).toEqual(['bearer', 'formdata']);
});
