import {
  type AccessoryAnalysis,
  type GarmentAnalysis,
  type GarmentCategory,
  isAccessory,
  type PersonAnalysis,
  type ProductAnalysis,
} from '../analysis.ts';
import type { EngineWarning, GarmentInput, TryOnRequest, TryOnResult } from '../engine.ts';
import { type Box, cropRaster } from '../pixels/crop.ts';
import { seededRandom } from '../pixels/random.ts';
import type { Raster } from '../pixels/raster.ts';
import { EngineRejection, forPhoto, type PhotoName, unlessRejected } from '../rejection.ts';
import { wearAccessory } from '../steps/try-on/accessories/wear-accessory.ts';
import { nothingBelow, remember, siteAbove, trimmed } from '../steps/try-on/below.ts';
import { rejectRaisedSleeve } from '../steps/try-on/body/raised-sleeve.ts';
import { rejectSeated } from '../steps/try-on/body/seated.ts';
import { rejectUnseen } from '../steps/try-on/body/seen-torso.ts';
import { doubtsOf, isCategoryGuessed } from '../steps/try-on/doubts.ts';
import { closeGaps } from '../steps/try-on/draw/close-gaps.ts';
import { drawGarment } from '../steps/try-on/draw/draw.ts';
import { rejectExclusive } from '../steps/try-on/exclusive.ts';
import { fitGarment } from '../steps/try-on/fit/fit-garment.ts';
import { type Beyond, framePhoto } from '../steps/try-on/frame-photo.ts';
import { garmentSite, sceneAfter, sceneWithin } from '../steps/try-on/garment-site.ts';
import { layersOf, wearOf } from '../steps/try-on/layers.ts';
import { bareArms, behindArms } from '../steps/try-on/paint/bare-arms.ts';
import { composeGarment } from '../steps/try-on/paint/compose.ts';
import { paintUncovered } from '../steps/try-on/paint/paint-uncovered.ts';
import { readShading } from '../steps/try-on/paint/shading.ts';
import { findUncovered } from '../steps/try-on/paint/uncovered.ts';
import { openScene, type Scene } from '../steps/try-on/scene.ts';
import { categoryNamed, clausesAside } from '../steps/try-on/style.ts';
import { isTurnedAside, rejectUntoldLegs } from '../steps/try-on/turned.ts';
import { promptPartlyIgnored } from '../warnings.ts';
import type { Step } from './pipeline.ts';

/** The analyses of a try-on's inputs, made or taken from the cache on first use. */
export interface Analyses {
  person(bytes: Uint8Array): Promise<PersonAnalysis>;
  garment(input: GarmentInput): Promise<ProductAnalysis>;
}

/** Settings of a try-on within a generation. */
export interface TryOnSetting {
  /** How the photo continues if the output extends beyond it. */
  readonly beyond: Beyond;
  /** The caller's name for the photos of `garments`. */
  readonly photoName: PhotoName;
}

const BY_ITSELF: TryOnSetting = { beyond: 'continued', photoName: 'Garment' };

/** The state of one try-on; earlier steps set the fields that later steps need. */
export interface TryOnContext extends TryOnSetting {
  readonly request: TryOnRequest;
  readonly analyses: Analyses;
  readonly random: () => number;
  person: PersonAnalysis | null;
  /** The products of the request's photos, in order. */
  products: ProductAnalysis[];
  /** The garments among the products, each once. */
  garments: GarmentAnalysis[];
  /** The accessories among the products, each once; they are added after the garments. */
  accessories: AccessoryAnalysis[];
  /** The original photo, at the size of the output. */
  photo: Raster | null;
  /** The part of the photo that changes. */
  stage: Box | null;
  scene: Scene | null;
  warnings: EngineWarning[];
  confidence: number;
}

/** The state before the first step. */
export function tryOnContext(
  request: TryOnRequest,
  analyses: Analyses,
  setting: TryOnSetting = BY_ITSELF,
): TryOnContext {
  const random = seededRandom(request.seed + request.variation * 7_919);
  return {
    request,
    analyses,
    ...setting,
    random,
    person: null,
    products: [],
    garments: [],
    accessories: [],
    photo: null,
    stage: null,
    scene: null,
    warnings: [],
    confidence: 1,
  };
}

