import path from 'node:path';
import { folderStore } from './folder.ts';
import type { MediaStore } from './port.ts';

/** Opens the store of the service: a bucket where one is named, else a folder below the data folder. */
export async function openStore(data: string, bucket: string | null, now: Date): Promise<MediaStore> {
  if (bucket === null) return folderStore(path.join(data, 'media'), now);
  // Loaded here: the client of S3 is large, and most services run without it.
  const { s3Store } = await import('./s3.ts');
  return s3Store({ bucket });
}
