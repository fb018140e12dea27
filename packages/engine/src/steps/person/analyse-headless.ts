import { type PersonAnalysis, REGIONS, type RegionMap } from '../../analysis.ts';
import type { Nets } from '../../models/nets.ts';
import type { DetectedPerson } from '../../models/person-detector.ts';
import { type FoundPose, findPoseOf } from '../../models/pose.ts';
import type { Raster, Size } from '../../pixels/raster.ts';
import { EngineRejection, unlessRejected } from '../../rejection.ts';
import { measurePerson, regionRaster } from './analyse-person.ts';

/**
 * Least score of the detector, which finds people by their heads, at which a closer look pays: a backpack of the colour
 * of skin has 0.39.
 */
const SCORE_MIN = 0.45;
/** Certainty of the landmark net from which the pose that the detector leads to needs no second one. */
const PRESENCE_SURE = 0.9;
/**
 * Where somebody stands who fills a photo from the neck down: the hips and the rim of the circle around the body, in
 * heights.
 */
const HIPS = 0.8;
const RIM = -0.3;
/** Probability from which the pose net's outline counts as the person. */
const OUTLINE_MIN = 0.5;
/** Row below the upper edge that is examined, as a share of the height: the outermost rows are often blurred. */
const EDGE_SHARE = 0.01;
/**
 * Least width there of what is bare, as a share of the person's (measured: necks 0.13 and above, garments alone 0.04
 * and below).
 */
const NECK_MIN = 0.1;
/**
 * Greatest width there of the person, in shoulder widths: beyond it there is a waist, or hair (measured: necks 1.29 and
 * below, others 1.42 and above).
 */
const EDGE_MAX = 1.35;
/**
 * Length of the trunk, as a share of the picture's height, above which the widest row is not a waist (measured: 0.68;
 * with waists at most 0.36).
 */
const TRUNK_MIN = 0.5;
/** Least share of the person that is skin (measured: 0.023 and above). */
const SKIN_MIN = 0.015;

const BACKGROUND = REGIONS.indexOf('background');

/**
 * Measures a person whose head the photo cuts off at the neck; `guess` is the detector's best guess. Null if the photo
 * shows no such body. Throws EngineRejection if the body is turned aside or hidden by hair.
 */
export async function analyseHeadless(
  raster: Raster,
  guess: DetectedPerson,
  nets: Nets,
): Promise<PersonAnalysis | null> {
  if (guess.score < SCORE_MIN) return null;
  const small = await regionRaster(raster);
  const found = await findBody(raster, small, guess, nets);
  const { data, width, height } = found.outline;
  if (!edgeOf({ width, height }).some((i) => data[i] > OUTLINE_MIN)) return null;
  const person = await measurePerson(raster, small, { ...found, people: 1 }, nets).catch(unlessRejected);
  if (!person || !goesOnBare(person)) return null;
  if (isFacing(person)) return person;
  if (person.frame.torsoLength < TRUNK_MIN * raster.height) return null;
  throw new EngineRejection(
    'The person in the garment photo is turned aside, or their hair covers the shoulders. Use a photo of the garment alone, or one of a person who faces the camera with nothing in front of the garment.',
  );
}

/**
 * The pose that the guess leads to, or one over the height of the picture: bodies without a head are often seen upside
 * down.
 */
async function findBody(
  raster: Raster,
  small: Size,
  guess: DetectedPerson,
  { pose: { landmarks } }: Nets,
): Promise<Omit<FoundPose, 'people'>> {
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
 * True for somebody whose shoulders are seen, and who goes on bare beyond the upper edge, which a garment alone does
 * not.
 */
function goesOnBare({ regions, frame }: PersonAnalysis): boolean {
  const [upper, skin] = [REGIONS.indexOf('upper'), REGIONS.indexOf('skin')];
  const { labels, width } = regions;
  const neck = bodyAtEdge(regions).filter((i) => labels[i] !== upper);
  let [left, right, covered, bare] = [width, 0, 1, 0];
  for (const [i, label] of labels.entries()) {
    if (label === BACKGROUND) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, (i % width) + 1);
    covered++;
    if (label === skin) bare++;
  }
  return frame.shoulderCentre.y > 0 && neck.length > NECK_MIN * (right - left) && bare > SKIN_MIN * covered;
}

/** True if the upper edge shows a neck between two shoulders. */
function isFacing({ regions, frame }: PersonAnalysis): boolean {
  return bodyAtEdge(regions).length * regions.scale < EDGE_MAX * frame.shoulderWidth;
}

/** Numbers of the pixels along the upper edge that show the person. */
function bodyAtEdge(regions: RegionMap): number[] {
  return edgeOf(regions).filter((i) => regions.labels[i] !== BACKGROUND);
}

/** Numbers of the pixels along the upper edge of a picture. */
function edgeOf({ width, height }: Size): number[] {
  const row = Math.round(EDGE_SHARE * height) * width;
  return Array.from({ length: width }, (_, x) => row + x);
}
