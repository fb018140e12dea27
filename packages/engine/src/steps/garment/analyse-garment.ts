import {
  ANALYSIS_SIZE,
  type GarmentAnalysis,
  type GarmentCategory,
  NET_CATEGORIES,
  type NetCategory,
  type ProductAnalysis,
  type SleeveLength,
} from '../../analysis.ts';
import type { Nets } from '../../models/nets.ts';
import type { Net } from '../../models/sessions.ts';
import { boxAbove, cropRaster, grownWithin } from '../../pixels/crop.ts';
import { decodePicture } from '../../pixels/decode.ts';
import type { Raster } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import { analyseAccessory } from './analyse-accessory.ts';
import { BOTTOMS } from './cloth.ts';
import { fitBackground } from './cut-out/background.ts';
import { cutOutByAlpha, type GarmentCutOut, isCutOutAlready } from './cut-out/cut-out.ts';
import { CUT_OUT_CONFIDENCE_MIN, cutOutProduct } from './cut-out/cut-out-product.ts';
import { withoutHanger } from './cut-out/hanger.ts';
import { turnedCutOut, turnedRaster } from './cut-out/turn.ts';
import { evenLight } from './even-light.ts';
import { findFront } from './front.ts';
import { dressOdds } from './kind/dress-odds.ts';
import { type CategoryGuess, judgeProduct, likeliestOf, type ToldProduct, tellProduct } from './kind/garment-kind.ts';
import { outlineShares } from './kind/outline-shares.ts';
import { withoutHood } from './landmarks/hood.ts';
import { type Jumpsuit, partJumpsuit } from './landmarks/jumpsuit.ts';
import { neckOfLongSleeved, neckPoints } from './landmarks/laid-hood.ts';
import { guessLandmarks, placeLandmarks } from './landmarks/landmarks.ts';
import { findCollarEdge, findNeckline } from './landmarks/neckline.ts';
import { findStandingCollar } from './landmarks/standing-collar.ts';
import { takeOffHeadlessWearer } from './worn/headless-wearer.ts';
import { takeOffWearer, type WornGarment } from './worn/worn-garment.ts';
import { findWornSleeves } from './worn/worn-sleeves.ts';

/** Least side of a garment photo in pixels. */
const SIDE_MIN = 32;
/**
 * Certainty of a jumpsuit: a trunk with two legs that the net calls a dress. In the shared photos only jumpsuits have
 * that.
 */
const JUMPSUIT_CERTAINTY = 0.9;
/** Certainty of the length of sleeves from which they are not guessed. */
const SLEEVES_CERTAIN = 0.7;
const NO_LEGS =
  'The prompt says jumpsuit, but the photo does not show two separate legs. Use a photo of it alone, laid flat with the legs apart.';

/**
 * Cuts the product out of its photo and finds its points and neckline. The product may be an accessory, unless a hint
 * or a wearer shows that it is a garment. Throws EngineRejection if the photo is too small, shows no garment, or
 * contradicts the hint `jumpsuit`.
 */