/** A try-on, step by step. */
export const TRY_ON_STEPS: readonly Step<TryOnContext>[] = [
  { name: 'analyse person', weight: 4, run: analysePerson },
  { name: 'analyse garments', weight: 3, run: analyseGarments },
  { name: 'frame photo', weight: 1, run: frame },
  { name: 'dress', weight: 6, run: dress },
  { name: 'add accessories', weight: 0.5, run: addAccessories },
  { name: 'judge', weight: 0.1, run: judge },
];

async function analysePerson(context: TryOnContext): Promise<void> {
  context.person = await context.analyses.person(context.request.person);
  if (context.person.people > 1)
    throw new EngineRejection(
      'The person photo shows several people. Use a photo of one person, or crop it to the person to dress.',
    );
}

async function analyseGarments(context: TryOnContext): Promise<void> {
  const { accessories, garments } = context;
  context.products = await readProducts(context);
  for (const product of context.products) {
    if (isAccessory(product) ? accessories.includes(product) : garments.includes(product))
      context.warnings.push(REPEATED);
    else if (isAccessory(product)) accessories.push(product);
    else garments.push(product);
  }
  rejectUnseen(needed(context.person), context.garments);
  rejectSeated(needed(context.person), context.garments);
  rejectRaisedSleeve(needed(context.person), context.garments);
}

/** The part of a request that {@link readProducts} reads: photos and words. */
export type ProductsRequest = Pick<TryOnRequest, 'garments' | 'prompt' | 'style'>;

/** Input of {@link readProducts}. */
interface ProductsContext extends Pick<TryOnContext, 'analyses' | 'photoName'> {
  readonly request: ProductsRequest;
}

/**
 * The analysis of each photo of a request, in order; equal photos share one. Throws EngineRejection for products that
 * cannot be worn, alone or together.
 */
export async function readProducts(context: ProductsContext): Promise<ProductAnalysis[]> {
  const { request, photoName } = context;
  const { length } = request.garments;
  const products: ProductAnalysis[] = [];
  for (const [index, input] of request.garments.entries())
    products.push(await forPhoto(photoName, index, length, async () => wearable(await readProduct(input, context))));
  rejectExclusive(products, photoName);
  return products;
}

/** The analysis of a photo. If its category is uncertain and the request has no other photo, the words decide. */
async function readProduct(input: GarmentInput, { request, analyses }: ProductsContext): Promise<ProductAnalysis> {
  const { prompt = '', style = '', garments } = request;
  const named = input.category || garments.length > 1 ? null : categoryNamed(`${prompt}\n${style}`);
  if (!named) return analyses.garment(input);
  const product = await analyses.garment(input).catch(unlessRejected);
  const isSure = product && (isAccessory(product) || !(product.isUntold || isCategoryGuessed(product.confidence)));
  return isSure && !isOtherOnePiece(product.category, named)
    ? product
    : analyses.garment({ ...input, category: named });
}

/**
 * True if the words contradict the category jumpsuit, or say jumpsuit for a dress: a slit may look like the gap between
 * two legs.
 */
function isOtherOnePiece(category: ProductAnalysis['category'], named: GarmentCategory): boolean {
  return named === 'jumpsuit' ? category !== 'jumpsuit' : named === 'dress' && category === 'jumpsuit';
}

/** Throws EngineRejection for a garment whose photo hides its front or does not show its category. */
function wearable(product: ProductAnalysis): ProductAnalysis {
  if (isAccessory(product)) return product;
  if (product.isUntold)
    throw new EngineRejection(
      'The garment photo does not show clearly what kind of garment it is. Use a photo of the garment alone on an even light background, or send it alone and name it in the prompt ("dress").',
    );
  if (product.isFrontHidden)
    throw new EngineRejection(
      'An arm hides much of the front of the garment in its photo. Use a photo of the garment alone, or one with the arms hanging down or on the hips.',
    );
  return product;
}

const REPEATED: EngineWarning = {
  code: 'garment_repeated',
  message:
    'The request has the same garment photo more than once; the engine put the garment on once. Send each garment once.',
};

