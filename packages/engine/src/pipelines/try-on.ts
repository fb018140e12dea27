import { type GarmentCategory, isAccessory, type PersonAnalysis, type ProductAnalysis } from '../analysis.ts';
import type { EngineWarning, GarmentInput, RunControl, TryOnRequest, TryOnResult } from '../engine.ts';
import { type Box, cropRaster, laidInto } from '../pixels/crop.ts';
import { seededRandom } from '../pixels/random.ts';
import { EngineRejection, forPhoto, type PhotoName, unlessRejected } from '../rejection.ts';
import { wearAccessory } from '../steps/try-on/accessories/wear-accessory.ts';
import { drawGarment } from '../steps/try-on/draw/draw.ts';
import { heldIn, type LaidGarment } from '../steps/try-on/draw/hold-in.ts';
import type { GarmentFit } from '../steps/try-on/fit/fit.ts';
import { fitGarment } from '../steps/try-on/fit/fit-garment.ts';
import { type Beyond, framePhoto } from '../steps/try-on/frame-photo.ts';
import { garmentSite, layScene, sceneWithin } from '../steps/try-on/garment-site.ts';
import { doubtsOf, doubtsOfPerson, isCategoryGuessed } from '../steps/try-on/judge/doubts.ts';
import {
  rejectCovered,
  rejectExclusive,
  rejectHidden,
  rejectInvented,
  rejectUncovered,
  rejectUntold,
} from '../steps/try-on/judge/garment.ts';
import { rejectHiddenBottoms, rejectHiddenHands, rejectHiddenLegs } from '../steps/try-on/judge/hidden-limbs.ts';
import { rejectPerson } from '../steps/try-on/judge/person.ts';
import { chanceOfBad, type Measures, measureQuality, rejectLikelyBad } from '../steps/try-on/judge/quality.ts';
import { type Layer, layersOf } from '../steps/try-on/layers.ts';
import { bareArms, behindArms } from '../steps/try-on/paint/bare-arms.ts';
import { composeGarment } from '../steps/try-on/paint/compose.ts';
import { dropFloatingPieces } from '../steps/try-on/paint/floating-pieces.ts';
import { takeClothesOutOfHair } from '../steps/try-on/paint/hair-over-clothes.ts';
import { paintUncovered } from '../steps/try-on/paint/paint-uncovered.ts';
import { findUncovered } from '../steps/try-on/paint/uncovered.ts';
import { openScene, type Scene } from '../steps/try-on/scene.ts';
import { categoryNamed, clausesAside } from '../steps/try-on/style.ts';
import { BACKGROUND_EXTENDED, promptPartlyIgnored } from '../warnings.ts';
import type { Analyses } from './analyses.ts';
import { stepsOf } from './pipeline.ts';

/** Settings of a try-on within a generation. */
export interface TryOnSetting {
  /** How the photo continues if the output extends beyond it. */
  readonly beyond: Beyond;
  /** The caller's name for the photos of `garments`. */
  readonly photoName: PhotoName;
}

const BY_ITSELF: TryOnSetting = { beyond: 'continued', photoName: 'Garment' };

/** A finished try-on, with the part of the photo that changed and its drawing. */
export interface FinishedTryOn {
  readonly result: TryOnResult;
  readonly stage: Box;
  readonly scene: Scene;
  /** By what each garment was judged. */
  readonly measures: readonly Measures[];
}

/** Doubts about a try-on as they come up. */
interface Doubts {
  readonly warnings: EngineWarning[];
  confidence: number;
}

/** The steps of a try-on, with the share of the time of each. */
const STEPS = {
  'analyse person': 4,
  'analyse garments': 3,
  'frame photo': 1,
  dress: 6,
  'add accessories': 0.5,
  judge: 0.1,
};

/** Dresses a person in the products of a request. */
export async function tryOn(
  request: TryOnRequest,
  analyses: Analyses,
  control: Pick<RunControl, 'onProgress'>,
  { beyond, photoName }: TryOnSetting = BY_ITSELF,
): Promise<FinishedTryOn> {
  const { prompt = '', style = '' } = request;
  const words = `${prompt}\n${style}`;
  const doubts: Doubts = { warnings: [], confidence: 1 };
  const run = stepsOf(STEPS, control);
  const person = await run('analyse person', () => analysePerson(request, analyses));
  const products = await run('analyse garments', () => readProducts(request, analyses, photoName));
  const forProduct: ForProduct = (product, work) =>
    forPhoto(photoName, products.indexOf(product), products.length, work);
  const worn = [...new Set(products)];
  if (worn.length < products.length) doubts.warnings.push(REPEATED);
  const garments = worn.filter((product) => !isAccessory(product));
  rejectPerson(person, garments);
  for (const garment of garments) await forProduct(garment, () => rejectHidden(garment));
  const framed = await run('frame photo', () => framePhoto(request.person, person, request.size, beyond));
  const { photo, stage, placement } = framed;
  if (framed.extended) doubts.warnings.push(BACKGROUND_EXTENDED);
  const random = seededRandom(request.seed + request.variation * 7_919);
  const opened = openScene(person, placement.within(stage), cropRaster(photo, stage));
  const measures = await run('dress', () => dress(opened, layersOf(garments, words), { random, doubts, forProduct }));
  const scene = await run('add accessories', () => addAccessories(opened, products, forProduct, doubts));
  await run('judge', () => {
    doubts.warnings.push(...promptPartlyIgnored(clausesAside(words)), ...doubtsOfPerson(person));
    doubts.confidence = Math.min(doubts.confidence, ...measures.map((measured) => 1 - chanceOfBad(measured)));
    // Other garments of the request, or the other part of a jumpsuit, may cover what one leaves bare.
    if (measures.length === 1) rejectLikelyBad(measures[0]);
  });
  // A clamped array rounds the values. Pixels without drawing equal those of the photo.
  laidInto(photo.data, scene.colours, 3, photo.width, stage);
  const warnings = [...new Map(doubts.warnings.map((warning) => [warning.code, warning])).values()];
  return { result: { raster: photo, confidence: doubts.confidence, warnings }, stage, scene, measures };
}

