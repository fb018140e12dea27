import { Readable } from 'node:stream';
import { ENDPOINTS, EXPORT_DEFAULTS } from '@atelier/contract';
import { deleteOwn } from '../../database/own-rows.ts';
import { exportedFiles } from '../../exports/export.ts';
import { changeFormat, findFormat, insertFormat, listFormats } from '../../exports/rows.ts';
import { zipOf } from '../../exports/zip.ts';
import { findCollection } from '../../images/collections.ts';
import { contentDisposition, safeFileName } from '../../media/file-name.ts';
import { endOfWait, type HttpRoom, withLog } from '../room.ts';
import type { AddRoute } from '../route.ts';

/** The format of an export that names none. */
const PLAIN = { ...EXPORT_DEFAULTS, name: 'images' };

/** Export formats, and collections as ZIP files. */
export function addExportRoutes(route: AddRoute, room: HttpRoom): void {
  const { db, clock } = room;

  route(ENDPOINTS.listExportFormats, async ({ workspace }) => ({
    formats: [...(await listFormats(db, workspace.id))],
  }));

  route(ENDPOINTS.createExportFormat, async ({ body, workspace }) =>
    insertFormat(db, workspace.id, { ...EXPORT_DEFAULTS, ...body }, clock.now()),
  );

  route(ENDPOINTS.changeExportFormat, async ({ params, body, workspace }) =>
    changeFormat(db, workspace.id, params.id, body),
  );

  route(ENDPOINTS.deleteExportFormat, ({ params, workspace }) =>
    deleteOwn(db, 'export_formats', workspace.id, params.id),
  );

  route(ENDPOINTS.exportCollection, async ({ params, query, workspace, request, reply }) => {
    const collection = await findCollection(db, workspace.id, params.id);
    const format = query.format === undefined ? PLAIN : await findFormat(db, workspace.id, query.format);
    const images = { workspaceId: workspace.id, collectionId: collection.id, review: query.review ?? null };
    reply
      .header('content-type', 'application/zip')
      .header('cache-control', 'no-store')
      .header('content-disposition', attachment(`${collection.name}-${format.name}.zip`));
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    const files = exportedFiles(withLog(room, request), images, format, endOfWait(room, reply));
    return reply.send(zipOf(files));
  });
}

function attachment(fileName: string): string {
  const name = safeFileName(fileName.replace(/[\\/]/g, '_'), 'application/zip');
  return contentDisposition(name).replace(/^inline/, 'attachment');
}
