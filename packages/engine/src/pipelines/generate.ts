import type { ProductAnalysis } from '../analysis.ts';
import type { EngineWarning, GenerateRequest, PictureResult, RunControl } from '../engine.ts';
import { decodeCovering, pngOf } from '../pixels/decode.ts';
import type { Plane, Raster } from '../pixels/raster.ts';
import { forPhoto } from '../rejection.ts';
import { paintBackdrop } from '../steps/backdrop/backdrop.ts';
import type { Rgb } from '../steps/backdrop/stage.ts';
import { doubtsOfCutOut } from '../steps/cut-out/doubts.ts';
import { withoutBackground } from '../steps/cut-out/halo.ts';
import { solesOf } from '../steps/cut-out/soles.ts';
import type { Instruction } from '../steps/edit/grammar/instruction.ts';
import { toned } from '../steps/edit/tone.ts';
import { arrange } from '../steps/generate/arrange.ts';
import { behindSomebody, type Contact, setInto } from '../steps/generate/set-into.ts';
import { readWishes, rejectWithoutSubject } from '../steps/generate/wishes.ts';
import { framePhoto } from '../steps/try-on/frame-photo.ts';
import { saysHowWorn } from '../steps/try-on/style.ts';
import { isFilmed } from '../steps/video/camera.ts';
import { promptPartlyIgnored } from '../warnings.ts';
import type { Analyses } from './analyses.ts';
import { stepsOf } from './pipeline.ts';
import { tryOn } from './try-on.ts';

/**
 * Height of the plinth or floor that products stand on, as a share of the frame from its top. Other products float in
 * the middle.
 */
const STANDING_BOTTOM = 0.8;
/** Most products that stand side by side; more of them are laid out. */
const STANDING_MAX = 2;

/** The people or products of a picture, before they are set into a scene. */
interface Subject {
  readonly raster: Raster;
  readonly matte: Plane;
  readonly contact: Contact;
  readonly warnings: readonly EngineWarning[];
}

/** Makes a picture of an avatar in products before a scene, or of products alone. */
export async function generate(
  request: GenerateRequest,
  analyses: Analyses,
  control: RunControl,
): Promise<PictureResult> {
  const run = stepsOf({ 'read prompt': 0.1, 'make subject': 8, 'set into scene': 3 }, control);
  const { instructions, warnings } = await run('read prompt', () => read(request));
  const { avatar } = request;
  const subject = await run('make subject', () =>
    avatar && !isProductShot(request) ? dressed(request, avatar, analyses) : displayed(request, analyses),
  );
  const picture = await run('set into scene', () => compose(request, instructions, subject));
  return { ...picture, warnings: [...warnings, ...subject.warnings] };
}

/** The instructions of the prompt, and warnings about its other words. */
function read(request: GenerateRequest) {
  const { avatar, products, prompt } = request;
  rejectWithoutSubject('generate', avatar !== undefined || products.length > 0);
  const clauses = readWishes(prompt);
  const ignored = clauses.filter(
    ({ words, instructions }) =>
      !instructions?.every((one) => isFollowed(one, request)) && !isFollowedElsewhere(words, request),
  );
  return {
    instructions: clauses.flatMap(({ instructions }) => instructions ?? []),
    warnings: promptPartlyIgnored(ignored.map(({ words }) => words)),
  };
}

/** True for an instruction about the whole picture: its light, or a background if no scene is given. */
function isFollowed(instruction: Instruction, { scene }: GenerateRequest): boolean {
  if (instruction.kind === 'tone') return instruction.part === null;
  return (
    instruction.kind === 'background' && !scene && instruction.fill !== 'blur' && instruction.fill !== 'transparent'
  );
}

/** True for words that the try-on or the film follows. */
function isFollowedElsewhere(words: string, request: GenerateRequest): boolean {
  return isFilmed(words) || (!isProductShot(request) && request.products.length > 0 && saysHowWorn(words));
}

const isProductShot = ({ avatar, mode, products }: GenerateRequest) =>
  !avatar || (mode === 'products' && products.length > 0);

/** The avatar wearing the products, cut out of its own photo. */
async function dressed(request: GenerateRequest, avatar: Uint8Array, analyses: Analyses): Promise<Subject> {
  const { size, products, prompt, seed, variation } = request;
  let bytes = avatar;
  let warnings: readonly EngineWarning[] = [];
  if (products.length > 0) {
    const wish = { person: avatar, garments: products.map((one) => ({ bytes: one })), prompt, size, seed, variation };
    const { result } = await tryOn(wish, analyses, {}, { beyond: 'smooth', photoName: 'Product' });
    warnings = result.warnings.filter(({ code }) => code !== 'background_extended' && code !== 'prompt_partly_ignored');
    bytes = await pngOf(result.raster);
  }
  const person = await analyses.person(bytes);
  const { photo, placement } = await framePhoto(bytes, person, size, 'smooth');
  return { raster: photo, matte: { ...size, data: placement.lay(person.matte) }, contact: 'standing', warnings };
}

/** The products without a wearer, displayed as the class of the scene says. */
async function displayed({ products, size, presetClass }: GenerateRequest, analyses: Analyses): Promise<Subject> {
  const cut: ProductAnalysis[] = [];
  for (const [index, bytes] of products.entries())
    cut.push(await forPhoto('Product', index, products.length, () => analyses.garment({ bytes })));
  // One warning covers all products, because warnings name none of them.
  const warnings = cut.flatMap(({ confidence }) => doubtsOfCutOut(confidence)).slice(0, 1);
  const stands = presetClass === 'product_packshot' && products.length <= STANDING_MAX;
  const arranged = await arrange(cut, size, stands ? size.height * STANDING_BOTTOM : null);
  const hangs = presetClass === 'ghost_mannequin' || !presetClass;
  return { ...arranged, contact: stands ? 'standing' : hangs ? 'hanging' : 'lying', warnings };
}

async function compose(request: GenerateRequest, instructions: readonly Instruction[], subject: Subject) {
  const inTone = (picture: Raster) =>
    instructions.reduce(
      (toneless, one) => (one.kind === 'tone' && one.part === null ? toned(toneless, one.tone, one.amount) : toneless),
      picture,
    );
  if (request.isCutOut) return withoutBackground(inTone(subject.raster), subject.matte);
  const soles = subject.contact === 'standing' ? solesOf(subject.matte) : null;
  const backdrop = await backdropOf(request, instructions, soles);
  return { raster: inTone(setInto(backdrop, subject.raster, subject.matte, subject.contact)) };
}

/**
 * The scene's picture, or the colour or place that the prompt names. Without either, paper for people and white for
 * products.
 */
async function backdropOf(request: GenerateRequest, instructions: readonly Instruction[], soles: number | null) {
  const { scene, size } = request;
  if (scene) {
    const picture = await decodeCovering(scene, size, 'south');
    return isProductShot(request) ? picture : behindSomebody(picture, soles);
  }
  const { fill, tint = null } = instructions.find((one) => one.kind === 'background') ?? {};
  if (typeof fill === 'string' && fill !== 'blur' && fill !== 'transparent')
    return paintBackdrop(fill, { ...size, soles, tint });
  const paper = isProductShot(request) ? WHITE : null;
  return paintBackdrop('studio', { ...size, soles, tint: typeof fill === 'object' ? fill : paper });
}

/** The white wall of catalogue pictures. */
const WHITE: Rgb = [247, 247, 246];