async function analysePerson({ person: photo }: TryOnRequest, analyses: Analyses): Promise<PersonAnalysis> {
  const person = await analyses.person(photo);
  if (person.people > 1)
    throw new EngineRejection(
      'The person photo shows several people. Use a photo of one person, or crop it to the person to dress.',
    );
  return person;
}

/** The part of a request that {@link readProducts} reads: photos and words. */
export type ProductsRequest = Pick<TryOnRequest, 'garments' | 'prompt' | 'style'>;

/**
 * The analysis of each photo of a request, in order; equal photos share one. Throws EngineRejection for products that
 * cannot be worn, alone or together.
 */
export async function readProducts(
  request: ProductsRequest,
  analyses: Analyses,
  photoName: PhotoName,
): Promise<ProductAnalysis[]> {
  const { length } = request.garments;
  const products: ProductAnalysis[] = [];
  for (const [index, input] of request.garments.entries())
    products.push(
      await forPhoto(photoName, index, length, async () => {
        const product = await readProduct(input, request, analyses);
        rejectUntold(product);
        return product;
      }),
    );
  rejectExclusive(products, photoName);
  return products;
}

/** The analysis of a photo. If its category is uncertain and the request has no other photo, the words decide. */
async function readProduct(
  input: GarmentInput,
  { prompt = '', style = '', garments }: ProductsRequest,
  analyses: Analyses,
): Promise<ProductAnalysis> {
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

const REPEATED: EngineWarning = {
  code: 'garment_repeated',
  message:
    'The request has the same garment photo more than once; the engine put the garment on once. Send each garment once.',
};

/** Runs `work` on a product. The message of an EngineRejection names its place among the photos of the request. */
type ForProduct = <T>(product: ProductAnalysis, work: () => T | Promise<T>) => Promise<T>;

/** What {@link dress} needs besides the scene and the layers. */
interface DressContext {
  readonly random: () => number;
  readonly doubts: Doubts;
  readonly forProduct: ForProduct;
}

/**
 * Puts garments on the person of a scene, from the innermost layer to the outermost. Changes the scene. Returns the
 * measures of each garment.
 */
async function dress(
  scene: Scene,
  layers: readonly Layer[],
  { random, doubts, forProduct }: DressContext,
): Promise<Measures[]> {
  const measures: Measures[] = [];
  const laid: LaidGarment<GarmentFit>[] = [];
  for (const layer of layers) {
    const fit = fitGarment(layer.garment, scene.person, scene.body, layer.wearOn(scene, random));
    const site = garmentSite(scene, fit);
    const drawn = drawGarment(layer.garment, fit, { body: scene.body, placement: scene.placement.within(site) });
    await forProduct(layer.product, () => rejectInvented(drawn));
    laid.push({ fit, site, drawn });
  }
  for (const layer of layers) {
    // Garments that are done are let go, because each holds several planes.
    const [{ fit, site, drawn: asFitted }] = laid.splice(0, 1);
    const held = laid.reduce((drawn, outer) => heldIn({ fit, site, drawn }, outer, scene), asFitted);
    const part = sceneWithin(scene, site);
    const arms = bareArms(part, fit);
    const drawn = behindArms(held, arms, part);
    const uncovered = findUncovered(part, fit, drawn, arms.cover);
    const isOutermost = laid.every(({ fit: { replaces } }) => replaces !== fit.replaces);
    if (isOutermost) rejectHiddenLegs(part, fit, uncovered);
    // A garment that follows may cover the hands.
    if (laid.every(({ fit: { replaces } }) => replaces === 'lower' || replaces === 'nothing'))
      rejectHiddenHands(part, fit, uncovered);
    // Other garments of the request may cover what one leaves bare.
    if (layers.length === 1) rejectUncovered(fit, uncovered);
    // A garment that follows may cover the place below this one.
    if (laid.every(({ fit: { replaces } }) => replaces !== 'lower')) rejectHiddenBottoms(part, uncovered);
    // A garment that follows may hold what floats now.
    if (laid.length === 0) dropFloatingPieces(part, uncovered);
    if (fit.replaces === 'upper' || fit.replaces === 'both') takeClothesOutOfHair(part, uncovered.old);
    const painted = paintUncovered(part, uncovered, random);
    const composed = composeGarment(part, fit, drawn, uncovered, painted);
    // A garment that follows may replace the clothes that cover this one.
    if (laid.every((outer) => outer.fit.replaces === 'nothing'))
      await forProduct(layer.product, () => rejectCovered(composed));
    layScene(scene, composed.scene, site);
    doubts.warnings.push(...layer.warnings, ...doubtsOf(layer.product, uncovered.share));
    measures.push(measureQuality(part, fit, drawn, uncovered));
  }
  return measures;
}

async function addAccessories(
  dressed: Scene,
  products: readonly ProductAnalysis[],
  forProduct: ForProduct,
  doubts: Doubts,
): Promise<Scene> {
  let scene = dressed;
  for (const accessory of new Set(products.filter(isAccessory))) {
    const added = await forProduct(accessory, () => wearAccessory(accessory, scene));
    scene = added.scene;
    doubts.warnings.push(...added.warnings);
    doubts.confidence = Math.min(doubts.confidence, added.confidence);
  }
  return scene;
}
