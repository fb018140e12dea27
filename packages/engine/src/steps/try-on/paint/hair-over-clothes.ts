import { checkpointAt } from '../../../checkpoint.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { nearestColours } from '../../../pixels/nearest-colours.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Size } from '../../../pixels/raster.ts';

/** Least share of hair, or of the old clothes, in a pixel that shows their colour alone. */
const SURE = 0.9;
/**
 * Differences of the colours of hair and clothes, in byte steps: below the first nothing tells them apart. These and
 * the next constant were chosen by eye on ten people.
 */
const CONTRAST = [40, 80] as const;
/** Share of hair by its colour from which a pixel stays whole. Strands differ in light. */
const WHOLE = 0.7;

/** Hair over clothes that are taken off. */
interface HairyPicture extends Size {
  /** Three values a pixel, 0 to 255. */
  readonly colours: Float32Array;
  /** Shares of hair and of the old clothes in each pixel. */
  readonly hair: Float32Array;
  readonly old: Float32Array;
}

/**
 * Takes the old clothes out of the ends of hair that falls over them, within `reach` pixels of sure clothes. A pixel
 * there is a mixture of the nearest sure colours of both. Returns the share of hair and the colours without clothes.
 */
export function hairOverClothes(
  { width, height, colours, hair, old }: HairyPicture,
  reach: number,
): Pick<HairyPicture, 'hair' | 'colours'> {
  const cloth = maskOf(old.length, (i) => old[i] > SURE);
  const away = distanceTo(cloth, width, height, reach);
  const strands = maskOf(old.length, (i) => hair[i] > SURE && away[i] >= reach);
  const ends = maskOf(old.length, (i) => hair[i] > 0 && away[i] < reach);
  if (!ends.includes(1) || !strands.includes(1)) return { hair, colours };
  const loose = { hair: hair.slice(), colours: colours.slice() };
  const hairAt = nearestColours(colours, strands, { width, height });
  const clothAt = nearestColours(colours, cloth, { width, height });
  for (let i = 0; i < old.length; i++) {
    checkpointAt(i);
    if (!ends[i]) continue;
    const [from, to] = [clothAt(i), hairAt(i)];
    const way = [0, 1, 2].map((c) => to[c] - from[c]);
    const length = Math.hypot(...way);
    const along = way.reduce((sum, value, c) => sum + value * (colours[i * 3 + c] - from[c]), 0);
    const own = clamp(along / Math.max(1, length * length));
    const trust = hair[i] * smoothstep(...CONTRAST, length) * smoothstep(reach, reach / 2, away[i]);
    loose.hair[i] *= 1 - trust * (1 - clamp(own / WHOLE));
    for (let c = 0; c < 3; c++) loose.colours[i * 3 + c] += trust * (1 - own) * way[c];
  }
  return loose;
}
