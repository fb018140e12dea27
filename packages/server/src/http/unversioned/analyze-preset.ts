import { ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { measurePicture } from '../../assets/picture-measures.ts';
import { type AnalysedPicture, suggestPreset } from '../../assets/suggest-preset.ts';
import { MissingFault } from '../../fault.ts';
import type { MediaRow } from '../../media/rows.ts';
import type { PictureRoom } from '../room.ts';
import { route } from '../route.ts';
import { findPicture } from './find-picture.ts';

/** `POST /assets/analyze-preset`: measures the pictures while the caller waits; free. */
export function addAnalyzePreset(app: FastifyInstance, room: PictureRoom): void {
  route(app, room, ENDPOINTS.analyzePreset, async ({ workspace, body }) => {
    const { image_ids: ids } = body;
    const pictures: MediaRow[] = [];
    // All of them, before the first is looked at: that takes a moment.
    for (const [index, id] of ids.entries())
      pictures.push(await findPicture(room.db, workspace.id, id, `/image_ids/${index}`));
    const analysed: AnalysedPicture[] = [];
    // One after the other: three pictures of 50 megapixels at once would be felt by every other request.
    for (const [index, picture] of pictures.entries()) {
      const bytes = await room.store.read(picture.storage_key);
      if (!bytes) throw new MissingFault('image', ids[index] ?? '');
      analysed.push({ measures: await measurePicture(bytes), person: await room.findPerson(bytes) });
    }
    return suggestPreset(analysed);
  });
}
