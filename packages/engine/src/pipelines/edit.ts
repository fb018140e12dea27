import type { EditRequest, EngineWarning, PictureResult, RunControl } from '../engine.ts';
import { decodeCovering, sizeOfPicture } from '../pixels/decode.ts';
import { seededRandom } from '../pixels/random.ts';
import type { Size } from '../pixels/raster.ts';
import { EngineRejection, unlessRejected } from '../rejection.ts';
import { doubtsOfCutOut } from '../steps/cut-out/doubts.ts';
import { applied, isChange, needsSubject } from '../steps/edit/apply.ts';
import type { FrameInstruction, Instruction } from '../steps/edit/grammar/instruction.ts';
import { parsePrompt } from '../steps/edit/grammar/parse.ts';
import { personSubject, productSubject } from '../steps/edit/subject.ts';
import { continuePicture } from '../steps/reframe/continue-picture.ts';
import { layWindow } from '../steps/reframe/lay-window.ts';
import { nobody, personSitter, productSitter } from '../steps/reframe/sitter.ts';
import { turned } from '../steps/reframe/turn.ts';
import { hasRatioOf, viewOf } from '../steps/reframe/window.ts';
import { placementOf } from '../steps/try-on/placement.ts';
import { BACKGROUND_EXTENDED, promptPartlyIgnored } from '../warnings.ts';
import type { Analyses } from './analyses.ts';
import { stepsOf } from './pipeline.ts';

/** What an edit asks of a picture, and the warnings so far. */
interface Wish {
  readonly instructions: readonly Instruction[];
  /** The photo after the rotations that the prompt asks for, and the size of its output. */
  readonly image: Uint8Array;
  readonly size: Size;
  readonly analyses: Analyses;
  readonly warnings: EngineWarning[];
}

/** Changes a picture as the prompt says: the frame first, then each instruction in order. */
export async function edit(request: EditRequest, analyses: Analyses, control: RunControl): Promise<PictureResult> {
  const weights = { 'read prompt': 0.1, turn: 0.1, 'find subject': 5, reframe: 1, apply: 3 };
  const run = stepsOf(weights, control);
  const { instructions, unread } = await run('read prompt', () => parsePrompt(request.prompt, 'picture'));
  const { image, size } = request;
  const asked = { instructions, image, size, analyses, warnings: [...promptPartlyIgnored(unread)] };
  const wish = await run('turn', () => turn(asked));
  const shown = await run('find subject', () => findSubject(wish));
  const { picture, subject } = await run('reframe', () => reframe(wish, shown));
  const random = seededRandom(request.seed + request.variation * 7_919);
  const raster = await run('apply', async () => {
    let changed = picture;
    for (const change of instructions.filter(isChange)) changed = await applied(changed, change, subject, random);
    return changed;
  });
  if (instructions.some((one) => one.kind === 'background' && one.fill === 'transparent'))
    wish.warnings.push({
      code: 'no_transparency',
      message:
        'Words cannot make the background transparent, so it is white. Set the field background to transparent for a cut-out.',
    });
  return { raster, warnings: [...new Set(wish.warnings)] };
}

/** The wish after its rotations. */
async function turn(wish: Wish): Promise<Wish> {
  let { image, size } = wish;
  for (const instruction of wish.instructions) {
    if (instruction.kind !== 'rotate') continue;
    const sitterIn = async (bytes: Uint8Array) => (await shownIn(bytes, wish.analyses)).sitter;
    const made = await turned(image, instruction.degrees, size, sitterIn);
    image = made.bytes;
    size = made.size;
    if (made.isContinued) wish.warnings.push(BACKGROUND_EXTENDED);
  }
  return { ...wish, image, size };
}

/** The subject, if an instruction or another ratio needs it; null if the output shows the whole picture as it is. */
async function findSubject({ image, size, analyses, instructions, warnings }: Wish): Promise<Shown | null> {
  const isReframed = instructions.some((one) => isFrame(one) && one.kind !== 'rotate');
  const changesPart = instructions.filter(isChange).some(needsSubject);
  if (!isReframed && !changesPart && hasRatioOf(await sizeOfPicture(image), size)) return null;
  const shown = await shownIn(image, analyses);
  if (!changesPart) return shown;
  const { person, product } = shown;
  if (person && person.people > 1)
    throw new EngineRejection(
      'The image shows several people, and the engine cannot tell which one to change. Use an image of one person, or change only light, tone, crop or ratio.',
    );
  if (!person && !product)
    throw new EngineRejection(
      'No person or product stands out from the background, so no part can be changed. Use a clearer image, or change only light, tone, crop or ratio.',
    );
  if (product) warnings.push(...doubtsOfCutOut(product.confidence));
  return shown;
}

/** The person in a picture, or else the product, and the subject to frame: either of them, or the middle. */
async function shownIn(image: Uint8Array, analyses: Analyses) {
  const person = await analyses.person(image).catch(unlessRejected);
  const product = person ? null : await analyses.garment({ bytes: image }).catch(unlessRejected);
  const sitter = person ? personSitter(person) : product ? productSitter(product) : nobody(await sizeOfPicture(image));
  return { person, product, sitter };
}

type Shown = Awaited<ReturnType<typeof shownIn>>;

/** Places the visible window of the picture, and the parts of its subject, into the output. */
async function reframe({ image, size: wanted, instructions, warnings }: Wish, shown: Shown | null) {
  if (!shown) return { picture: await decodeCovering(image, wanted), subject: null };
  const { person, product, sitter } = shown;
  const { window, size, ratioKept } = viewOf(sitter, instructions.filter(isFrame), wanted);
  const laid = await layWindow(image, sitter, window, size);
  const placement = placementOf(sitter, size, size.width / window.width, laid.corner.x, laid.corner.y);
  const subject = person
    ? personSubject(person, laid.picture, placement)
    : product && productSubject(product, laid.picture, placement);
  const isContinued = laid.known.includes(0);
  if (isContinued) warnings.push(BACKGROUND_EXTENDED);
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
  return { picture: isContinued ? continuePicture(laid, subject?.matte ?? null) : laid.picture, subject };
}

const isFrame = (instruction: Instruction): instruction is FrameInstruction => !isChange(instruction);
