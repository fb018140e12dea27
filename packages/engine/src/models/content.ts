import type { Raster } from '../pixels/raster.ts';
import type { Net } from './sessions.ts';

/** Side of the net's input in pixels. Pictures are stretched to it. */
export const CONTENT_SIDE = 224;

/** Classes of the net, in the order of its output. */
const CONTENT_CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const;

/**
 * Probability of each class, 0 to 1, summing to 1: harmless drawing, pornographic drawing, harmless, pornographic,
 * provocative without nudity. The net counts much ordinary fashion as the last.
 */
export type ContentScores = Readonly<Record<(typeof CONTENT_CLASSES)[number], number>>;

/**
 * Classifies a picture with NSFWJS's MobileNetV2 (`weights/README.md`). The raster has `CONTENT_SIDE` pixels on each
 * side.
 */
export async function scoreContent({ width, height, data }: Raster, net: Net): Promise<ContentScores> {
  const size = width * height;
  const planes = new Float32Array(3 * size);
  for (let i = 0; i < size; i++) for (let c = 0; c < 3; c++) planes[c * size + i] = data[i * 3 + c] / 255;
  const [[drawing, hentai, neutral, porn, sexy]] = await net.run(planes, [1, 3, height, width]);
  return { drawing, hentai, neutral, porn, sexy };
}
