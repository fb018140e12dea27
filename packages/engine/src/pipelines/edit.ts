import type { PersonAnalysis, ProductAnalysis } from '../analysis.ts';
import type { EditRequest, EngineWarning, PictureResult, RunControl } from '../engine.ts';
import { decodeAt, sizeOfPicture } from '../pixels/decode.ts';
import { seededRandom } from '../pixels/random.ts';
import { type Raster, type Size, sameSize } from '../pixels/raster.ts';
import { EngineRejection, unlessRejected } from '../rejection.ts';
import { doubtsOfCutOut } from '../steps/cut-out/doubts.ts';
import { applied, FRAME_KINDS, isChange, needsSubject } from '../steps/edit/apply.ts';
import type { FrameInstruction, Instruction } from '../steps/edit/grammar/instruction.ts';
import { parsePrompt } from '../steps/edit/grammar/parse.ts';
import { personSubject, productSubject, type Subject } from '../steps/edit/subject.ts';
import { continuePicture } from '../steps/reframe/continue-picture.ts';
import { layWindow } from '../steps/reframe/lay-window.ts';
import { nobody, personSitter, productSitter } from '../steps/reframe/sitter.ts';
import { turned } from '../steps/reframe/turn.ts';
import type { Kept } from '../steps/reframe/turn-aslant.ts';
import { viewOf } from '../steps/reframe/window.ts';
import { type Placement, placementOf } from '../steps/try-on/placement.ts';
import { promptPartlyIgnored } from '../warnings.ts';
import { runPipeline, type Step } from './pipeline.ts';
import type { Analyses } from './try-on.ts';

interface EditContext {
  readonly request: EditRequest;
  readonly analyses: Analyses;
  readonly random: () => number;
  instructions: readonly Instruction[];
  /** The photo after the rotations that the prompt asks for, and the size of its output. */
  image: Uint8Array;
  size: Size;
  /** Null if no instruction needs the subject, or if the engine cannot find it. */
  shown: Shown | null;
  picture: Raster;
  subject: Subject | null;
  warnings: EngineWarning[];
}

/** The subject of a picture. */
type Shown = { readonly person: PersonAnalysis } | { readonly product: ProductAnalysis };

const EXTENDED: EngineWarning = {
  code: 'background_extended',
  message:
    'The output extends beyond the image, so the engine continued the background there. Ask for the ratio and the frame of the image to avoid that.',
};

const STEPS: readonly Step<EditContext>[] = [
  { name: 'read prompt', weight: 0.1, run: read },
  { name: 'turn', weight: 0.1, run: turn },
  { name: 'find subject', weight: 5, run: findSubject },
  { name: 'reframe', weight: 1, run: reframe },
  { name: 'apply', weight: 3, run: apply },
];

/** Changes a picture as the prompt says: the frame first, then each instruction in order. */
export async function edit(request: EditRequest, analyses: Analyses, control: RunControl): Promise<PictureResult> {
  const context: EditContext = {
    request,
    analyses,
    random: seededRandom(request.seed + request.variation * 7_919),
    instructions: [],
    image: request.image,
    size: request.size,
    shown: null,
    picture: sameSize(request.size).picture,
    subject: null,
    warnings: [],
  };
  await runPipeline(STEPS, context, control);
  return { raster: context.picture, warnings: context.warnings };
}

function read(context: EditContext): void {
  const { instructions, unread } = parsePrompt(context.request.prompt, 'picture');
  context.instructions = instructions;
  context.warnings.push(...promptPartlyIgnored(unread));
}

async function turn(context: EditContext): Promise<void> {
  for (const instruction of context.instructions) {
    if (instruction.kind !== 'rotate') continue;
    const { bytes, size, isContinued } = await turned(context.image, instruction.degrees, context.size, async (image) =>
      keptOf(await shownIn(image, context.analyses)),
    );
    context.image = bytes;
    context.size = size;
    if (isContinued) context.warnings.push(EXTENDED);
  }
}

function keptOf(shown: Shown | null): Kept | null {
  if (!shown) return null;
  if ('person' in shown) return { sitter: personSitter(shown.person), matte: shown.person.matte };
  return { sitter: productSitter(shown.product), matte: shown.product.alpha };
}

