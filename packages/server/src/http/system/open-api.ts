import { createHash } from 'node:crypto';
import { ENDPOINTS, openApiDocument } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { knowsTag } from '../entity-tag.ts';
import { baseUrl, type HttpRoom } from '../room.ts';
import { route } from '../route.ts';

/** Stands for the address of the service in the text that is made once. */
const PLACE = 'http://address.invalid';

/** Addresses whose documents are kept. A service has few, but a client may send any `Host`. */
const ADDRESSES_MAX = 8;

/** The document for one address. */
interface Written {
  readonly body: Buffer;
  readonly etag: string;
}

/**
 * `GET /openapi.json`. The service writes the document once for each of the last addresses that clients used. Documents
 * differ in that address alone.
 */
export function addOpenApi(app: FastifyInstance, room: HttpRoom): void {
  const documentFor = keptDocuments();
  route(app, room, ENDPOINTS.getOpenApi, async ({ request, reply }) => {
    const { body, etag } = documentFor(baseUrl(room, request));
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (knowsTag(request, etag)) return reply.code(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(body);
  });
}

function keptDocuments(): (address: string) => Written {
  const kept = new Map<string, Written>();
  let parts: readonly string[] | null = null;
  return (address) => {
    const known = kept.get(address);
    if (known) return known;
    parts ??= JSON.stringify(openApiDocument(PLACE)).split(JSON.stringify(PLACE));
    const body = Buffer.from(parts.join(JSON.stringify(address)));
    const written = { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= ADDRESSES_MAX) kept.delete(oldest);
    kept.set(address, written);
    return written;
  };
}
