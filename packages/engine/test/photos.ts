import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the real photos that lie beside a checkout of the maintainers; a clone elsewhere has none. */
export const PHOTOS = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

/** True where the photos are there. */
export const hasPhotos = existsSync(PHOTOS);

/** The bytes of a photo, by its path in that folder. */
export const photo = (name: string): Promise<Buffer> => fs.readFile(path.join(PHOTOS, name));
