import type { Pose } from '../../analysis.ts';
import { type DetectedPose, findPoseOf, NO_OUTLINE, PRESENCE_MIN } from '../../models/pose.ts';
import type { Net } from '../../models/sessions.ts';
import { distance, mix } from '../../pixels/geometry.ts';
import { onGrey } from '../../pixels/laid-over.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { measureBody } from './body-frame.ts';

/** Brightness of the ground that takes the place of the background, in sRGB bytes. */
const GREY = 128;
/** Distance between two answers on a joint from which they contradict each other, in torso lengths. */
const APART = 0.1;

/**
 * The pose of a found person, corrected by another pass of the landmark net over the person alone on a grey ground. In
 * the whole photo, the net takes other people and things for arms. A joint lies between both answers, or where the
 * second pass sees it if they are far apart. If that pass finds no person, the pose stays as it is. `matte` has the
 * size of the photo.
 */
export async function poseAlone(
  raster: Raster,
  matte: Plane,
  { pose, next }: Pick<DetectedPose, 'pose' | 'next'>,
  landmarkNet: Net,
): Promise<Pose> {
  const again = (await findPoseOf(next, onGrey(raster, matte, GREY), NO_OUTLINE, landmarkNet, 1)).pose;
  if (again.presence < PRESENCE_MIN) return pose;
  const near = APART * measureBody(pose, raster).torsoLength;
  const landmarks = pose.landmarks.map((joint, k) => {
    const other = again.landmarks[k];
    return distance(joint, other) < near ? { ...joint, ...mix(joint, other, 0.5) } : other;
  });
  return { ...pose, landmarks };
}
