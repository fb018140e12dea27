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
  summary: 'Is the process alive?',
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
  summary: 'Can it take work?',
  description: 'Database, media store and engine; 503 with the reasons otherwise.',
  auth: 'none',
  status: 200,
  response: { description: 'It can.', schema: Health },
  otherResponses: { 503: { description: 'It cannot, for these reasons.', schema: Health } },
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
    'Immutable; takes Range, If-Range and If-None-Match. HEAD describes the whole file, whatever the range. The address comes with the record or job: never make one up.',
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
  summary: 'Where hosted engines send word that their work has ended',
  description:
    'For engines, not for clients: a message without the signature of its engine is refused. A repeated one does nothing.',
  auth: 'none',
  params: open({ engine: Type.String({ maxLength: 40 }) }),
  status: 204,
  response: { description: 'Taken.' },
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
