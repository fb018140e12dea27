import type { Raster } from '../pixels/raster.ts';
import type { Net } from './sessions.ts';

/** Side of the net's input in pixels: pictures are stretched to it. */
export const CONTENT_SIDE = 224;

/** What the net tells apart, in the order of its output. */
const CONTENT_CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const;

/**
 * How likely a picture is of each kind, 0 to 1, summing to 1: a harmless drawing, a pornographic drawing, harmless,
 * pornographic, or provocative without showing anything. The last is what it takes much ordinary fashion for.
 */
export type ContentScores = Readonly<Record<(typeof CONTENT_CLASSES)[number], number>>;

/** Asks NSFWJS's MobileNetV2 (`weights/README.md`). The raster has `CONTENT_SIDE` pixels on each side. */
export async function scoreContent({ width, height, data }: Raster, net: Net): Promise<ContentScores> {
  const size = width * height;
  const planes = new Float32Array(3 * size);
  for (let i = 0; i < size; i++) for (let c = 0; c < 3; c++) planes[c * size + i] = data[i * 3 + c] / 255;
  const [[drawing, hentai, neutral, porn, sexy]] = await net.run(planes, [1, 3, height, width]);
  return { drawing, hentai, neutral, porn, sexy };
}
