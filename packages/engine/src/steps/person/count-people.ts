import type { BodyFrame } from '../../analysis.ts';
import { type DetectedPose, findPoseOf, NO_OUTLINE, PRESENCE_MIN } from '../../models/pose.ts';
import type { Net } from '../../models/sessions.ts';
import { distance } from '../../pixels/geometry.ts';
import type { Raster } from '../../pixels/raster.ts';
import { measureBody } from './body-frame.ts';

/**
 * Least length of the torso of a person who stands beside the main one, as a share of that one's. In 14 street photos
 * bystanders have 0.73 or less; a group has 0.96 or more.
 */
const BESIDE_MIN = 0.85;
/** Least distance between the hips of two people, in torso lengths. Two detections of one person have 0.04 or less. */
const APART_MIN = 0.2;

/** The people in a photo who are about as large as the main one, 1 or more. Bystanders farther away do not count. */
export async function countPeople(raster: Raster, { others }: DetectedPose, main: BodyFrame, landmarks: Net) {
  let people = 1;
  for (const other of others) {
    const { pose } = await findPoseOf(other, raster, NO_OUTLINE, landmarks);
    if (pose.presence < PRESENCE_MIN) continue;
    const { torsoLength, hipCentre } = measureBody(pose, raster);
    const isBeside = torsoLength >= BESIDE_MIN * main.torsoLength;
    if (isBeside && distance(hipCentre, main.hipCentre) >= APART_MIN * main.torsoLength) people++;
  }
  return people;
}
