import type { EngineWarning, InpaintRequest, PictureResult, RunControl } from '../engine.ts';
import { decodeAt } from '../pixels/decode.ts';
import { seededRandom } from '../pixels/random.ts';
import { type Plane, type Raster, type Size, sameSize } from '../pixels/raster.ts';
import { EngineRejection } from '../rejection.ts';
import { laidWithin } from '../steps/edit/apply.ts';
import { type MaskedInstruction, parseMaskPrompt } from '../steps/edit/grammar/masked.ts';
import { withPattern } from '../steps/edit/pattern.ts';
import { recolourMasked } from '../steps/edit/recolour.ts';
import { blurred, sharpened, smoothedCloth, smoothedSkin } from '../steps/edit/retouch.ts';
import { toned } from '../steps/edit/tone.ts';
import { cutsThrough } from '../steps/inpaint/cut-through.ts';
import { fillMask } from '../steps/inpaint/fill.ts';
import { readMask } from '../steps/inpaint/read-mask.ts';
import { denoised } from '../steps/upscale/denoise.ts';
import { promptPartlyIgnored } from '../warnings.ts';
import { runPipeline, type Step } from './pipeline.ts';

/** Largest share of the picture that the rest can fill. */
const COVERED_MAX = 0.6;
/** Share of the picture from which a fill gets a warning, because its content is a guess. */
const COVERED_LARGE = 0.1;

interface InpaintContext {
  readonly request: InpaintRequest;
  picture: Raster;
  mask: Plane;
  warnings: EngineWarning[];
}

const STEPS: readonly Step<InpaintContext>[] = [
  { name: 'read', weight: 1, run: read },
  { name: 'repaint', weight: 4, run: repaint },
];

/**
 * Repaints the masked part: fills it from its surroundings, or applies the colour, pattern or light that the prompt
 * names.
 */
export async function inpaint(request: InpaintRequest, control: RunControl): Promise<PictureResult> {
  const context: InpaintContext = { request, ...sameSize(request.size), warnings: [] };
  await runPipeline(STEPS, context, control);
  return { raster: context.picture, warnings: context.warnings };
}

async function read(context: InpaintContext): Promise<void> {
  const { image, mask, size } = context.request;
  context.picture = await decodeAt(image, size);
  context.mask = await readMask(mask, size);
  if (!context.mask.data.includes(1))
    throw new EngineRejection(
      'The mask marks nothing to repaint. Paint the part white on black, or make it transparent in a PNG with transparency.',
    );
}

/** Masked share of the whole picture. */
function coverageOf({ data }: Plane, { width, height }: Size): number {
  return data.reduce((sum, value) => sum + value, 0) / (width * height);
}

function repaint(context: InpaintContext): void {
  const { prompt, strength, seed, variation, size, whole = size } = context.request;
  const { mask } = context;
  const random = seededRandom(seed + variation * 7_919);
  const { instructions, unread } = parseMaskPrompt(prompt);
  context.warnings.push(...promptPartlyIgnored(unread));
  if (instructions.some(({ kind }) => kind === 'remove'))
    context.warnings.push(...doubtsOfFill(context.picture, mask, whole));
  for (const instruction of instructions)
    context.picture = repainted({ picture: context.picture, mask, whole, strength, random }, instruction);
}

/** Warnings about a fill of the mask. Throws EngineRejection if too little of the picture surrounds it. */
function doubtsOfFill(picture: Raster, mask: Plane, whole: Size): EngineWarning[] {
  const covered = coverageOf(mask, whole);
  if (covered > COVERED_MAX)
    throw new EngineRejection(
      `The mask covers ${Math.ceil(covered * 100)} % of the image; at most ${COVERED_MAX * 100} % can be filled from the rest. Paint a smaller part.`,
    );
  return [...(covered > COVERED_LARGE ? [LARGE_AREA] : []), ...(cutsThrough(picture, mask) ? [CUT_THROUGH] : [])];
}

const LARGE_AREA: EngineWarning = {
  code: 'large_masked_area',
  message:
    'The engine filled a large part of the image from its surroundings; objects at the edge of the mask may end abruptly.',
};
const CUT_THROUGH: EngineWarning = {
  code: 'mask_cuts_through',
  message: 'The edge of the mask cuts through something, such as a print, so its rest may look torn. Mask all of it.',
};

interface Canvas {
  readonly picture: Raster;
  readonly mask: Plane;
  /** Size of the whole picture, if this one is a part of it. */
  readonly whole: Size;
  readonly strength: number;
  readonly random: () => number;
}

/** The picture with one instruction applied under the mask. */
function repainted(canvas: Canvas, instruction: MaskedInstruction): Raster {
  const { picture, mask, whole, strength } = canvas;
  switch (instruction.kind) {
    case 'remove':
      return filled(canvas);
    case 'recolour':
      return recolourMasked(picture, mask, instruction.colour, strength);
    case 'pattern':
      return laidWithin(
        picture,
        withPattern(picture, mask, instruction.pattern, instruction.colour),
        faded(mask, strength),
      );
    case 'tone':
      return laidWithin(picture, toned(picture, instruction.tone, instruction.amount), faded(mask, strength));
    case 'blur':
      return laidWithin(picture, blurred(picture, whole.height), faded(mask, strength));
    case 'sharpen':
      return laidWithin(picture, sharpened(picture), faded(mask, strength));
    case 'denoise':
      return laidWithin(picture, denoised(picture, 1), faded(mask, strength));
    case 'smooth': {
      const smooth = instruction.what === 'skin' ? smoothedSkin : smoothedCloth;
      return laidWithin(picture, smooth(picture, mask), faded(mask, strength));
    }
  }
}

/**
 * The picture with the mask filled from its surroundings. Throws EngineRejection if a large mask has no surroundings to
 * continue.
 */
function filled({ picture, mask, whole, strength, random }: Canvas): Raster {
  const { raster, isTorn } = fillMask(picture, mask, strength, random);
  const covered = coverageOf(mask, whole);
  if (covered > COVERED_LARGE && isTorn())
    throw new EngineRejection(
      `The mask covers ${Math.ceil(covered * 100)} % of the image, and its surroundings are too varied to continue. Mask at most ${COVERED_LARGE * 100} %, or a part in front of an even surface such as a wall, a lawn or the sky.`,
    );
  return raster;
}

function faded(mask: Plane, strength: number): Plane {
  return { ...mask, data: mask.data.map((share) => share * strength) };
}