export async function analyseGarment(
  bytes: Uint8Array,
  hint: GarmentCategory | undefined,
  nets: Nets,
): Promise<ProductAnalysis> {
  const { raster, alpha: given } = await decodePicture(bytes, ANALYSIS_SIZE);
  if (Math.min(raster.width, raster.height) < SIDE_MIN)
    throw new EngineRejection(
      `The garment photo fitted into ${ANALYSIS_SIZE.width} × ${ANALYSIS_SIZE.height} has ${raster.width} × ${raster.height} pixels; at least ${SIDE_MIN} are needed on each side. Use a larger photo.`,
    );
  const alpha = given && isCutOutAlready(given, raster) ? given : null;
  const shapeHint = hint === 'jumpsuit' ? 'dress' : hint;
  const worn = alpha ? null : await takeOffWearer(bytes, raster, shapeHint, nets);
  const { cutOut: found, isHeadless } = await takeOut(raster, alpha, worn, nets);
  if (found.confidence < CUT_OUT_CONFIDENCE_MIN) {
    throw new EngineRejection(
      'No garment stands out from the background of its photo. Use a photo of one garment on an even light background, or a PNG with a transparent background.',
    );
  }
  const possible = worn?.possible ?? (shapeHint ? [shapeHint] : isHeadless ? BOTTOMS : NET_CATEGORIES);
  const isWorn = worn !== null || isHeadless;
  // Bare legs tell shorts from skirts, so the net of kinds sees photos of bottoms whole.
  const isPartSeen = isWorn && !possible.every((category) => BOTTOMS.includes(category));
  const asPlaced = await readGarment(isPartSeen ? aroundGarment(raster, found) : raster, found, nets);
  const reading = isWorn ? asPlaced : await uprightReading(raster, asPlaced, possible, nets);
  const { cutOut: product, told, guess } = reading;
  const { uses, outerness, sleeves: usual } = told;
  const { accessory, certainty } = judgeProduct(asPlaced.told.uses);
  const upright = judgeProduct(uses);
  const isGarment = !accessory || (!upright.accessory && upright.certainty > certainty);
  if (!isGarment && possible === NET_CATEGORIES)
    return analyseAccessory(found, accessory, certainty, { raster, alpha });
  const shape = {
    outline: await outlineShares(product, nets.garmentOutline),
    dressOdds: dressOdds(guess, usual),
  };
  const kind = likeliestOf(uses, shape, possible);
  const isBottoms = BOTTOMS.includes(kind.category);
  // A standing hood would cover the face. Clips of a hanger would cover the waist.
  const hoodless = (!isBottoms && withoutHood(product, guess.points)) || product;
  const jumpsuit = mayBeJumpsuit(kind, hint) ? await partJumpsuit(hoodless, nets.garmentLandmarks, usual) : null;
  const offHanger = isBottoms && !isWorn && !jumpsuit ? withoutHanger(product) : null;
  const cutOut = offHanger ?? hoodless;
  const points = offHanger ? await guessLandmarks(offHanger, nets.garmentLandmarks) : guess;
  const part = { cutOut, shape: placeLandmarks(points, cutOut, kind.category, usual) };
  if (hint === 'jumpsuit' && !jumpsuit) throw new EngineRejection(NO_LEGS);
  const hasNeck = jumpsuit !== null || !isBottoms;
  const upperPart = jumpsuit ?? part;
  const sleeves = hasNeck ? sleevesOf(upperPart, worn) : NO_SLEEVES;
  return {
    raster: isWorn ? cutOut.raster : evenLight(cutOut.raster, cutOut.alpha),
    alpha: cutOut.alpha,
    landmarks: part.shape.landmarks,
    category: jumpsuit ? 'jumpsuit' : kind.category,
    outerness,
    legs: jumpsuit?.legs ?? null,
    isUntold: !jumpsuit && kind.isUntold,
    isWorn,
    ...sleeves,
    // The net learned folds from garments that nobody wears: legs that cross in trousers are no folds.
    isFolded: !isWorn && upperPart.shape.isFolded,
    ...(hasNeck ? await neckOf(upperPart, sleeves.sleeves, outerness, nets.neckline) : NO_NECK),
    confidence: {
      cutOut: cutOut.confidence,
      category: Math.min(jumpsuit ? JUMPSUIT_CERTAINTY : kind.certainty, worn?.certainty ?? 1),
    },
  };
}

/**
 * Margin around a worn top or dress for the net of kinds, as a share of the longer side of its box. 18 of 23 jackets
 * on models in Magento's sample shop then hang like outerwear, and none of 50 T-shirts and vests.
 */
const WORN_MARGIN = 0.03;

/**
 * The part of a photo around a garment that a model wears. The net of kinds learned garments that fill their photos,
 * and no people.
 */
function aroundGarment(photo: Raster, { silhouette }: GarmentCutOut): Raster {
  const { width, height } = photo;
  const box = boxAbove({ width, height, data: silhouette }, 0);
  return cropRaster(photo, grownWithin(box, photo, WORN_MARGIN * Math.max(box.width, box.height)));
}

/** A garment without its background, its kind, and its points. */
async function readGarment(photo: Raster, cutOut: GarmentCutOut, nets: Nets) {
  const told = await tellProduct(photo, nets.garmentKind);
  return { cutOut, told, guess: await guessLandmarks(cutOut, nets.garmentLandmarks) };
}

