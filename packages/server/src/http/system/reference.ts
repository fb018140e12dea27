import { openApiDocument } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../../fault.ts';
import type { HttpRoom } from '../room.ts';

/** The page, and the files it names. */
const PATHS = ['/docs', '/docs/*'] as const;

/**
 * `GET /docs`: the reference of the interface, by Swagger UI. It is an app of its own that is made for its first reader, as it would make
 * a tenth of every start.
 */
export function addReference(app: FastifyInstance, room: HttpRoom): void {
  let made: Promise<FastifyInstance> | null = null;
  for (const path of PATHS)
    app.get(path, { config: { takes: 'nothing' } }, async (request, reply) => {
      made ??= referenceApp(room).catch((error: unknown) => {
        // Made anew for the next reader: what could not be loaded once may be loaded then.
        made = null;
        throw error;
      });
      const { statusCode, headers, rawPayload } = await (await made).inject({ url: request.url, headers: request.headers });
      if (statusCode >= 400) throw new Fault('not_found', 'The reference has no such page; it begins at /docs.');
      return reply.code(statusCode).headers(headers).send(rawPayload);
    });
  app.addHook('onClose', async () => (await made)?.close());
}

async function referenceApp({ publicUrl, version }: HttpRoom): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const app = Fastify();
  const document = { ...openApiDocument(publicUrl ?? '/', version) };
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs' });
  return app;
}
