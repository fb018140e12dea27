import { checkpointAt } from '../../../checkpoint.ts';
import { boxAbove, cropValues, grownWithin } from '../../../pixels/crop.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { nearestColours } from '../../../pixels/nearest-colours.ts';
import { maskAbove, maskOf } from '../../../pixels/planes.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { Placement } from '../placement.ts';

/** Width of the ends of hair through which the old clothes show, in shoulder widths. */
const HAIR_ENDS = 0.06;
/** Least share of hair, or of the old clothes, in a pixel that shows their colour alone. */
const SURE = 0.9;
/** Width around the ends of hair that gives the colours of hair and clothes, as a multiple of their reach. */
const AROUND = 3;
/**
 * Differences of the colours of hair and clothes, in byte steps: below the first nothing tells them apart. These and
 * the next constant were chosen by eye on ten people.
 */
const CONTRAST = [40, 80] as const;
/** Share of hair by its colour from which a pixel stays whole. Strands differ in light. */
const WHOLE = 0.7;

/** The parts of a scene that hair over clothes needs. */
interface HairyScene {
  readonly colours: Float32Array;
  readonly parts: { readonly hair: Float32Array };
  readonly placement: Pick<Placement, 'width' | 'height' | 'scale'>;
  readonly body: Pick<BodyModel, 'shoulderWidth'>;
}

/**
 * Takes the old clothes, whose share is `old`, out of the ends of hair that falls over them. A pixel there is a mixture
 * of the nearest sure colours of both. Changes the colours and the hair of the scene.
 */
export function takeClothesOutOfHair(
  { placement, parts: { hair }, body, colours }: HairyScene,
  old: Float32Array,
): void {
  const { width, height } = placement;
  const reach = HAIR_ENDS * body.shoulderWidth * placement.scale;
  const away = distanceTo(maskAbove(old, SURE), width, height, reach);
  const ends = maskOf(old.length, (i) => hair[i] > 0 && away[i] < reach);
  if (!ends.includes(1)) return;
  const box = grownWithin(boxAbove({ width, height, data: ends }, 0), placement, AROUND * reach);
  const pixelOf = (k: number) => (box.top + Math.floor(k / box.width)) * width + box.left + (k % box.width);
  const near = cropValues(colours, 3, width, box);
  const within = (test: (pixel: number) => boolean) => maskOf(box.width * box.height, (k) => test(pixelOf(k)));
  const strands = within((i) => hair[i] > SURE && away[i] >= reach);
  if (!strands.includes(1)) return;
  const cloth = within((i) => old[i] > SURE);
  const [clothAt, hairAt] = [cloth, strands].map((known) => nearestColours(near, known, box));
  for (let k = 0; k < strands.length; k++) {
    checkpointAt(k);
    const i = pixelOf(k);
    if (!ends[i]) continue;
    const [from, to] = [clothAt(k), hairAt(k)];
    const way = [0, 1, 2].map((c) => to[c] - from[c]);
    const length = Math.hypot(...way);
    const along = way.reduce((sum, value, c) => sum + value * (near[k * 3 + c] - from[c]), 0);
    const own = clamp(along / Math.max(1, length * length));
    const trust = hair[i] * smoothstep(...CONTRAST, length) * smoothstep(reach, reach / 2, away[i]);
    hair[i] *= 1 - trust * (1 - clamp(own / WHOLE));
    for (let c = 0; c < 3; c++) colours[i * 3 + c] += trust * (1 - own) * way[c];
  }
}