type GarmentReading = Awaited<ReturnType<typeof readGarment>>;

/**
 * The garment turned upright if the landmark net finds it turned and one of its possible kinds is then likelier;
 * otherwise as placed. Few photos show a turned garment, so one net alone does not decide.
 */
async function uprightReading(photo: Raster, asPlaced: GarmentReading, possible: readonly NetCategory[], nets: Nets) {
  const { cutOut, guess, told } = asPlaced;
  if (guess.quarters === 0) return asPlaced;
  const upright = await readGarment(turnedRaster(photo, guess.quarters), turnedCutOut(cutOut, guess.quarters), nets);
  const likeliest = ({ uses }: ToldProduct) => Math.max(...possible.map((category) => uses[category]));
  return likeliest(upright.told) > likeliest(told) ? upright : asPlaced;
}

/**
 * Takes a product off its wearer or out of its background, by the transparency of its file if that shows it.
 * `isHeadless` is true if a person without a head wears it.
 */
async function takeOut(raster: Raster, alpha: Float32Array | null, worn: WornGarment | null, nets: Nets) {
  if (worn) return { cutOut: worn.cutOut, isHeadless: false };
  if (alpha) return { cutOut: cutOutByAlpha(raster, alpha), isHeadless: false };
  const background = fitBackground(raster);
  const headless = await takeOffHeadlessWearer(raster, background, nets);
  if (headless) return { cutOut: headless, isHeadless: true };
  return { cutOut: await cutOutProduct(raster, background, nets.productMatte), isHeadless: false };
}

/** Trousers with less certainty may be a jumpsuit, because the net knows no jumpsuits. */
const SURELY_TROUSERS = 0.9;

/** True if the garment may have two legs below a trunk. */
const mayBeJumpsuit = ({ category, certainty }: CategoryGuess, hint: GarmentCategory | undefined) =>
  hint ? hint === 'jumpsuit' : category === 'dress' || (category === 'trousers' && certainty < SURELY_TROUSERS);

/** The part of a garment that is worn, and its points. */
type WearablePart = Pick<Jumpsuit, 'cutOut' | 'shape'>;

type Sleeves = Pick<GarmentAnalysis, 'sleeves' | 'goodSleeve' | 'sleevesGuessed' | 'isFrontHidden'>;
const NO_SLEEVES: Sleeves = { sleeves: 'none', goodSleeve: null, sleevesGuessed: false, isFrontHidden: false };
const NO_NECK = { neckline: null, front: null };

/** Neckline and front opening of a top, dress or jumpsuit with sleeves of a known length. */
async function neckOf({ cutOut, shape }: WearablePart, sleeves: SleeveLength, outerness: number, net: Net) {
  const { landmarks } = shape;
  const collar = findStandingCollar(shape.contour, landmarks);
  if (collar) {
    const points = { ...landmarks, neckLeft: collar.base[0], neckRight: collar.base[1] };
    const edge = await findCollarEdge(cutOut, collar, net);
    return { front: findFront(cutOut, points), neckline: edge, landmarks: points };
  }
  const front = findFront(cutOut, landmarks);
  const mouth = await findNeckline(cutOut, landmarks, net);
  const neck = shape.category === 'top' && sleeves === 'long' ? neckOfLongSleeved(mouth, outerness, landmarks) : mouth;
  return { front, neckline: neck, landmarks: neck.collar ? landmarks : { ...landmarks, ...neckPoints(neck) } };
}

/** Sleeves by the arms of the wearer, or by the net. */
function sleevesOf({ cutOut: { alpha }, shape }: WearablePart, worn: WornGarment | null): Sleeves {
  const { landmarks, sleeves, sleeveConfidence } = shape;
  const onArms = worn && findWornSleeves(landmarks, worn.wearer, alpha);
  if (onArms) return { ...onArms, sleevesGuessed: false };
  const sleevesGuessed = sleeves !== 'none' && sleeveConfidence < SLEEVES_CERTAIN;
  return { sleeves, sleevesGuessed, goodSleeve: null, isFrontHidden: false };
}
