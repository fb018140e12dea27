import {
  ANALYSIS_SIZE,
  type BodyFrame,
  type PersonAnalysis,
  type Pose,
  REGIONS,
  type RegionMap,
  type SkinModel,
} from '../../analysis.ts';
import type { Nets } from '../../models/nets.ts';
import { byClass, type RegionGuess } from '../../models/person-regions.ts';
import { type DetectedPose, findPose } from '../../models/pose.ts';
import { colourBins } from '../../pixels/colour-histogram.ts';
import { boxAbove, cropPlane, cropRaster, grownWithin } from '../../pixels/crop.ts';
import { decodePicture } from '../../pixels/decode.ts';
import { resizeValues } from '../../pixels/filters.ts';
import { distance, pixelMiddle, subtract } from '../../pixels/geometry.ts';
import { toLab } from '../../pixels/lab.ts';
import { pixelsWhere, sumOf } from '../../pixels/planes.ts';
import type { Plane, Raster, Size } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import { measureBody } from './body-frame.ts';
import { countPeople } from './count-people.ts';
import { findMatte, REGION_SCALE, regionRaster } from './matte.ts';
import { poseAlone } from './pose-alone.ts';
import { regionAt } from './region-at.ts';
import { padRegions } from './region-planes.ts';
import { regionsWithin, withoutSeenGround } from './seen-ground.ts';
import { segmentRegions } from './segment-regions.ts';
import { modelSkin } from './skin-model.ts';

/** Margin around the person in pixels of the map, because filters reach that far. */
const REGION_MARGIN = 12;
/**
 * Least score of the detector and least presence, by the landmark net, of a person. The 69 measured photos of people
 * reach 0.80 or more.
 */
export const SCORE_MIN = 0.5;
/**
 * Least score of the detector that needs no face, and least share of skin on the face at lower scores. Garments that
 * lie flat score up to 0.73.
 */
const SCORE_SURE = 0.78;
const FACE_SHARE_MIN = 0.3;
/** Least torso length for a garment to fit, and least side of a photo, in analysed pixels. */
const TORSO_PIXELS_MIN = 60;
/** Lowest place of the shoulders that leaves room for a garment, as a share of the picture's height. */
const SHOULDERS_LOWEST = 0.93;
/** Least share of the picture that the person must cover. */
const COVERED_SHARE_MIN = 0.02;

/**
 * Finds the person of a photo and measures everything that depends on the photo alone. Throws EngineRejection if the
 * photo shows no person or if clothes cannot fit the person.
 */
export async function analysePerson(bytes: Uint8Array, nets: Nets): Promise<PersonAnalysis> {
  const { raster } = await decodePicture(bytes, ANALYSIS_SIZE);
  if (Math.min(raster.width, raster.height) < TORSO_PIXELS_MIN) throw nobody();
  const small = await regionRaster(raster);
  const detected = await findPose(raster, small, nets.pose);
  const { detectionScore, presence } = detected.pose;
  if (detectionScore < SCORE_MIN || presence < SCORE_MIN) throw nobody();
  const person = await measurePerson(raster, small, detected, nets);
  if (detectionScore < SCORE_SURE && faceShare(person.regions, person.frame) < FACE_SHARE_MIN) throw nobody();
  return person;
}

/**
 * Measures a person with a known pose, which a look at the person alone corrects. `small` is the photo at the size of
 * its region map. `bare` is the colour of the skin, if the face does not show it. Throws EngineRejection if clothes
 * cannot fit the person.
 */
export async function measurePerson(
  raster: Raster,
  small: Raster,
  detected: DetectedPose,
  nets: Nets,
  bare?: SkinModel,
): Promise<PersonAnalysis> {
  rejectUnusable(measureBody(detected.pose, raster), raster);
  const { matte, guess } = await findMatte(raster, small, detected, nets);
  if (sumOf(matte.data) < COVERED_SHARE_MIN * matte.data.length)
    throw new EngineRejection(
      'The person hardly differs from the background of the person photo. Use a photo with an even background or better light.',
    );
  const pose = await poseAlone(raster, matte, detected, nets.pose.landmarks);
  const frame = measureBody(pose, raster);
  rejectUnusable(frame, raster);
  const { regions, skin } = divide(small, matte, pose, frame, guess, bare);
  // After the regions: the net learned from whole outlines, and small gaps disturb it.
  const clear = withoutSeenGround(
    { raster, matte, pose, frame },
    (i) => regionAt(regions, pixelMiddle(i, raster.width)) === 'other',
  );
  const worn = clear === matte ? regions : regionsWithin(regions, clear);
  const people = await countPeople(raster, detected, frame, nets.pose.landmarks);
  return { raster, pose, frame, skin, people, matte: clear, regions: worn };
}

/** Divides a person into regions and learns the colour of the skin. The map has the size of the small photo. */
function divide(small: Raster, whole: Plane, pose: Pose, frame: BodyFrame, guess: RegionGuess, bare?: SkinModel) {
  const { width, height } = small;
  const within = (data: Float32Array) => cropPlane({ width, height, data }, box).data;
  const matte = { width, height, data: resizeValues(whole.data, whole.width, whole.height, width, height) };
  // Only the box of the person: on a full-length photo it covers a third of the pixels.
  const box = grownWithin(boxAbove(matte, 0.02), matte, REGION_MARGIN);
  const part = cropRaster(small, box);
  const lab = toLab(part);
  const scale = REGION_SCALE;
  const skin = bare ?? modelSkin({ lab: toLab(small), matte: matte.data, frame, pose, scale });
  const corner = { x: box.left * scale, y: box.top * scale };
  const regions = segmentRegions(
    {
      raster: part,
      lab,
      bins: colourBins(lab),
      matte: within(matte.data),
      scale,
      skin,
      frame: { ...frame, shoulderCentre: subtract(frame.shoulderCentre, corner) },
    },
    { probability: guess.probability.map(within), classes: byClass((name) => within(guess.classes[name])) },
  );
  return { regions: padRegions(regions, small, box), skin };
}

function nobody(): EngineRejection {
  return new EngineRejection(
    'The engine found no person in the person photo. Use a photo of one person, facing the camera, with shoulders and hips in the photo.',
  );
}

/** Share of the disc of the face that shows skin, 0 to 1. */
function faceShare({ labels, width, scale }: RegionMap, { faceCentre, faceRadius }: BodyFrame): number {
  const face = pixelsWhere(labels.length, (i) => distance(pixelMiddle(i, width, scale), faceCentre) < faceRadius);
  const skin = REGIONS.indexOf('skin');
  return face.filter((i) => labels[i] === skin).length / Math.max(1, face.length);
}

/** Throws EngineRejection if clothes cannot fit the body; the message names the change. */
function rejectUnusable(frame: BodyFrame, { height }: Size): void {
  if (frame.torsoLength < TORSO_PIXELS_MIN)
    throw new EngineRejection(
      'The person in the person photo is too small. Use a photo that the person fills from head to hips or feet.',
    );
  if (frame.shoulderCentre.y > height * SHOULDERS_LOWEST)
    throw new EngineRejection(
      'The person photo shows little more than a head. Use a photo with shoulders and chest in it, down to the hips or the feet.',
    );
}
