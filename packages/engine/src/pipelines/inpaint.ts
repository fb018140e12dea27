import type { EngineWarning, InpaintRequest, PictureResult, RunControl } from '../engine.ts';
import { decodeAt } from '../pixels/decode.ts';
import { laidOver } from '../pixels/laid-over.ts';
import { sumOf } from '../pixels/planes.ts';
import { seededRandom } from '../pixels/random.ts';
import type { Plane, Raster, Size } from '../pixels/raster.ts';
import { EngineRejection } from '../rejection.ts';
import { applied, isChange } from '../steps/edit/apply.ts';
import type { Change } from '../steps/edit/grammar/instruction.ts';
import { parsePrompt } from '../steps/edit/grammar/parse.ts';
import { recolourMasked } from '../steps/edit/recolour.ts';
import { blurred } from '../steps/edit/retouch.ts';
import type { Subject } from '../steps/edit/subject.ts';
import { cutsThrough, fillMask } from '../steps/inpaint/fill.ts';
import { readMask } from '../steps/inpaint/read-mask.ts';
import { denoised } from '../steps/upscale/denoise.ts';
import { promptPartlyIgnored } from '../warnings.ts';
import { stepsOf } from './pipeline.ts';

/** Largest share of the picture that the rest can fill. */
const COVERED_MAX = 0.6;
/** Share of the picture from which a fill gets a warning, because its content is a guess. */
const COVERED_LARGE = 0.1;

/**
 * Repaints the masked part: fills it from its surroundings, or applies the colour, pattern or light that the prompt
 * names.
 */
export async function inpaint(request: InpaintRequest, control: RunControl): Promise<PictureResult> {
  const run = stepsOf({ read: 1, repaint: 4 }, control);
  const { picture, mask } = await run('read', () => read(request));
  return run('repaint', () => repaint(request, picture, mask));
}

async function read({ image, mask: bytes, size }: InpaintRequest): Promise<{ picture: Raster; mask: Plane }> {
  const picture = await decodeAt(image, size);
  const mask = await readMask(bytes, size);
  if (!mask.data.includes(1))
    throw new EngineRejection(
      'The mask marks nothing to repaint. Paint the part white on black, or make it transparent in a PNG with transparency.',
    );
  return { picture, mask };
}

async function repaint(request: InpaintRequest, picture: Raster, mask: Plane): Promise<PictureResult> {
  const { prompt, strength, seed, variation, size, whole = size } = request;
  const random = seededRandom(seed + variation * 7_919);
  const { instructions, unread } = parsePrompt(prompt, 'mask');
  const isFilled = instructions.some(({ kind }) => kind === 'remove');
  const doubts = isFilled ? doubtsOfFill(picture, mask, whole) : [];
  let raster = picture;
  for (const change of instructions.filter(isChange)) {
    const { data } = await changed(raster, mask, change, whole, random);
    raster = laidOver(raster, data, (i) => mask.data[i] * strength);
  }
  return { raster, warnings: [...promptPartlyIgnored(unread), ...doubts] };
}

/** Warnings about a fill of the mask. Throws EngineRejection if too little of the picture surrounds it. */
function doubtsOfFill(picture: Raster, mask: Plane, whole: Size): EngineWarning[] {
  const covered = coveredShare(mask, whole);
  if (covered > COVERED_MAX)
    throw new EngineRejection(
      `The mask covers ${Math.ceil(covered * 100)} % of the image; at most ${COVERED_MAX * 100} % can be filled from the rest. Paint a smaller part.`,
    );
  const isCut = cutsThrough(picture, Uint8Array.from(mask.data));
  return [...(covered > COVERED_LARGE ? [LARGE_AREA] : []), ...(isCut ? [CUT_THROUGH] : [])];
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

/** The picture with one change made to all of it, or to all that the mask marks. */
async function changed(picture: Raster, mask: Plane, change: Change, whole: Size, random: () => number) {
  if (change.kind === 'remove') return filled(picture, mask, whole, random);
  if (change.kind === 'recolour') return recolourMasked(picture, mask, change.colour);
  if (change.kind === 'blur') return blurred(picture, whole.height);
  if (change.kind === 'denoise') return denoised(picture, 1);
  const masked: Subject = { matte: mask, face: null, isProduct: true, part: () => mask, pieces: () => [mask] };
  return applied(picture, change, masked, random);
}

/**
 * The picture with the mask filled from its surroundings. Throws EngineRejection if a large mask has no surroundings to
 * continue.
 */
function filled(picture: Raster, mask: Plane, whole: Size, random: () => number): Raster {
  const covered = coveredShare(mask, whole);
  const { raster, isTorn } = fillMask(picture, mask, random);
  if (covered > COVERED_LARGE && isTorn)
    throw new EngineRejection(
      `The mask covers ${Math.ceil(covered * 100)} % of the image, and its surroundings are too varied to continue. Mask at most ${COVERED_LARGE * 100} %, or a part in front of an even surface such as a wall, a lawn or the sky.`,
    );
  return raster;
}

const coveredShare = (mask: Plane, whole: Size) => sumOf(mask.data) / (whole.width * whole.height);
