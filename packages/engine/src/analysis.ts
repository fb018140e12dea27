import type { Plane, Point, Raster } from './pixels/raster.ts';

/** The parts a person photo is divided into; each pixel has a probability for each. */
export const REGIONS = ['background', 'hair', 'skin', 'upper', 'lower', 'shoes', 'other'] as const;

/**
 * One part of a person photo. `upper` is everything worn above the waist (a dress counts as `upper` above and `lower`
 * below it), `other` is what the person holds or wears over clothes (bag, phone, belt).
 */
export type Region = (typeof REGIONS)[number];

/** A joint or face point found by the pose net, in pixels of the analysed raster. */
export interface PoseLandmark extends Point {
  /** Depth relative to the hips, in the units of x; negative is nearer to the camera. */
  readonly z: number;
  /** Probability that the point is not hidden, 0 to 1. */
  readonly visibility: number;
  /** Probability that the point lies within the picture, 0 to 1. */
  readonly presence: number;
}

/** The pose of one person. */
export interface Pose {
  /** The 33 landmarks of BlazePose, in its order (0 nose … 11/12 shoulders … 23/24 hips … 31/32 feet). */
  readonly landmarks: readonly PoseLandmark[];
  /** How sure the detector is that there is a person, 0 to 1. */
  readonly detectionScore: number;
  /** How sure the landmark net is of the same, 0 to 1. */
  readonly presence: number;
}

/** The coordinate system of a body: everything the warps need is measured along it. Pixels of the analysed raster. */
export interface BodyFrame {
  /** Middle of the shoulder joints: the origin. */
  readonly shoulderCentre: Point;
  /** Middle of the hip joints. */
  readonly hipCentre: Point;
  /** Unit vector from shoulders to hips. */
  readonly down: Point;
  /** Unit vector across the body, towards the right side of the picture. */
  readonly across: Point;
  /** Distance between the shoulder joints. */
  readonly shoulderWidth: number;
  /** Distance from shoulder centre to hip centre. */
  readonly torsoLength: number;
  /** Middle between eyes and mouth. */
  readonly faceCentre: Point;
  /** Radius of a disc around `faceCentre` that holds the face without the hair. */
  readonly faceRadius: number;
  /** False when the head is cut off by the picture or turned away. */
  readonly faceVisible: boolean;
  /** True when the person shows the back to the camera. */
  readonly backView: boolean;
}

/** Which part of the person each pixel shows. May be smaller than the raster: then `scale` raster pixels make one. */
export interface RegionMap {
  readonly width: number;
  readonly height: number;
  /** Raster pixels to one pixel of this map, 1 or more. */
  readonly scale: number;
  /** Index into {@link REGIONS} of the likeliest region, one byte a pixel. */
  readonly labels: Uint8Array<ArrayBuffer>;
  /** Probability of each region, 0 to 1, summing to 1 at each pixel. */
  readonly probability: Readonly<Record<Region, Plane>>;
  /** True when what is worn above and below the waist is one garment. */
  readonly wearsDress: boolean;
}

/** The person's own skin colour in CIE L*a*b* (D65), as robust statistics over face, neck and hands. */
export interface SkinModel {
  /** Median L*, a*, b*. */
  readonly median: readonly [number, number, number];
  /** Robust standard deviation (1.48 × median absolute deviation) of L*, a*, b*. */
  readonly spread: readonly [number, number, number];
}

/** All that is known of a person photo before anything is drawn; depends on the photo alone, so it is cached by it. */
export interface PersonAnalysis {
  /** The photo, upright, fitted into 768 × 1024 pixels. */
  readonly raster: Raster;
  /** 1 where the person is, 0 where the background is, soft along hair and edges. Same size as `raster`. */
  readonly matte: Plane;
  readonly pose: Pose;
  readonly frame: BodyFrame;
  readonly regions: RegionMap;
  readonly skin: SkinModel;
  /** People the photo shows, 1 or more: the largest, most central one is analysed. */
  readonly people: number;
}

/** What the nets tell apart of garments, in the order of their outputs. */
export const NET_CATEGORIES = ['top', 'dress', 'trousers', 'skirt'] as const;
export type NetCategory = (typeof NET_CATEGORIES)[number];

/** What kind of garment a photo shows; rompers, playsuits and overalls are jumpsuits. */
export const GARMENT_CATEGORIES = [...NET_CATEGORIES, 'jumpsuit'] as const;
export type GarmentCategory = (typeof GARMENT_CATEGORIES)[number];

/**
 * What a photo can show that is worn or carried beside clothes: `beanie` is a soft hat without a brim, `hat` any other,
 * `other` are watches, jewellery, scarves, gloves and belts.
 */
export const ACCESSORIES = ['glasses', 'beanie', 'hat', 'shoes', 'bag', 'other'] as const;
export type AccessoryKind = (typeof ACCESSORIES)[number];

/** How far the sleeves reach; `none` covers sleeveless and straps. */
export const SLEEVE_LENGTHS = ['none', 'short', 'mid', 'long'] as const;
export type SleeveLength = (typeof SLEEVE_LENGTHS)[number];

/** A side of a garment, as the picture shows it. */
export type GarmentSide = 'left' | 'right';

/** Named points of trousers and shorts, left and right as the picture shows them. */
export const TROUSERS_LANDMARKS = [
  'waistbandLeft',
  'waistbandRight',
  'crotch',
  'kneeOuterLeft',
  'kneeInnerLeft',
  'kneeInnerRight',
  'kneeOuterRight',
  'legHemOuterLeft',
  'legHemInnerLeft',
  'legHemInnerRight',
  'legHemOuterRight',
] as const;

