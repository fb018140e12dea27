import { createPictureInspector, type PictureFindings, type PictureInspector } from '@atelier/engine';
import { workerData } from 'piscina';

/** The service's message to the thread: an encoded file, or pixels. */
export type InspectionCall =
  | Uint8Array
  | { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray<ArrayBuffer> };

let inspector: Promise<PictureInspector> | null = null;

/** Looks at one picture; the nets are loaded with the first. */
export async function inspectPicture(picture: InspectionCall): Promise<PictureFindings> {
  inspector ??= createPictureInspector({
    cacheDirectory: workerData.cacheDirectory,
    threads: workerData.threads,
  }).catch((error: unknown) => {
    // A full disk, say: the next call tries again.
    inspector = null;
    throw error;
  });
  return (await inspector).inspect(picture);
}