async function frame(context: TryOnContext): Promise<void> {
  const person = needed(context.person);
  const { photo, stage, placement, extended } = await framePhoto(
    context.request.person,
    person,
    context.request.size,
    context.beyond,
  );
  context.photo = photo;
  context.stage = stage;
  context.scene = openScene(person, placement, cropRaster(photo, stage));
  if (extended)
    context.warnings.push({
      code: 'background_extended',
      message:
        'The output has another ratio than the photo, so the engine continued the background beyond the edge. Leave out aspect_ratio to keep the frame of the photo.',
    });
}

function dress(context: TryOnContext): void {
  const { prompt = '', style = '' } = context.request;
  const below = nothingBelow(needed(context.scene));
  for (const layer of layersOf(context.garments, `${prompt}\n${style}`)) {
    const { garment } = layer;
    const scene = needed(context.scene);
    const fit = fitGarment(garment, scene.person, scene.body, wearOf(layer, scene, context.random));
    const site = siteAbove(below, garmentSite(scene, fit), fit);
    const found = sceneWithin(scene, site);
    const asFitted = drawGarment(garment, fit, found);
    const part = trimmed(found, asFitted, fit, site, below);
    remember(below, scene, fit, site);
    const arms = fit.replaces === 'lower' || fit.isOverTop ? null : bareArms(part, fit);
    const whole = closeGaps(part, fit, asFitted);
    const drawn = arms ? behindArms(whole, arms, part) : whole;
    const uncovered = findUncovered(part, fit, drawn, arms);
    rejectUntoldLegs(scene.person, scene.body, fit, uncovered.share);
    const shading = readShading(part, uncovered);
    const painted = paintUncovered(part, uncovered, shading, context.random);
    context.scene = sceneAfter(scene, site, composeGarment(part, fit, drawn, uncovered, painted, shading));
    const { warnings, confidence } = doubtsOf(layer.product, uncovered.share);
    context.warnings.push(...layer.warnings, ...warnings);
    context.confidence = Math.min(context.confidence, confidence);
  }
}

async function addAccessories(context: TryOnContext): Promise<void> {
  const { accessories, products, request, photoName } = context;
  for (const accessory of accessories) {
    const { scene, warnings, confidence } = await forPhoto(
      photoName,
      products.indexOf(accessory),
      request.garments.length,
      () => wearAccessory(accessory, needed(context.scene)),
    );
    context.scene = scene;
    context.warnings.push(...warnings);
    context.confidence = Math.min(context.confidence, confidence);
  }
}

function judge(context: TryOnContext): void {
  const { prompt = '', style = '' } = context.request;
  context.warnings.push(...promptPartlyIgnored(clausesAside(`${prompt}\n${style}`)));
  const { pose, frame: body } = needed(context.person);
  const turned = isTurnedAside(body);
  if (turned)
    context.warnings.push({
      code: 'person_turned',
      message: 'The person is turned away from the camera. Use a photo of a person who faces it for a better fit.',
    });
  if (body.backView)
    context.warnings.push({
      code: 'person_from_behind',
      message:
        'The photo shows the person from behind, but the engine draws the garment from the front. Use a photo from the front.',
    });
  const shoulders = Math.min(pose.landmarks[11].visibility, pose.landmarks[12].visibility);
  if (shoulders < 0.7)
    context.warnings.push({
      code: 'low_confidence_pose',
      message: 'The engine is not certain of the pose. Use a person photo in which both shoulders are visible.',
    });
  context.confidence *=
    Math.min(1, 0.3 + pose.detectionScore * 0.75) *
    (turned ? 0.7 : 1) *
    (body.backView ? 0.6 : 1) *
    (shoulders < 0.7 ? 0.7 : 1);
}

/** The picture and its warnings. Pixels without drawing equal those of the photo. */
export function tryOnResult(context: TryOnContext): TryOnResult {
  const { colours } = needed(context.scene);
  const photo = needed(context.photo);
  const stage = needed(context.stage);
  const { data } = photo;
  for (let y = 0; y < stage.height; y++) {
    const row = y * stage.width * 3;
    // A clamped array rounds the values.
    data.set(colours.subarray(row, row + stage.width * 3), ((stage.top + y) * photo.width + stage.left) * 3);
  }
  const seen = new Map(context.warnings.map((warning) => [warning.code, warning]));
  return {
    raster: photo,
    confidence: context.confidence,
    warnings: [...seen.values()],
  };
}

function needed<T>(value: T | null): T {
  if (value === null) throw new Error('a step of the try-on ran before the one it needs');
  return value;
}
