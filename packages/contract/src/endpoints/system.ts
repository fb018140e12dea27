import { endpoint, FILE_ANSWERS } from '../endpoint.ts';
import { oneOf, open, type Static, Type } from '../schema.ts';

/** Answer of the health endpoints. */
export const Health = open({ status: oneOf(['ok', 'unavailable']), reasons: Type.Array(Type.String()) });

export type Health = Static<typeof Health>;

export const getHealth = endpoint({
  id: 'getHealth',
  interface: 'system',
  method: 'GET',
  path: '/healthz',
  summary: 'Check that the process runs',
  auth: 'none',
  status: 200,
  response: { description: 'It is.', schema: Health },
  errors: [],
});

export const getReadiness = endpoint({
  id: 'getReadiness',
  interface: 'system',
  method: 'GET',
  path: '/readyz',
  summary: 'Check that the process can take work',
  description: 'Checks database, media store and engine. Answers 503 with the reasons if one is unavailable.',
  auth: 'none',
  status: 200,
  response: { description: 'The process can take work.', schema: Health },
  otherResponses: { 503: { description: 'The process cannot take work, for these reasons.', schema: Health } },
  errors: [],
});

export const getMetrics = endpoint({
  id: 'getMetrics',
  interface: 'system',
  method: 'GET',
  path: '/metrics',
  summary: 'Metrics in the Prometheus text format',
  auth: 'none',
  status: 200,
  response: { description: 'Metrics.', mediaType: 'text/plain' },
  errors: [],
});

const mediaParams = open({ token: Type.String({ maxLength: 128 }), name: Type.String({ maxLength: 255 }) });

export const getMedia = endpoint({
  id: 'getMedia',
  interface: 'system',
  method: 'GET',
  path: '/media/{token}/{name}',
  summary: 'Fetch an image or video',
  description:
    'The file never changes. Takes Range, If-Range and If-None-Match; HEAD describes the whole file. Use the address in a record or job.',
  auth: 'none',
  params: mediaParams,
  query: open({}),
  ...FILE_ANSWERS,
  errors: ['not_found', 'invalid_request'],
});

export const getThumbnail = endpoint({
  id: 'getThumbnail',
  interface: 'system',
  method: 'GET',
  path: '/media/{token}/thumbnail/{name}',
  summary: 'Fetch the thumbnail of an image',
  description: 'The address comes with the image, as `thumbnail_url`. The first request makes the thumbnail.',
  auth: 'none',
  params: mediaParams,
  query: open({}),
  status: 200,
  response: { description: 'The thumbnail.', mediaType: 'image/webp' },
  otherResponses: { 304: { description: 'The thumbnail is the one you have.' } },
  errors: ['not_found', 'invalid_request'],
});

export const receiveEngineMessage = endpoint({
  id: 'receiveEngineMessage',
  interface: 'system',
  method: 'POST',
  path: '/engine-webhooks/{engine}',
  summary: 'Receive messages of hosted engines about work that has ended',
  description:
    'For engines, not for clients. The service refuses messages without the signature of the engine, and ignores repeated ones.',
  auth: 'none',
  params: open({ engine: Type.String({ maxLength: 40 }) }),
  status: 204,
  response: { description: 'The service has received the message.' },
  errors: ['not_found', 'invalid_request', 'payload_too_large', 'unauthorized'],
});

export const getOpenApi = endpoint({
  id: 'getOpenApi',
  interface: 'system',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This document',
  description: 'People read it at `/docs`.',
  auth: 'none',
  status: 200,
  response: { description: 'OpenAPI 3.1.', schema: Type.Record(Type.String(), Type.Unknown()) },
  otherResponses: { 304: { description: 'The document is the one you have.' } },
  errors: [],
});
