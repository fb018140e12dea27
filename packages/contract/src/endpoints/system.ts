import { endpoint } from '../endpoint.ts';
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
  errors: ['unavailable'],
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

export const getMedia = endpoint({
  id: 'getMedia',
  interface: 'system',
  method: 'GET',
  path: '/media/{token}/{name}',
  summary: 'Fetch a picture or video',
  description: 'Immutable; takes Range and If-None-Match. The address comes with the record or job: never make one up.',
  auth: 'none',
  params: open({ token: Type.String({ maxLength: 128 }), name: Type.String({ maxLength: 255 }) }),
  query: open({}),
  status: 200,
  response: { description: 'The file.', mediaType: 'image/*' },
  errors: ['not_found'],
});
