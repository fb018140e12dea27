import {
  type BodyFrame,
  type PersonAnalysis,
  type Pose,
  REGIONS,
  type RegionMap,
  type SkinModel,
} from '../../analysis.ts';
import type { Nets } from '../../models/nets.ts';
import { guessRegions } from '../../models/person-regions.ts';
import { type FoundPose, findPose } from '../../models/pose.ts';
import { segmentPerson } from '../../models/selfie.ts';
import type { Net } from '../../models/sessions.ts';
import { colourBins } from '../../pixels/colour-histogram.ts';
import { type Box, boxAbove, cropPlane, cropRaster } from '../../pixels/crop.ts';
import { decodePicture, resizeRaster } from '../../pixels/decode.ts';
import { resizeValues } from '../../pixels/filters.ts';
import { toLab } from '../../pixels/lab.ts';
import type { Plane, Raster, Size } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import { returnBareShoulders } from './bare-shoulders.ts';
import { measureBody } from './body-frame.ts';
import { partCarried } from './carried.ts';
import { closeSleeves } from './close-sleeves.ts';
import { returnHands, settleHands } from './crossed-hands.ts';
import { giveCuffsToTop } from './cuffs.ts';
import { settleHandles } from './handles.ts';
import { mattePerson } from './matte.ts';
import { giveNeckwearToTop } from './neckwear.ts';
import { giveRibbingToTop } from './ribbing.ts';
import { regionsWithin, withoutSeenGround } from './seen-ground.ts';
import { segmentRegions } from './segment-regions.ts';
import { padRegions, shiftFrame, shiftPose } from './shifted.ts';
import { modelSkin } from './skin-model.ts';
import { returnSkirt } from './skirt-below-waist.ts';
import { returnStrayedCloth } from './strayed-cloth.ts';

/** Size a photo is analysed at: enough for edges of a few pixels, small enough for half a second. */
const ANALYSIS_SIZE = { width: 768, height: 1024 };
/** Analysed pixels to one of the region map, along each side. */
const REGION_SCALE = 2;
/** Pixels of the map around the person that still count: filters reach that far. */
const REGION_MARGIN = 12;
/**
 * Least certainty of detector and landmark net that there is a person (measured: 0.80 and above on 69 photos of
 * people).
 */
const SCORE_MIN = 0.5;
/**
 * Certainty of the detector from which it needs no face to be believed, and how much of a face it needs below: garments
 * laid flat look like people to it, up to 0.73.
 */
const SCORE_SURE = 0.78;
const FACE_SHARE_MIN = 0.3;
/** Smallest distance of shoulders and hips in analysed pixels that clothes can be fitted to. */
const TORSO_PIXELS_MIN = 60;
/** Probability from which the pose net's outline counts as the person. */
const OUTLINE_MIN = 0.3;
/** Lowest place of the shoulders, as a share of the picture's height, that leaves something to dress. */
const SHOULDERS_LOWEST = 0.93;
/** Least share of the picture that the person covers. */
const COVERED_SHARE_MIN = 0.02;

/** Finds the person of a photo and measures everything that depends on the photo alone. Throws EngineRejection. */
export async function analysePerson(bytes: Uint8Array, nets: Nets): Promise<PersonAnalysis> {
  const { raster } = await decodePicture(bytes, ANALYSIS_SIZE);
  if (Math.min(raster.width, raster.height) < TORSO_PIXELS_MIN) throw nobody();
  const small = await regionRaster(raster);
  const found = await findPose(raster, small, nets.pose);
  const { detectionScore, presence } = found.pose;
  if (detectionScore < SCORE_MIN || presence < SCORE_MIN) throw nobody();
  const person = await measurePerson(raster, small, found, nets);
  if (detectionScore < SCORE_SURE && faceShare(person.regions, person.frame) < FACE_SHARE_MIN) throw nobody();
  return person;
}

/** An analysed photo at the size that people are divided at. */
export function regionRaster(raster: Raster): Promise<Raster> {
  return resizeRaster(raster, {
    width: Math.round(raster.width / REGION_SCALE),
    height: Math.round(raster.height / REGION_SCALE),
  });
}

/**
 * Measures a person whose pose is found; `small` is the photo at the size that it is divided at. Throws
 * EngineRejection.
 */
export async function measurePerson(
  raster: Raster,
  small: Raster,
  { pose, outline, people }: FoundPose,
  nets: Nets,
): Promise<PersonAnalysis> {
  const frame = measureBody(pose, raster);
  rejectUnusable(frame, raster);
  const matte = await findMatte(raster, small, { pose, outline, people }, nets.selfie);
  if (shareOf(matte.data) < COVERED_SHARE_MIN) {
    throw new EngineRejection(
      'The person hardly differs from the background of the person photo. Use a photo with a calmer background or better light.',
    );
  }
  const { regions, skin } = await divide({ small, matte: matteOf(small, matte), pose, frame }, nets);
  // Last: what is carried is told by the whole outline, which small gaps would disturb.
  const clear = withoutSeenGround({ raster, small, matte, pose, frame });
  const worn = clear === matte ? regions : regionsWithin(regions, clear);
  const body = { pose: settleHands(pose, worn, frame), frame };
  return { raster, ...body, skin, people, ...closeSleeves({ matte: clear, regions: worn }, body) };
}

