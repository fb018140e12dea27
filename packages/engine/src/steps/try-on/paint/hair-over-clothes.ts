import { checkpointAt } from '../../../checkpoint.ts';
import { boxAbove, cropValues, grownWithin, laidInto } from '../../../pixels/crop.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { paletteOf } from '../../../pixels/palette.ts';
import { maskAbove, pixelsWhere } from '../../../pixels/planes.ts';
import type { Size } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { Placement } from '../placement.ts';

/** Width of the ends of hair through which the old clothes may show, in shoulder widths. Chosen by eye, as WHOLE is. */
const HAIR_ENDS = 0.25;
/** Least share of hair, or of the old clothes, in a pixel that shows their colour alone. */
const SURE = 0.9;
/** Width around the ends of hair that gives the colours of hair and clothes, as a multiple of their reach. */
const AROUND = 2;
/** Colours of hair, and of clothes, and the greatest number of pixels that give them. */
const COLOURS = 4;
const SAMPLED = 3000;
/** Deviation of a pixel from a mixture of these colours, in byte steps. Our estimate, as are the next two. */
const DEVIATION = 12;
/** Odds of hair alone against a mixture, or against clothes alone. Hair over clothes of its own colour stays whole. */
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
export function takeClothesOutOfHair({ placement, parts, body, colours }: HairyScene, old: Float32Array): void {
  const { width, height, scale } = placement;
  const reach = HAIR_ENDS * body.shoulderWidth * scale;
  const box = grownWithin(boxAbove({ width, height, data: parts.hair }, 0), placement, AROUND * reach);
  const hair = cropValues(parts.hair, 1, width, box);
  const around = cropValues(colours, 3, width, box);
  unmixEnds(hair, around, cropValues(old, 1, width, box), reach, box);
  laidInto(parts.hair, hair, 1, width, box);
  laidInto(colours, around, 3, width, box);
}

/** The same in a picture of hair and the clothes around it. Changes `hair` and `colours`. */
function unmixEnds(
  hair: Float32Array,
  colours: Float32Array,
  old: Float32Array,
  reach: number,
  { width, height }: Size,
): void {
  const away = distanceTo(maskAbove(old, SURE), width, height, AROUND * reach);
  const ends = pixelsWhere(old.length, (i) => hair[i] > 0 && away[i] < reach);
  const strands = pixelsWhere(old.length, (i) => hair[i] > SURE && away[i] >= reach && away[i] < AROUND * reach);
  if (ends.length === 0 || strands.length === 0) return;
  const fromHair = distanceTo(maskAbove(hair, SURE), width, height, AROUND * reach);
  const cloth = pixelsWhere(old.length, (i) => old[i] > SURE && fromHair[i] < AROUND * reach);
  const unmix = unmixer(paletteAt(strands, colours), paletteAt(cloth, colours));
  for (const [k, i] of ends.entries()) {
    checkpointAt(k);
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

/** A mixture of two colours, or one colour alone: hair, clothes or both. */
interface Mixture {
  readonly from: Colour;
  /** The way to the other colour, and its square. */
  readonly way: Colour;
  readonly square: number;
  /** Share of hair at both ends: 0 or 1. */
  readonly own: readonly [from: number, to: number];
  /** Likelihood before the pixel is seen. */
  readonly odds: number;
}

/** All colours of hair and clothes, and all pairs of them. Each kind of mixture is as likely, however many it has. */
function mixturesOf(hair: readonly Colour[], cloth: readonly Colour[]): readonly Mixture[] {
  const tones = [...hair.map((colour) => ({ colour, own: 1 })), ...cloth.map((colour) => ({ colour, own: 0 }))];
  const pairs = tones.flatMap((from, k) => tones.slice(k).map((to) => [from, to] as const));
  const kindOf = (pair: (typeof pairs)[number]) => pair[0].own + pair[1].own;
  return pairs.map((pair) => {
    const [{ colour: from }, { colour: to }] = pair;
    const way = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    const alike = pairs.filter((other) => kindOf(other) === kindOf(pair)).length;
    const odds = (kindOf(pair) === 2 ? HAIR_ODDS : 1) / alike;
    return {
      from,
      way,
      square: Math.max(1, way[0] ** 2 + way[1] ** 2 + way[2] ** 2),
      own: [pair[0].own, pair[1].own],
      odds,
    };
  });
}

/**
 * Returns the share of hair in a pixel, 0 to 1, and the colour of that hair. Each mixture explains the pixel by its
 * nearest point, and counts by its likelihood.
 */
function unmixer(hair: readonly Colour[], cloth: readonly Colour[]) {
  const mixtures = mixturesOf(hair, cloth);
  return ([red, green, blue]: Float32Array) => {
    // A pixel that nothing explains stays as it is.
    let [all, own] = [UNEXPLAINED, UNEXPLAINED];
    const colour = [UNEXPLAINED * red, UNEXPLAINED * green, UNEXPLAINED * blue];
    for (const { from, way, square, own: ends, odds } of mixtures) {
      const [r, g, b] = [red - from[0], green - from[1], blue - from[2]];
      const along = clamp((r * way[0] + g * way[1] + b * way[2]) / square);
      const error = (r - along * way[0]) ** 2 + (g - along * way[1]) ** 2 + (b - along * way[2]) ** 2;
      const share = ends[0] + (ends[1] - ends[0]) * along;
      const likelihood = odds * Math.exp(-error / (2 * DEVIATION ** 2));
      const weight = likelihood * share;
      all += likelihood;
      own += weight;
      // Without the cloth in it, the pixel moves on towards the colour of the hair.
      const missing = (ends[1] - ends[0]) * (1 - share);
      colour[0] += weight * (red + missing * way[0]);
      colour[1] += weight * (green + missing * way[1]);
      colour[2] += weight * (blue + missing * way[2]);
    }
    return { own: own / all, colour: colour.map((sum) => sum / own) };
  };
}