/** Finds the person, or else the product, if an instruction or another ratio needs it. */
async function findSubject(context: EditContext): Promise<void> {
  const { image, analyses, instructions } = context;
  if (!instructions.some(needsSubject) && (await keepsFrame(context))) return;
  const shown = await shownIn(image, analyses);
  const changesParts = instructions.filter(isChange).some(needsSubject);
  if (shown && 'person' in shown && shown.person.people > 1 && changesParts)
    throw new EngineRejection(
      'The image shows several people, and the engine cannot tell which one to change. Use an image of one person, or change only light, tone, crop or ratio.',
    );
  context.shown = shown;
  if (shown && 'product' in shown && changesParts) context.warnings.push(...doubtsOfCutOut(shown.product.confidence));
  if (!shown && changesParts)
    throw new EngineRejection(
      'No person or product stands out from the background, so no part can be changed. Use a clearer image, or change only light, tone, crop or ratio.',
    );
}

/** The person in a picture, or else the product. */
async function shownIn(image: Uint8Array, analyses: Analyses): Promise<Shown | null> {
  const person = await analyses.person(image).catch(unlessRejected);
  if (person) return { person };
  const product = await analyses.garment({ bytes: image }).catch(unlessRejected);
  return product && { product };
}

/** True if the output shows the whole picture in its own ratio. */
async function keepsFrame({ image, size, instructions }: EditContext): Promise<boolean> {
  if (instructions.some(({ kind }) => kind !== 'rotate' && FRAME_KINDS.includes(kind))) return false;
  const own = await sizeOfPicture(image);
  return Math.abs((own.width * size.height) / (own.height * size.width) - 1) < 0.02;
}

/** Places the visible window of the picture, and the parts of its subject, into the output. */
async function reframe(context: EditContext): Promise<void> {
  const { image, size: wanted, shown, instructions, warnings } = context;
  if (!shown && (await keepsFrame(context))) {
    context.picture = await decodeAt(image, wanted);
    return;
  }
  const sitter = await sitterOf(context);
  const { window, size, ratioKept } = viewOf(sitter, instructions.filter(isFrame), wanted);
  const laid = await layWindow(image, sitter, window, size);
  const scale = size.width / window.width;
  const placement = placementOf(sitter, size, scale, -window.left * scale, -window.top * scale);
  const { picture } = laid;
  context.picture = picture;
  if (shown) context.subject = subjectOf(shown, picture, placement);
  const isContinued = laid.known.includes(0);
  if (isContinued) {
    context.picture = continuePicture(laid, context.subject?.matte ?? null);
    warnings.push(EXTENDED);
  }
  if (laid.isEnlarged)
    warnings.push({
      code: 'enlarged',
      message:
        'The requested part is small in the image, so it lacks detail. Send a larger photo for a sharper result.',
    });
  if (ratioKept)
    warnings.push({
      code: 'aspect_ratio_kept',
      message: 'The prompt and aspect_ratio name different ratios; the output has that of aspect_ratio.',
    });
  if (instructions.some((one) => one.kind === 'shape' && one.inPixels))
    warnings.push({
      code: 'size_by_resolution',
      message: 'The size in the prompt sets only the ratio; the option resolution sets the number of pixels.',
    });
}

const isFrame = (instruction: Instruction): instruction is FrameInstruction => !isChange(instruction);

async function sitterOf({ image, shown }: EditContext) {
  if (!shown) return nobody(await sizeOfPicture(image));
  return 'person' in shown ? personSitter(shown.person) : productSitter(shown.product);
}

function subjectOf(shown: Shown, picture: Raster, placement: Placement): Subject {
  return 'person' in shown
    ? personSubject(shown.person, picture, placement)
    : productSubject(shown.product, picture, placement);
}

function apply(context: EditContext): void {
  const { instructions, subject, random, warnings } = context;
  for (const instruction of instructions.filter(isChange))
    context.picture = applied(context.picture, instruction, subject, random);
  if (instructions.some((one) => one.kind === 'background' && one.fill === 'transparent'))
    warnings.push({
      code: 'no_transparency',
      message:
        'Words cannot make the background transparent, so it is white. Set the field background to transparent for a cut-out.',
    });
}
