import type { FastifyInstance, FastifyReply } from 'fastify';
import { Fault } from '../../fault.ts';
import { publicPath } from '../../public-path.ts';
import type { HttpRoom } from '../room.ts';
import { sendStatic } from '../send-static.ts';

/** Where the page's own files are; `assetsDir` in Vite's settings says the same. */
const FILES = '/studio/files/:name';

/** The page is the same at each of its addresses; the browser decides its content. */
const PAGES = ['/', '/studio', '/studio/*', '/review/*'] as const;

/** `GET /` and all under `/studio` and `/review`: the web page. The page needs no key; most of its calls do. */
export function addStudio(app: FastifyInstance, room: HttpRoom): void {
  const headers = pageHeaders(room.publicUrl);

  for (const url of PAGES)
    app.get(url, { config: { takes: 'nothing' } }, async (request, reply) => {
      reply.headers(headers);
      const found = await room.studio.files().catch(asError);
      return found instanceof Error
        ? sendAbsence(reply, found, publicPath(room.publicUrl))
        : sendStatic(request, reply, found.page, 'ask');
    });

  app.get<{ Params: { name: string } }>(FILES, { config: { takes: 'nothing' } }, async (request, reply) => {
    const { files } = await room.studio.files().catch((cause: unknown) => {
      throw new Fault(
        'unavailable',
        'The studio is not built. Run npm run build:studio in the clone, then load the page again.',
        { cause },
      );
    });
    const file = files.get(request.params.name);
    if (!file)
      throw new Fault('not_found', 'The studio has no such file. Load the page again to use its newest files.');
    return sendStatic(request, reply, file, 'keep');
  });
}

/**
 * The permissions of the page: it runs its own files and talks to its own service only. It may show pictures from
 * another address if the operator set one.
 */
function pageHeaders(publicUrl: string | null): Record<string, string> {
  const media = ["'self'", ...(publicUrl ? [new URL(publicUrl).origin] : [])].join(' ');
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': `${media} blob: data:`,
    'media-src': `${media} blob:`,
    'connect-src': "'self'",
    'base-uri': "'self'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map((part) => part.join(' '))
      .join('; '),
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** For people: names the missing part and the command that makes it. */
function sendAbsence(reply: FastifyReply, { message }: Error, path: string): FastifyReply {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Atelier</title><h1>The studio is not built</h1>
<p>${escaped(message)}</p><p>The service itself runs: its interface is described at <a href="${escaped(path)}/docs">/docs</a>.</p></html>`;
  return reply.code(503).header('content-type', 'text/html; charset=utf-8').send(page);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
