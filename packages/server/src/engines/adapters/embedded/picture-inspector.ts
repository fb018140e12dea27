import { INSPECTION_SIZE } from '@atelier/engine/inspection-size';
import sharp from 'sharp';
import type { InspectPicture, PictureToInspect } from '../../../moderation/picture-rules.ts';
import { readPixels } from '../../pictures/pixel-file.ts';
import type { EmbeddedNetsOptions } from './embedded.ts';
import type { InspectionCall } from './embedded-thread.ts';
import { oneThread } from './one-thread.ts';

/** How long the thread outlives its last picture. */
const IDLE_TIMEOUT_MS = 300_000;

/** The embedded engine's inspector of pictures, in a thread that starts with the first picture. */
export function embeddedPictureInspector({ cacheDirectory, threads, log }: EmbeddedNetsOptions): {
  readonly inspectPicture: InspectPicture;
  close(): Promise<void>;
} {
  const pool = oneThread({ workerData: { cacheDirectory, threads }, idleMs: IDLE_TIMEOUT_MS, log });
  return {
    inspectPicture: async (picture) => pool.run(await callOf(picture), { name: 'inspectPicture' }),
    close: () => pool.destroy(),
  };
}

/** Pixels are made small before they are sent: an output may have 64 million of them. */
async function callOf(picture: PictureToInspect): Promise<InspectionCall> {
  if (picture.kind === 'file') return picture.bytes;
  const { width, height } = picture;
  const pixels =
    picture.kind === 'pixel_file' ? readPixels(picture) : sharp(picture.rgb, { raw: { width, height, channels: 3 } });
  const { data, info } = await pixels
    .resize({ ...INSPECTION_SIZE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}
