import type { Plane, Point, Raster, Size } from './pixels/raster.ts';

/** Pixels of an analysed photo at most: edges are a few pixels wide, and the analysis takes about half a second. */
export const ANALYSIS_SIZE = { width: 768, height: 1024 };

/** The parts a person photo is divided into; each pixel has a probability for each. */
export const REGIONS = ['background', 'hair', 'skin', 'upper', 'lower', 'shoes', 'other'] as const;

/**
 * One part of a person photo. `upper` is everything worn above the waist and `lower` below it; a dress is both. `other`
 * is a thing that the person holds or wears over clothes (bag, phone, belt).
 */
export type Region = (typeof REGIONS)[number];

/** A joint or face point found by the pose net, in pixels of the analysed raster. */
export interface PoseLandmark extends Point {
  /** Probability that the point is not hidden, 0 to 1. */
  readonly visibility: number;
  /** Probability that the point lies within the picture, 0 to 1. */
  readonly presence: number;
}

/** The pose of one person. */
export interface Pose {
  /** The 33 landmarks of BlazePose, in its order (0 nose … 11/12 shoulders … 23/24 hips … 31/32 feet). */
  readonly landmarks: readonly PoseLandmark[];
  /** The detector's score that a person is present, 0 to 1. */
  readonly detectionScore: number;
  /** The landmark net's score that a person is present, 0 to 1. */
  readonly presence: number;
}

/** The coordinate system of a body; all warps use it. Pixels of the analysed raster. */
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
export interface RegionMap extends Size {
  /** Raster pixels to one pixel of this map, 1 or more. */
  readonly scale: number;
  /** Index into {@link REGIONS} of the likeliest region, one byte a pixel. */
  readonly labels: Uint8Array;
  /** Probability of each region, 0 to 1, summing to 1 at each pixel. */
  readonly probability: Readonly<Record<Region, Plane>>;
  /** Share of bags in `other` at each pixel, 0 to 1. */
  readonly bag: Plane;
  /** True when the person wears one garment above and below the waist. */
  readonly wearsDress: boolean;
  /** True when the person wears a skirt or a dress. */
  readonly wearsSkirt: boolean;
  /** True when the person wears a coat or a jacket. */
  readonly wearsOuterwear: boolean;
}

/** The person's own skin colour in CIE L*a*b* (D65), as robust statistics over face, neck and hands. */
export interface SkinModel {
  /** Median L*, a*, b*. */
  readonly median: readonly [number, number, number];
  /** Robust standard deviation (1.48 × median absolute deviation) of L*, a*, b*. */
  readonly spread: readonly [number, number, number];
}

/** The analysis of a person photo. It depends on the photo alone, so it can be cached by the photo. */
export interface PersonAnalysis {
  /** The photo, upright, fitted into 768 × 1024 pixels. */
  readonly raster: Raster;
  /** 1 where the person is, 0 where the background is, soft along hair and edges. Same size as `raster`. */
  readonly matte: Plane;
  readonly pose: Pose;
  readonly frame: BodyFrame;
  readonly regions: RegionMap;
  readonly skin: SkinModel;
  /** This person and others in the photo who are about as large, 1 or more. This one is the largest, most central. */
  readonly people: number;
}

/** Garments that the nets distinguish, in the order of their outputs. */
export const NET_CATEGORIES = ['top', 'dress', 'trousers', 'skirt'] as const;
export type NetCategory = (typeof NET_CATEGORIES)[number];

/** What kind of garment a photo shows; rompers, playsuits and overalls are jumpsuits. */
export const GARMENT_CATEGORIES = [...NET_CATEGORIES, 'jumpsuit'] as const;
export type GarmentCategory = (typeof GARMENT_CATEGORIES)[number];

