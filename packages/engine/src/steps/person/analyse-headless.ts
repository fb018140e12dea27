import { type PersonAnalysis, REGIONS, type RegionMap } from '../../analysis.ts';
import type { Nets } from '../../models/nets.ts';
import type { DetectedPerson } from '../../models/person-detector.ts';
import { findPoseOf } from '../../models/pose.ts';
import { boxWhere } from '../../pixels/crop.ts';
import { pixelsWhere } from '../../pixels/planes.ts';
import type { Raster, Size } from '../../pixels/raster.ts';
import { EngineRejection, unlessRejected } from '../../rejection.ts';
import { measurePerson } from './analyse-person.ts';
import { regionRaster } from './matte.ts';

/**
 * Least score of the detector to search for a body without a head. The detector finds people by their heads; a backpack
 * of the colour of skin scores 0.39.
 */
const SCORE_MIN = 0.45;
/** Least presence, by the landmark net, of the detector's pose to use it without trying a second pose. */
const PRESENCE_SURE = 0.9;
/**
 * Hips of a person who fills a photo from the neck down, and the rim of the circle around the body. Both are y in
 * heights of the picture.
 */
const HIPS = 0.8;
const RIM = -0.3;
/** Least probability of the pose net's outline that counts as the person. */
const OUTLINE_MIN = 0.5;
/** The examined row below the upper edge, as a share of the height. Rows nearer the edge are often blurred. */
const EDGE_SHARE = 0.01;
/**
 * Least width of bare skin or hair in that row, as a share of the person's width. Necks measure 0.13 or more, garments
 * without a person 0.04 or less.
 */
const NECK_MIN = 0.1;
/**
 * Greatest width of the person in that row, in shoulder widths; a wider row shows a waist or hair. Necks measure 1.29
 * or less, others 1.42 or more.
 */
const EDGE_MAX = 1.35;
/**
 * Least length of the trunk, as a share of the picture's height, in a photo from the neck down. Such a photo measures
 * 0.68; photos cut off at the waist measure 0.36 or less.
 */
const TRUNK_MIN = 0.5;
/**
 * Least share of skin in the person. The measured minimum is 0.023. Of some 430 garment photos of test senders, one
 * comes near it without a person: a polo shirt on a hanger, with 0.016.
 */
const SKIN_MIN = 0.02;

const BACKGROUND = REGIONS.indexOf('background');

/**
 * Measures a person cut off at the neck by the upper edge of the photo. `guess` is the detector's best guess. Returns
 * null if the photo shows no such body. Throws EngineRejection if the body is turned aside or hair hides it.
 */
export async function analyseHeadless(
  raster: Raster,
  guess: DetectedPerson,
  nets: Nets,
): Promise<PersonAnalysis | null> {
  if (guess.score < SCORE_MIN) return null;
  const small = await regionRaster(raster);
  const detected = await findBody(raster, small, guess, nets);
  const { data, width, height } = detected.outline;
  if (!edgeOf({ width, height }).some((i) => data[i] > OUTLINE_MIN)) return null;
  const person = await measurePerson(raster, small, { ...detected, others: [] }, nets).catch(unlessRejected);
  if (!person || !goesOnBare(person)) return null;
  // A neck between two shoulders is at the upper edge, and no waist or hair.
  const { regions, frame } = person;
  if (bodyAtEdge(regions).length * regions.scale < EDGE_MAX * frame.shoulderWidth) return person;
  if (frame.torsoLength < TRUNK_MIN * raster.height) return null;
  throw new EngineRejection(
    'The person in the garment photo is turned aside, or their hair covers the shoulders. Use a photo of the garment alone, or one of a person who faces the camera with nothing in front of the garment.',
  );
}

/**
 * The pose from the detector's guess or, if surer, from a body upright across the height of the picture. The detector
 * often sees bodies without a head upside down.
 */
async function findBody(raster: Raster, small: Size, guess: DetectedPerson, { pose: { landmarks } }: Nets) {
  const { width, height } = raster;
  const upright = {
    centre: { x: width / 2, y: HIPS * height },
    rim: { x: width / 2, y: RIM * height },
    score: guess.score,
  };
  const guessed = guess.rim.y < guess.centre.y ? await findPoseOf(guess, raster, small, landmarks) : null;
  if (guessed && guessed.pose.presence >= PRESENCE_SURE) return guessed;
  const placed = await findPoseOf(upright, raster, small, landmarks);
  return guessed && guessed.pose.presence > placed.pose.presence ? guessed : placed;
}

/**
 * True if the photo shows the shoulders and the body continues bare beyond the upper edge. A garment without a person
 * does not.
 */
function goesOnBare({ regions, frame }: PersonAnalysis): boolean {
  const [upper, skin] = [REGIONS.indexOf('upper'), REGIONS.indexOf('skin')];
  const { labels } = regions;
  const neck = bodyAtEdge(regions).filter((i) => labels[i] !== upper);
  const body = pixelsWhere(labels.length, (i) => labels[i] !== BACKGROUND);
  const bare = body.filter((i) => labels[i] === skin);
  const { width } = boxWhere(regions, (i) => labels[i] !== BACKGROUND);
  return frame.shoulderCentre.y > 0 && neck.length > NECK_MIN * width && bare.length > SKIN_MIN * body.length;
}

/** Indices of the pixels in the row at the upper edge that show the person. */
function bodyAtEdge(regions: RegionMap): number[] {
  return edgeOf(regions).filter((i) => regions.labels[i] !== BACKGROUND);
}

/** Indices of the pixels in the row at the upper edge of a picture. */
function edgeOf({ width, height }: Size): number[] {
  const row = Math.round(EDGE_SHARE * height) * width;
  return Array.from({ length: width }, (_, x) => row + x);
}
