import { createHash } from 'node:crypto';
import { ENDPOINTS, openApiDocument } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { knowsTag } from '../entity-tag.ts';
import { baseUrl, type HttpRoom } from '../room.ts';
import { route } from '../route.ts';

/** Stands for the address of the service in the text that is made once. */
const PLACE = 'http://address.invalid';

/**
 * `GET /openapi.json`. The text is made once: documents for different addresses of the service differ in that address
 * alone.
 */
export function addOpenApi(app: FastifyInstance, room: HttpRoom): void {
  let parts: readonly string[] | null = null;
  route(app, room, ENDPOINTS.getOpenApi, async ({ request, reply }) => {
    parts ??= JSON.stringify(openApiDocument(PLACE)).split(JSON.stringify(PLACE));
    const text = parts.join(JSON.stringify(baseUrl(room, request)));
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (knowsTag(request, etag)) return reply.code(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  });
}