/**
 * The matte of a person whose pose is found, at the size of the photo; `small` is the photo at the size that it is
 * divided at.
 */
export async function findMatte(raster: Raster, small: Raster, { pose, outline }: FoundPose, net: Net): Promise<Plane> {
  const selfie = await segmentPerson(raster, boxOf(outline, raster), small, net);
  const shoulderWidth = measureBody(pose, raster).shoulderWidth / REGION_SCALE;
  return mattePerson({ raster, small, lab: toLab(small), selfie, outline, shoulderWidth });
}

/** A matte at the size of another picture. */
function matteOf({ width, height }: Size, matte: Plane): Plane {
  return { width, height, data: resizeValues(matte.data, matte.width, matte.height, width, height) };
}

/**
 * What a person is divided by: the photo at the size of the map, the matte at that size; pose and frame in analysed
 * pixels.
 */
interface Dividing {
  readonly small: Raster;
  readonly matte: Plane;
  readonly pose: Pose;
  readonly frame: BodyFrame;
}

/** Divides a person into regions, in a map as large as the small photo, and learns the colour of the skin. */
async function divide(
  { small, matte, pose, frame }: Dividing,
  nets: Nets,
): Promise<{ readonly regions: RegionMap; readonly skin: SkinModel }> {
  // Only the person is divided: on a full-length photo that is a third of the pixels.
  const box = boxAbove(matte, 0.02, REGION_MARGIN, REGION_MARGIN);
  const part = cropRaster(small, box);
  const lab = toLab(part);
  const seen = {
    raster: part,
    lab,
    bins: colourBins(lab),
    matte: cropPlane(matte, box).data,
    scale: REGION_SCALE,
    pose: shiftPose(pose, box.left * REGION_SCALE, box.top * REGION_SCALE),
    frame: shiftFrame(frame, box.left * REGION_SCALE, box.top * REGION_SCALE),
  };
  const skin = modelSkin(seen);
  const input = { ...seen, skin };
  const guessed = segmentRegions(input, await guessRegions(input, nets.personRegions));
  const divided = returnHands(returnBareShoulders(guessed, input), input);
  const top = giveRibbingToTop(giveCuffsToTop(giveNeckwearToTop(divided, input.frame, lab), input), input);
  const parted = returnSkirt(partCarried(top, input), input);
  const returned = returnStrayedCloth(parted, input);
  return { regions: padRegions(settleHandles(returned, input), small, box), skin };
}

function nobody(): EngineRejection {
  return new EngineRejection(
    'No person was found in the person photo. Use a photo of one person, facing the camera, with shoulders and hips in the picture.',
  );
}

/** Share of the place where the face should be that shows skin. */
function faceShare({ labels, width, height, scale }: RegionMap, { faceCentre, faceRadius }: BodyFrame): number {
  const skin = REGIONS.indexOf('skin');
  const radius = faceRadius / scale;
  let found = 0;
  let all = 1;
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const x = Math.round(faceCentre.x / scale + dx);
      const y = Math.round(faceCentre.y / scale + dy);
      if (dx * dx + dy * dy > radius * radius || x < 0 || y < 0 || x >= width || y >= height) continue;
      all++;
      if (labels[y * width + x] === skin) found++;
    }
  }
  return found / all;
}

/** Throws EngineRejection for a body that clothes cannot be fitted to, saying what to change. */
function rejectUnusable(frame: BodyFrame, { height }: Size): void {
  if (frame.torsoLength < TORSO_PIXELS_MIN) {
    throw new EngineRejection(
      'The person in the person photo is too small. Use a photo that the person fills from head to hips or feet.',
    );
  }
  if (frame.shoulderCentre.y > height * SHOULDERS_LOWEST) {
    throw new EngineRejection(
      'The person photo shows little more than a head. Use a photo with shoulders and chest in it, down to the hips or the feet.',
    );
  }
}

/** Where in the raster the outline lies. */
function boxOf(outline: Plane, raster: Raster): Box {
  const { left, top, width, height } = boxAbove(outline, OUTLINE_MIN, 0, 0);
  const x = raster.width / outline.width;
  const y = raster.height / outline.height;
  return { left: left * x, top: top * y, width: width * x, height: height * y };
}

function shareOf(matte: Float32Array): number {
  let sum = 0;
  for (const value of matte) sum += value;
  return sum / matte.length;
}
