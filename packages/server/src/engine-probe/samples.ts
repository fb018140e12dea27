import { fileURLToPath } from 'node:url';
import type { Operation } from '@atelier/contract';
import sharp from 'sharp';
import type { GatheredPicture } from '../engines/port.ts';
import type { PictureRole, WorkOptions } from '../work-order.ts';

/** Pictures the project renders itself: nobody is shown on them. */
const SAMPLES = fileURLToPath(new URL('../../../engine/samples/', import.meta.url));

/** Longest side of a sample, in pixels: enough for every engine, little to send. */
const SIDE_PIXELS = 768;

/** The request of a probe. */
export interface Sample {
  readonly operation: Operation;
  readonly roles: readonly PictureRole[];
  readonly prompt: string;
  readonly options: WorkOptions;
}

const generate = {
  operation: 'generate',
  prompt: 'A plain white T-shirt on a sage green background.',
  options: { presetClass: 'product_packshot' },
} as const;

/** Requests of a probe, most wanted first. Videos cost many times as much as pictures. */
export const SAMPLES_TO_ASK: readonly Sample[] = [
  { operation: 'virtual_try_on', roles: ['person', 'garment'], prompt: '', options: {} },
  { operation: 'edit', roles: ['source'], prompt: 'Make the top navy blue.', options: {} },
  { ...generate, roles: [] },
  { ...generate, roles: ['garment'] },
  { ...generate, roles: ['avatar', 'garment'] },
  { operation: 'inpaint', roles: ['source', 'mask'], prompt: 'A golden brooch on the chest.', options: {} },
  { operation: 'upscale', roles: ['source'], prompt: '', options: { upscaleFactor: 2 } },
  {
    operation: 'text_to_video',
    roles: [],
    prompt: 'A white T-shirt on a clothes line moves in the wind.',
    options: { durationSeconds: 5 },
  },
  { operation: 'animate', roles: ['source'], prompt: '', options: { durationSeconds: 5 } },
];

/** The picture that stands for a role. */
export async function samplePicture(role: PictureRole): Promise<GatheredPicture> {
  const file = `${SAMPLES}${role === 'garment' ? 'garment-tshirt' : 'person-woman'}.webp`;
  const picture = sharp(file).resize(SIDE_PIXELS, SIDE_PIXELS, { fit: 'inside' });
  const { data, info } = await picture.jpeg({ quality: 90 }).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { role, pointer: `/${role}`, width, height, bytes: role === 'mask' ? await maskOf(width, height) : data };
}

/** White where the chest of the sample is. */
function maskOf(width: number, height: number): Promise<Buffer> {
  const [side, left, top] = [width / 8, width * 0.5, height * 0.28].map(Math.round);
  const white = { create: { width: side ?? 1, height: side ?? 1, channels: 3, background: '#ffffff' } } as const;
  return sharp({ create: { width, height, channels: 3, background: '#000000' } })
    .composite([{ input: white, left: left ?? 0, top: top ?? 0 }])
    .png()
    .toBuffer();
}
