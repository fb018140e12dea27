import fs from 'node:fs/promises';
import { codeSamples, ENDPOINT_LIST, ENDPOINTS, type OpenApiDocument, openApiDocument } from '@atelier/contract';
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../../fault.ts';
import { compressedFile, type StaticFile } from '../../static-file.ts';
import { baseUrl, type HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { sendStatic } from '../send-static.ts';

/** The page, and the files it names. */
const PATHS = ['/docs', '/docs/*'] as const;

/** A path in its only allowed spelling, so that each file is kept once. */
const PLAIN_PATH = /^(\/[\w-][\w.-]*)+\/?$/;

/** `GET /docs`: the reference of the interface, by Swagger UI. Each of its files is read and compressed once. */
export function addReference(app: FastifyInstance, room: HttpRoom): void {
  const { fileAt, close } = keptFiles(room);
  for (const path of PATHS)
    app.get(path, { config: { takes: 'nothing' } }, async (request, reply) => {
      const file = await fileAt(new URL(request.url, 'http://localhost').pathname);
      if (!file) throw new Fault('not_found', 'The reference has no such page. Use /docs, where it begins.');
      return sendStatic(request, reply, file, 'ask');
    });
  app.addHook('onClose', close);
}

/**
 * The files of Swagger UI by their paths. They are an app of its own, made at the first request, because it would take
 * a tenth of every start.
 */
function keptFiles(room: HttpRoom) {
  let made: Promise<FastifyInstance> | null = null;
  const kept = new Map<string, StaticFile>();
  const read = async (path: string) => {
    made ??= referenceApp(room).catch((error: unknown) => {
      // Loaded again for the next reader: the fault may have passed.
      made = null;
      throw error;
    });
    const { statusCode, headers, rawPayload } = await (await made).inject({ url: path });
    if (statusCode !== 200) return null;
    const file = await compressedFile(rawPayload, String(headers['content-type']));
    kept.set(path, file);
    return file;
  };
  return {
    fileAt: async (path: string) => kept.get(path) ?? (PLAIN_PATH.test(path) ? read(path) : null),
    close: async () => (await made)?.close(),
  };
}

async function referenceApp({ publicUrl }: HttpRoom): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: swagger }, { default: swaggerUi }, theme] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    ourTheme(),
  ]);
  const app = Fastify();
  await app.register(swagger, {
    mode: 'static',
    specification: { document: documentWithSamples(publicUrl ?? '/') as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // Its files are named relative to the page, which may stand under the path of a proxy.
    indexPrefix: '.',
    theme,
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: -1, persistAuthorization: true },
  });
  return app;
}

/** The document of the service, each operation with its request in several languages. */
function documentWithSamples(serverUrl: string): OpenApiDocument {
  const document = openApiDocument(serverUrl);
  for (const endpoint of ENDPOINT_LIST) {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    if (operation instanceof Object) Object.assign(operation, { 'x-codeSamples': codeSamples(endpoint) });
  }
  return document;
}

/** Our name, icon and examples in place of Swagger UI's own. */
async function ourTheme(): Promise<NonNullable<FastifySwaggerUiOptions['theme']>> {
  const read = (url: URL) => fs.readFile(url, 'utf8');
  const [script, style, icon] = await Promise.all([
    read(new URL('./reference/page.js', import.meta.url)),
    read(new URL('./reference/page.css', import.meta.url)),
    read(new URL(import.meta.resolve('@atelier/studio/icon.svg'))),
  ]);
  return {
    title: 'Atelier: reference of the interface',
    js: [{ filename: 'page.js', content: script }],
    css: [{ filename: 'page.css', content: style }],
    favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
  };
}

/** Stands for the address of the service in the text that is made once. */
const PLACE = 'http://address.invalid';

/** Addresses whose documents are kept. A service has few, but a client may send any `Host`. */
const ADDRESSES_MAX = 8;

/**
 * `GET /openapi.json`. The service writes the document once for each of the last addresses that clients used. Documents
 * differ in that address alone.
 */
export function addOpenApi(route: AddRoute, room: HttpRoom): void {
  const documentFor = keptDocuments();
  route(ENDPOINTS.getOpenApi, async ({ request, reply }) =>
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
