import { openFilm, yuvFrame } from '@atelier/engine';
import type { EngineOutput } from '../../port.ts';

/** A second of video is enough to be a video, and made in a moment. */
const FRAMES = 10;
const FRAMES_PER_SECOND = 10;
type Pixels = Extract<EngineOutput, { kind: 'pixels' }>;

/** A short H.264 video of one picture that slowly brightens, as MP4. Sides are made even, which the format wants. */
export async function filmOf({ width, height, rgb }: Pick<Pixels, 'width' | 'height' | 'rgb'>): Promise<EngineOutput> {
  const size = { width: width - (width % 2), height: height - (height % 2) };
  const film = await openFilm(size, FRAMES_PER_SECOND);
  try {
    for (let frame = 0; frame < FRAMES; frame++)
      film.add(yuvFrame({ ...size, data: lit(rgb, width, size, 0.8 + (0.2 * frame) / FRAMES) }));
    return { kind: 'file', mediaKind: 'video', mimeType: 'video/mp4', ...size, bytes: film.finish() };
  } finally {
    film.close();
  }
}

/** The picture, cut to a size, in a light. */
function lit(
  rgb: Uint8Array,
  stride: number,
  { width, height }: { width: number; height: number },
  light: number,
): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let k = 0; k < width * 3; k++) out[y * width * 3 + k] = (rgb[y * stride * 3 + k] ?? 0) * light;
  return out;
}