/**
 * Named points of a garment, in the order of the net's output. Left and right are those of the picture. Tops and
 * dresses use the first eighteen, trousers and shorts {@link TROUSERS_LANDMARKS}, skirts `waistband*` and `hem*`.
 * Jumpsuits use those of tops for what lies above their waist, which then ends a little below it, and those of trousers
 * for what lies below.
 */
export const GARMENT_LANDMARKS = [
  'neckLeft',
  'neckRight',
  'shoulderLeft',
  'shoulderRight',
  'armpitLeft',
  'armpitRight',
  'cuffOuterLeft',
  'cuffInnerLeft',
  'cuffOuterRight',
  'cuffInnerRight',
  'elbowOuterLeft',
  'elbowInnerLeft',
  'elbowOuterRight',
  'elbowInnerRight',
  'waistLeft',
  'waistRight',
  'hemLeft',
  'hemRight',
  ...TROUSERS_LANDMARKS,
] as const;
export type GarmentLandmark = (typeof GARMENT_LANDMARKS)[number];

/** The front edge of the neck opening. */
export interface Neckline {
  /**
   * From the left neck point down and up to the right one, in pixels of the garment raster; what lies above is not worn
   * in front.
   */
  readonly edge: readonly Point[];
  /** True when fabric rises above the neck points (turtleneck, stand-up collar): nothing is cut away. */
  readonly closed: boolean;
  /**
   * True within the mouth of a hood that lies back: what lies above the edge is its inside, which is seen behind the
   * neck.
   */
  readonly inHood: boolean;
  /** The upper ends, left and right, of a collar that stands above the neck points; null where none does. */
  readonly collar: readonly [left: Point, right: Point] | null;
  /** How clear the edge is in the picture, 0 (assumed) to 1. */
  readonly confidence: number;
}

/** Certainty of a front from which the garment is taken to open there. */
export const OPENS_MIN = 0.5;
/**
 * The same from which it may: a collar that lies open, or a hood laid back, decides (pullovers of the shared photos
 * reach 0.45).
 */
export const MAY_OPEN_MIN = 0.46;

/**
 * The line from neck to hem at which a top may open: a zip, a row of buttons, or the gap of a garment photographed
 * open.
 */
export interface FrontOpening {
  /**
   * Edges of both fronts from the neck down, in pixels of the garment raster; the same line where the front is closed.
   */
  readonly left: readonly Point[];
  readonly right: readonly Point[];
  /** True where the photo shows the garment open, with background between the fronts. */
  readonly isOpen: boolean;
  /** How clear the line is, 0 to 1; see {@link OPENS_MIN}. */
  readonly certainty: number;
}

/**
 * All that is known of a garment photo; depends on the photo (and the caller's hint) alone, so it is cached by them.
 */
export interface GarmentAnalysis {
  /** The garment photo fitted into 768 × 1024 pixels, colours of the background removed along the edge. */
  readonly raster: Raster;
  /** 1 on the garment, 0 off it, soft along the edge. Same size as `raster`. */
  readonly alpha: Plane;
  readonly category: GarmentCategory;
  readonly sleeves: SleeveLength;
  /** The side whose sleeve both arms get, where the other cannot be made out; null where each has its own. */
  readonly goodSleeve: GarmentSide | null;
  /**
   * How much of each pixel belongs to the trousers of a jumpsuit, 0 to 1, same size as `raster`; null for any other
   * garment.
   */
  readonly legs: Plane | null;
  /** True where it does not look like what its outline shows, or neither is clear: it can be shown, and not be worn. */
  readonly isUntold: boolean;
  /** True where somebody wears it in its photo. */
  readonly isWorn: boolean;
  /** True where a price tag hung before the garment in its photo: the raster shows it without. */
  readonly hadPriceTag: boolean;
  /** True where a hand of whoever wears the garment in its photo lies before the chest. */
  readonly isFrontHidden: boolean;
  /** True where sleeves lie against the body, so that their inner edges had to be assumed. */
  readonly sleevesGuessed: boolean;
  /** Every landmark has a position; only those of the category mean anything. */
  readonly landmarks: Readonly<Record<GarmentLandmark, Point>>;
  /** Null for garments without a neck opening. */
  readonly neckline: Neckline | null;
  /** Null for garments without a neck opening. */
  readonly front: FrontOpening | null;
  /** Trust in cut-out, category and landmarks, each 0 to 1. */
  readonly confidence: { readonly cutOut: number; readonly category: number; readonly landmarks: number };
}

/** All that is known of a photo of an accessory. */
export interface AccessoryAnalysis {
  /** As of a garment. */
  readonly raster: Raster;
  /** 1 on the accessory, 0 off it and where one looks through it (lenses, under handles). Same size as `raster`. */
  readonly alpha: Plane;
  readonly category: AccessoryKind;
  /** Trust in cut-out and category, each 0 to 1. */
  readonly confidence: { readonly cutOut: number; readonly category: number };
}

/** What a product photo turned out to show. */
export type ProductAnalysis = GarmentAnalysis | AccessoryAnalysis;

/** True for what is placed on a person and not fitted like cloth. */
export function isAccessory(product: ProductAnalysis): product is AccessoryAnalysis {
  return ACCESSORIES.some((kind) => kind === product.category);
}
