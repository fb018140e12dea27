import { GARMENT_CATEGORIES, type GarmentAnalysis, type GarmentCategory, type ProductAnalysis } from '../../analysis.ts';
import type { Nets } from '../../models/nets.ts';
import { decodePicture } from '../../pixels/decode.ts';
import type { Raster } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import { analyseAccessory } from './analyse-accessory.ts';
import { cutOutByAlpha, cutOutByColour, cutOutGarment, type GarmentCutOut, isCutOutAlready } from './cut-out.ts';
import { findFront } from './front.ts';
import { settleSleeves } from './hanging-sleeves.ts';
import { takeOffHeadlessWearer } from './headless-wearer.ts';
import { findLandmarks, type GarmentShape } from './landmarks.ts';
import { findNeckline } from './neckline.ts';
import { guessProductKind, judgeProduct, type ProductGuess } from './product-kind.ts';
import { withoutStandingHood } from './standing-hood.ts';
import { takeOffWearer, type WornGarment } from './worn-garment.ts';
import { findWornSleeves } from './worn-sleeves.ts';

/** Size a garment photo is analysed and drawn from. */
const GARMENT_SIZE = { width: 768, height: 1024 };
/** Least side of a garment photo in pixels: less shows no garment. */
const SIDE_MIN = 32;
/** Cut-outs from an even background at least so sure need no second opinion. */
const EVEN_CONFIDENCE_MIN = 0.8;
/** A cut-out by colour at least so sure is better than one from a background that is not even. */
const COLOUR_CONFIDENCE_MIN = 0.28;
/** Cut-outs less sure than this are not used: what would be worn is the background. */
const CUT_OUT_CONFIDENCE_MIN = 0.25;

/** What is worn below bare skin. */
const BOTTOMS: readonly GarmentCategory[] = ['trousers', 'skirt'];
/** What is worn, or said to be a garment, is one. */
const SURELY_GARMENT: ProductGuess = { accessory: null, certainty: 1 };

/**
 * Cuts the product out of its photo. Where neither a hint nor somebody who wears it says that it is a garment, it may be an
 * accessory; else its points and neckline are found. Throws EngineRejection.
 */
export async function analyseGarment(
  bytes: Uint8Array,
  hint: GarmentCategory | undefined,
  nets: Nets,
): Promise<ProductAnalysis> {
  const { raster, alpha: given } = await decodePicture(bytes, GARMENT_SIZE);
  if (Math.min(raster.width, raster.height) < SIDE_MIN)
    throw new EngineRejection(
      `The garment photo is too small or too narrow: fitted into ${GARMENT_SIZE.width} × ${GARMENT_SIZE.height} it has ${raster.width} × ${raster.height} pixels, and at least ${SIDE_MIN} are needed on each side.`,
    );
  const alpha = given && isCutOutAlready(given, raster) ? given : null;
  const worn = alpha ? null : await takeOffWearer(bytes, raster, hint, nets);
  const onPaper = alpha || worn ? null : cutOutGarment(raster);
  const headless = onPaper && (await takeOffHeadlessWearer(raster, onPaper));
  const product = worn?.cutOut ?? headless ?? (alpha ? cutOutByAlpha(raster, alpha) : await surerCutOut(raster, onPaper));
  if (product.confidence < CUT_OUT_CONFIDENCE_MIN) {
    throw new EngineRejection(
      'No garment could be told from the background of the garment photo. Use a photo of one garment, laid flat or on an invisible mannequin, on an even light background, or a PNG with a transparent background.',
    );
  }
  const { accessory, certainty } =
    worn || headless || hint
      ? SURELY_GARMENT
      : judgeProduct(await guessProductKind(product.raster, product.silhouette, nets.productKind), product.confidence);
  if (accessory) return analyseAccessory(product, accessory, certainty, { raster, alpha });
  const known = worn?.category ?? hint;
  const possible = known ? [known] : headless ? BOTTOMS : GARMENT_CATEGORIES;
  const { cutOut, shape } = await wearablePart(product, possible, nets);
  const hasNeck = shape.category === 'top' || shape.category === 'dress';
  return {
    raster: cutOut.raster,
    alpha: cutOut.alpha,
    category: shape.category,
    ...(hasNeck ? sleevesOf(shape, cutOut, worn) : NO_SLEEVES),
    landmarks: shape.landmarks,
    neckline: hasNeck ? findNeckline(cutOut, shape.landmarks) : null,
    front: hasNeck ? findFront(cutOut, shape.landmarks) : null,
    confidence: {
      cutOut: cutOut.confidence,
      category: Math.min(shape.categoryConfidence, certainty),
      landmarks: shape.sleeveConfidence,
    },
  };
}

/** What of a garment is worn, and its points: a hood that stands up would cover the face. */
async function wearablePart(
  garment: GarmentCutOut,
  possible: readonly GarmentCategory[],
  { garmentLandmarks }: Nets,
): Promise<{ readonly cutOut: GarmentCutOut; readonly shape: GarmentShape }> {
  const shapeOf = ({ silhouette, alpha }: GarmentCutOut, categories: readonly GarmentCategory[]) =>
    findLandmarks(silhouette, alpha.width, alpha.height, garmentLandmarks, categories);
  const shape = await shapeOf(garment, possible);
  const hoodless = shape.category === 'top' ? withoutStandingHood(garment) : null;
  if (!hoodless) return { cutOut: garment, shape };
  const { categoryConfidence } = shape;
  return { cutOut: hoodless, shape: { ...(await shapeOf(hoodless, [shape.category])), categoryConfidence } };
}

type Sleeves = Pick<GarmentAnalysis, 'sleeves' | 'goodSleeve' | 'sleevesGuessed' | 'isFrontHidden'>;
const NO_SLEEVES: Sleeves = { sleeves: 'none', goodSleeve: null, sleevesGuessed: false, isFrontHidden: false };

/** Sleeves by the arms in them, or by the outline; where neither shows them they are laid along it. */
function sleevesOf(
  { landmarks, sleeves }: GarmentShape,
  { silhouette, alpha }: GarmentCutOut,
  worn: WornGarment | null,
): Sleeves {
  const onArms = worn && findWornSleeves(landmarks, worn.wearer, alpha);
  if (onArms) return { ...onArms, sleevesGuessed: false };
  return {
    ...settleSleeves(landmarks, sleeves, silhouette, alpha.width, alpha.height),
    goodSleeve: null,
    isFrontHidden: false,
  };
}

/** The cut-out from an even background where it is even, by colour where it is not. */
async function surerCutOut(raster: Raster, even: GarmentCutOut | null): Promise<GarmentCutOut> {
  if (even && even.confidence > EVEN_CONFIDENCE_MIN) return even;
  const coloured = await cutOutByColour(raster);
  return even && coloured.confidence < COLOUR_CONFIDENCE_MIN && even.confidence > coloured.confidence ? even : coloured;
}
