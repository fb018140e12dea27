import { checkpointAt } from '../../../checkpoint.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { paletteOf } from '../../../pixels/palette.ts';
import { maskAbove, pixelsWhere } from '../../../pixels/planes.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { Placement } from '../placement.ts';

/** Width of the ends of hair through which the old clothes show, in shoulder widths. */
const HAIR_ENDS = 0.25;
/** Least share of hair, or of the old clothes, in a pixel that shows their colour alone. */
const SURE = 0.9;
/** Width around the ends of hair that gives the colours of hair and clothes, as a multiple of their reach. */
const AROUND = 2;
/** Colours of hair, and of clothes, and the greatest number of pixels that give them. */
const COLOURS = 4;
const SAMPLED = 3000;
/** Deviation of a pixel from a mixture of these colours, in byte steps. */
const DEVIATION = 12;
/** Odds of hair alone before its colour is seen: hair over clothes of its own colour stays whole. */
const HAIR_ODDS = 4;
/** Likelihood that none of these colours explains a pixel. */
const UNEXPLAINED = 1e-6;
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
 * of two colours of hair or clothes. Changes the colours and the hair of the scene.
 */
export function takeClothesOutOfHair(
  { placement, parts: { hair }, body, colours }: HairyScene,
  old: Float32Array,
): void {
  const { width, height } = placement;
  const reach = HAIR_ENDS * body.shoulderWidth * placement.scale;
  const away = distanceTo(maskAbove(old, SURE), width, height, AROUND * reach);
  const ends = pixelsWhere(old.length, (i) => hair[i] > 0 && away[i] < reach);
  const strands = pixelsWhere(old.length, (i) => hair[i] > SURE && away[i] >= reach && away[i] < AROUND * reach);
  if (ends.length === 0 || strands.length === 0) return;
  const fromHair = distanceTo(maskAbove(hair, SURE), width, height, AROUND * reach);
  const cloth = pixelsWhere(old.length, (i) => old[i] > SURE && fromHair[i] < AROUND * reach);
  const unmix = unmixer(paletteAt(strands, colours), paletteAt(cloth, colours));
  for (const i of ends) {
    checkpointAt(i);
    const { own, colour } = unmix(colours.subarray(i * 3, i * 3 + 3));
    const trust = hair[i] * smoothstep(reach, reach / 2, away[i]);
    hair[i] *= 1 - trust * (1 - clamp(own / WHOLE));
    for (let c = 0; c < 3; c++) colours[i * 3 + c] += trust * (colour[c] - colours[i * 3 + c]);
  }
}

type Colour = readonly number[];

/** The colours of some pixels. At most {@link SAMPLED} of them count. */
function paletteAt(pixels: readonly number[], colours: Float32Array): readonly Colour[] {
  const step = Math.ceil(pixels.length / SAMPLED);
  const seen = pixels.filter((_, k) => k % step === 0).map((i) => [...colours.subarray(i * 3, i * 3 + 3)]);
  return paletteOf(seen, COLOURS);
}

/**
 * Returns the share of hair in a pixel, 0 to 1, and the colour of that hair. Each colour, and each pair of them,
 * explains the pixel by the nearest mixture. The explanations count by their likelihood.
 */
function unmixer(hair: readonly Colour[], cloth: readonly Colour[]) {
  const tones = [...hair.map((colour) => ({ colour, own: 1 })), ...cloth.map((colour) => ({ colour, own: 0 }))];
  const pairs = tones.flatMap((from, k) =>
    tones.slice(k).map((to) => {
      const way = [0, 1, 2].map((c) => to.colour[c] - from.colour[c]);
      return { from, to, way, square: Math.max(1, dotOf(way, way)), odds: from.own * to.own > 0 ? HAIR_ODDS : 1 };
    }),
  );
  return (pixel: ArrayLike<number>) => {
    // A pixel that nothing explains stays as it is.
    let [all, own] = [UNEXPLAINED, UNEXPLAINED];
    const colour = [0, 1, 2].map((c) => UNEXPLAINED * pixel[c]);
    for (const { from, to, way, square, odds } of pairs) {
      const off = [0, 1, 2].map((c) => pixel[c] - from.colour[c]);
      const along = clamp(dotOf(off, way) / square);
      const error = [0, 1, 2].reduce((sum, c) => sum + (off[c] - along * way[c]) ** 2, 0);
      const weight = odds * Math.exp(-error / (2 * DEVIATION ** 2));
      const share = from.own + (to.own - from.own) * along;
      all += weight;
      own += weight * share;
      // Without the cloth in it, the pixel moves on towards the colour of the hair.
      const missing = from.own === to.own ? 0 : (to.own - from.own) * (1 - share);
      for (let c = 0; c < 3; c++) colour[c] += weight * share * (pixel[c] + missing * way[c]);
    }
    return { own: own / all, colour: colour.map((sum) => sum / own) };
  };
}

function dotOf(one: Colour, other: Colour): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}
