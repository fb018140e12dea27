import type { Raster } from '../pixels/raster.ts';
import type { Net } from './sessions.ts';
import { squarePlanes } from './square-input.ts';

/** Side of the net's input in pixels. Pictures are stretched to it. */
export const CONTENT_SIDE = 224;

/**
 * Probability of each class, 0 to 1, summing to 1: harmless drawing, pornographic drawing, harmless, pornographic,
 * provocative without nudity. The net counts much ordinary fashion as the last.
 */
export type ContentScores = Readonly<Record<'drawing' | 'hentai' | 'neutral' | 'porn' | 'sexy', number>>;

/**
 * Classifies a picture with NSFWJS's MobileNetV2 (`weights/README.md`). The raster has `CONTENT_SIDE` pixels on each
 * side.
 */
export async function scoreContent(raster: Raster, net: Net): Promise<ContentScores> {
  const input = squarePlanes(raster, CONTENT_SIDE);
  const [[drawing, hentai, neutral, porn, sexy]] = await net.run(input, [1, 3, CONTENT_SIDE, CONTENT_SIDE]);
  return { drawing, hentai, neutral, porn, sexy };
}