/**
 * Things that a person wears or carries beside clothes. `beanie` is a soft hat without a brim and `hat` any other;
 * `other` is a watch, jewellery, a scarf, gloves or a belt.
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
 * Named points of a garment, in the order of the net's output. Left and right are those of the picture.
 *
 * - Tops and dresses use the first eighteen, trousers and shorts {@link TROUSERS_LANDMARKS}.
 * - Skirts use `waistband*` and `hem*`.
 * - Jumpsuits use those of tops, ending a little below the waist, and those of trousers.
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
   * From the left neck point down and up to the right one, in pixels of the garment raster. Cloth above the edge is
   * behind the neck.
   */
  readonly edge: readonly Point[];
  /** True when fabric rises above the neck points (turtleneck, stand-up collar): nothing is cut away. */
  readonly closed: boolean;
  /**
   * True in the mouth of a hood that lies back: above the edge is the inside of the hood, which shows behind the neck.
   */
  readonly inHood: boolean;
  /** The upper ends, left and right, of a collar that stands above the neck points; null where none does. */
  readonly collar: readonly [left: Point, right: Point] | null;
  /** How clear the edge is in the picture, 0 (assumed) to 1. */
  readonly confidence: number;
}

/** Certainty above which a front opens. */
export const OPENS_MIN = 0.5;

/** The line from neck to hem along which a top may open: a zip, a row of buttons, or the gap of an open garment. */
export interface FrontOpening {
  /**
   * Edges of both fronts from the neck down, in pixels of the garment raster; the same line where the front is closed.
   */
  readonly left: readonly Point[];
  readonly right: readonly Point[];
  /** True if the photo shows the garment open, with background between the fronts. */
  readonly isOpen: boolean;
  /** How clear the line is, 0 to 1; see {@link OPENS_MIN}. */
  readonly certainty: number;
}

/**
 * The analysis of a garment photo. It depends on the photo and the caller's hint alone, so it can be cached by them.
 */
export interface GarmentAnalysis {
  /** The garment photo fitted into 768 × 1024 pixels, colours of the background removed along the edge. */
  readonly raster: Raster;
  /** 1 on the garment, 0 off it, soft along the edge. Same size as `raster`. */
  readonly alpha: Plane;
  readonly category: GarmentCategory;
  readonly sleeves: SleeveLength;
  /** Place of its kind among layers, 0 next to the skin to 4 outerwear. */
  readonly outerness: number;
  /** The side whose sleeve both arms get if the other sleeve is unclear; null if each arm gets its own. */
  readonly goodSleeve: GarmentSide | null;
  /**
   * How much of each pixel belongs to the trousers of a jumpsuit, 0 to 1, same size as `raster`; null for any other
   * garment.
   */
  readonly legs: Plane | null;
  /** True if look and outline disagree, or neither is clear. The garment can be shown but not worn. */
  readonly isUntold: boolean;
  /** True if a person wears it in its photo. */
  readonly isWorn: boolean;
  /** True if an arm or hand of the wearer covers much of the front in its photo. */
  readonly isFrontHidden: boolean;
  /** True if the photo does not show clearly how long the sleeves are. */
  readonly sleevesGuessed: boolean;
  /** True if a long sleeve or a leg is folded in the photo: it lies on the front, is hidden, bent or cut off. */
  readonly isFolded: boolean;
  /** Every landmark has a position; only those of the category are meaningful. */
  readonly landmarks: Readonly<Record<GarmentLandmark, Point>>;
  /** Null for garments without a neck opening. */
  readonly neckline: Neckline | null;
  /** Null for garments without a neck opening. */
  readonly front: FrontOpening | null;
  /** Trust in cut-out and category, each 0 to 1. */
  readonly confidence: { readonly cutOut: number; readonly category: number };
}

/** The analysis of a photo of an accessory. */
export interface AccessoryAnalysis extends Pick<GarmentAnalysis, 'raster' | 'confidence'> {
  /** 1 on the accessory, 0 off it and in its openings (lenses, under handles). Same size as `raster`. */
  readonly alpha: Plane;
  readonly category: AccessoryKind;
}

/** A product photo, read as a garment or as an accessory. */
export type ProductAnalysis = GarmentAnalysis | AccessoryAnalysis;

/** True for a product that is placed on a person instead of fitted like cloth. */
export function isAccessory(product: ProductAnalysis): product is AccessoryAnalysis {
  return ACCESSORIES.some((kind) => kind === product.category);
}
