import type { InpaintRequest, PictureResult, RunControl } from '../engine.ts';
import { decodeAt } from '../pixels/decode.ts';
import { seededRandom } from '../pixels/random.ts';
import { type Plane, type Raster, sameSize } from '../pixels/raster.ts';
import { EngineRejection } from '../rejection.ts';
import { parseInstructions } from '../steps/edit/grammar.ts';
import { recolourMasked } from '../steps/edit/recolour.ts';
import { fillMask } from '../steps/inpaint/fill.ts';
import { readMask } from '../steps/inpaint/read-mask.ts';
import { runPipeline, type Step } from './pipeline.ts';

/** Most of the picture that can be filled from the rest. */
const COVERED_MAX = 0.6;

interface InpaintContext {
  readonly request: InpaintRequest;
  picture: Raster;
  mask: Plane;
}

const STEPS: readonly Step<InpaintContext>[] = [
  { name: 'read', weight: 1, run: read },
  { name: 'repaint', weight: 4, run: repaint },
];

/** Repaints what is under a mask: fills it from its surroundings, or gives it the colour that the prompt names. */
export async function inpaint(request: InpaintRequest, control: RunControl): Promise<PictureResult> {
  const context: InpaintContext = { request, ...sameSize(request.size) };
  await runPipeline(STEPS, context, control);
  return { raster: context.picture, warnings: [] };
}

async function read(context: InpaintContext): Promise<void> {
  const { image, mask, size, expansionPercent } = context.request;
  context.picture = await decodeAt(image, size);
  const expansion = (expansionPercent / 100) * Math.max(size.width, size.height);
  context.mask = await readMask(mask, size, expansion);
  const covered = context.mask.data.reduce((sum, value) => sum + value, 0) / context.mask.data.length;
  if (covered === 0)
    throw new EngineRejection(
      'The mask marks nothing to repaint. Paint the part white on black, or make it transparent in a PNG with transparency.',
    );
  if (covered > COVERED_MAX)
    throw new EngineRejection(
      `The mask covers ${Math.round(covered * 100)} % of the picture; at most ${COVERED_MAX * 100} % can be filled from the rest. Paint a smaller part.`,
    );
}

function repaint(context: InpaintContext): void {
  const { prompt, strength, seed, variation } = context.request;
  const { picture, mask } = context;
  const random = seededRandom(seed + variation * 7_919);
  const colour = prompt.trim() === '' ? null : colourWanted(prompt);
  context.picture = colour ? recolourMasked(picture, mask, colour, strength) : fillMask(picture, mask, strength, random);
}

/** The colour a prompt asks for, or null when it asks for removal. Throws for everything that would have to be made up. */
function colourWanted(prompt: string) {
  const instructions = parseInstructions(prompt, 'mask');
  const [first] = instructions;
  if (instructions.length === 1 && first.kind === 'remove') return null;
  if (instructions.length === 1 && first.kind === 'recolour') return first.colour;
  throw new EngineRejection(
    'Under a mask the embedded engine can remove what is there ("remove it", or no prompt) or change its colour ("make it navy"). New things need an engine that generates.',
  );
}
