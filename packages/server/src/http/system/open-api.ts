import { ENDPOINTS, openApiDocument } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { compressedFile, type StaticFile } from '../../static-file.ts';
import { baseUrl, type SystemRoom } from '../room.ts';
import { route } from '../route.ts';
import { sendStatic } from '../send-static.ts';

/** Stands for the address of the service in the text that is made once. */
const PLACE = 'http://address.invalid';

/** Addresses whose documents are kept. A service has few, but a client may send any `Host`. */
const ADDRESSES_MAX = 8;

/**
 * `GET /openapi.json`. The service writes the document once for each of the last addresses that clients used. Documents
 * differ in that address alone.
 */
export function addOpenApi(app: FastifyInstance, room: SystemRoom): void {
  const documentFor = keptDocuments();
  route(app, room, ENDPOINTS.getOpenApi, async ({ request, reply }) =>
    sendStatic(request, reply, await documentFor(baseUrl(room, request)), 'ask'),
  );
}

function keptDocuments(): (address: string) => Promise<StaticFile> {
  const kept = new Map<string, Promise<StaticFile>>();
  let parts: readonly string[] | null = null;
  return (address) => {
    const known = kept.get(address);
    if (known !== undefined) return known;
    parts ??= JSON.stringify(openApiDocument(PLACE)).split(JSON.stringify(PLACE));
    const bytes = Buffer.from(parts.join(JSON.stringify(address)));
    const written = compressedFile(bytes, 'application/json; charset=utf-8');
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= ADDRESSES_MAX) kept.delete(oldest);
    kept.set(address, written);
    return written;
  };
}
