import type { EditRequest, EngineWarning, PictureResult, RunControl } from '../engine.ts';
import { decodeAt } from '../pixels/decode.ts';
import { seededRandom } from '../pixels/random.ts';
import { type Raster, sameSize } from '../pixels/raster.ts';
import { EngineRejection } from '../rejection.ts';
import { withBackground } from '../steps/edit/background.ts';
import { type Instruction, parseInstructions } from '../steps/edit/grammar.ts';
import { withPattern } from '../steps/edit/pattern.ts';
import { recolourMasked } from '../steps/edit/recolour.ts';
import { mirrored, sharpened, smoothedSkin, withoutLogo } from '../steps/edit/retouch.ts';
import { personSubject, productSubject, type Subject } from '../steps/edit/subject.ts';
import { toned } from '../steps/edit/tone.ts';
import { framePhoto } from '../steps/try-on/frame-photo.ts';
import { placementOf } from '../steps/try-on/placement.ts';
import { runPipeline, type Step } from './pipeline.ts';
import type { Analyses } from './try-on.ts';

interface EditContext {
  readonly request: EditRequest;
  readonly analyses: Analyses;
  readonly random: () => number;
  instructions: readonly Instruction[];
  picture: Raster;
  /** Null where no instruction asks for parts of the picture. */
  subject: Subject | null;
  warnings: EngineWarning[];
}

const STEPS: readonly Step<EditContext>[] = [
  { name: 'read prompt', weight: 0.1, run: read },
  { name: 'find subject', weight: 5, run: findSubject },
  { name: 'apply', weight: 3, run: apply },
];

/** Kinds of instructions that need no knowledge of what the picture shows. */
const WHOLE: readonly Instruction['kind'][] = ['tone', 'sharpen', 'mirror'];

/** Changes a picture as a prompt in plain words says, one instruction after the other. */
export async function edit(request: EditRequest, analyses: Analyses, control: RunControl): Promise<PictureResult> {
  const random = seededRandom(request.seed + request.variation * 7_919);
  const { picture } = sameSize(request.size);
  const context: EditContext = { request, analyses, random, instructions: [], picture, subject: null, warnings: [] };
  await runPipeline(STEPS, context, control);
  return { raster: context.picture, warnings: context.warnings };
}

function read(context: EditContext): void {
  context.instructions = parseInstructions(context.request.prompt, 'picture');
}

/** Lays the picture into the output, and finds the person or else the product in it where an instruction needs that. */
async function findSubject(context: EditContext): Promise<void> {
  const { image, size } = context.request;
  if (context.instructions.every(({ kind }) => WHOLE.includes(kind))) {
    context.picture = await decodeAt(image, size);
    return;
  }
  const person = await context.analyses.person(image).catch(unlessRejected);
  if (!person) {
    context.picture = await decodeAt(image, size);
    const product = await context.analyses.garment({ bytes: image }).catch(unlessRejected);
    if (!product)
      throw new EngineRejection(
        'Neither a person nor a product could be told from the background of the picture, so its parts cannot be changed. Changes of light and tone work on any picture.',
      );
    context.subject = productSubject(product, context.picture);
    return;
  }
  const { photo, stage, placement, extended } = await framePhoto(image, person, size);
  context.picture = photo;
  const { x, y } = placement.toOutput({ x: 0, y: 0 });
  const whole = placementOf(person.raster, size, placement.scale, x + stage.left, y + stage.top);
  context.subject = personSubject(person, photo, whole);
  if (extended)
    context.warnings.push({
      code: 'background_extended',
      message: 'The picture does not have the asked ratio; its background was continued beyond the edge.',
    });
}

/** Null for a refusal of the engine: there is no such thing in the picture. Other errors are thrown on. */
function unlessRejected(error: unknown): null {
  if (error instanceof EngineRejection) return null;
  throw error;
}

function apply(context: EditContext): void {
  for (const instruction of context.instructions) context.picture = applied(context, instruction);
}

function applied({ picture, subject, random }: EditContext, instruction: Instruction): Raster {
  switch (instruction.kind) {
    case 'tone':
      return toned(picture, instruction.tone, instruction.amount);
    case 'sharpen':
      return sharpened(picture);
    case 'mirror':
      return mirrored(picture);
    case 'recolour':
      return recolourMasked(picture, needed(subject).part(instruction.target), instruction.colour);
    case 'pattern':
      return withPattern(picture, needed(subject).part(instruction.target), instruction.pattern, instruction.colour);
    case 'background':
      return withBackground(picture, needed(subject).matte, instruction.fill);
    case 'smooth skin':
      return smoothedSkin(picture, needed(subject).skin);
    case 'remove':
      return withoutLogo(picture, needed(subject).part('garment'), random);
  }
}

function needed(subject: Subject | null): Subject {
  if (!subject) throw new Error('an instruction about a part was read without finding the subject');
  return subject;
}
