import type { Pose, PoseLandmark } from '../analysis.ts';
import { valueBetween } from '../pixels/filters.ts';
import { add, dot, pixelMiddle, point, subtract } from '../pixels/geometry.ts';
import { planeOf } from '../pixels/planes.ts';
import type { Plane, Point, Raster, Size } from '../pixels/raster.ts';
import { type CropFrame, cropSquare } from './crop.ts';
import { type DetectedPerson, detectPeople } from './person-detector.ts';
import type { Net } from './sessions.ts';
import { sigmoid } from './softmax.ts';

/** Side of the landmark net's input in pixels. */
const LANDMARK_SIDE = 256;
/** Half the side of the region around a person, in units of the distance between its two alignment points. */
const REGION_SCALE = 1.25;
/** Values of one landmark: x, y, z, visibility, presence. */
const LANDMARK_VALUES = 5;
/** Landmarks that are joints; the later ones are alignment points for the next pass. */
const JOINTS = 33;
/** Passes of the landmark net. The second one uses the region that the first one found. */
const PASSES = 2;
/** Least presence of a person, by the landmark net. */
export const PRESENCE_MIN = 0.5;
/** Size of an outline that the caller does not use. */
export const NO_OUTLINE: Size = { width: 1, height: 1 };

/** BlazePose (Bazarevsky et al., 2020): the detector, and the landmark net with its rough outline of the person. */
export interface PoseNets {
  readonly detector: Net;
  readonly landmarks: Net;
}

/** The pose of one person, in pixels of the picture. */
export interface DetectedPose {
  readonly pose: Pose;
  /** Probability that each pixel belongs to that person, 0 to 1: the whole picture at the requested size. */
  readonly outline: Plane;
  /** The person as the next pass of the landmark net would look for them. */
  readonly next: DetectedPerson;
  /** The other detections, which may show the same person or a bystander. */
  readonly others: readonly DetectedPerson[];
}

/**
 * Finds the pose of the largest, most central person, and the outline at `outlineSize`, which has the picture's ratio.
 * Always returns the best guess: `detectionScore` and `presence` tell whether there is a person.
 */
export async function findPose(raster: Raster, outlineSize: Size, nets: PoseNets): Promise<DetectedPose> {
  const [first, ...others] = await detectPeople(raster, nets.detector);
  return { ...(await findPoseOf(first, raster, outlineSize, nets.landmarks)), others };
}

/** The pose and outline of a detected person. A single pass is faster and less exact. */
export async function findPoseOf(
  { centre, rim, score }: DetectedPerson,
  raster: Raster,
  outlineSize: Size,
  net: Net,
  passes = PASSES,
): Promise<Omit<DetectedPose, 'others'>> {
  const region = regionOf(centre, rim);
  const { points, presence, mask } = await readLandmarks(raster, net, region);
  const next = { centre: points[JOINTS], rim: points[JOINTS + 1], score };
  if (passes > 1) return findPoseOf(next, raster, outlineSize, net, passes - 1);
  const pose = { landmarks: points.slice(0, JOINTS), detectionScore: score, presence };
  return { pose, outline: outlineOf(raster, outlineSize, region, mask), next };
}

/** The square whose upward direction is the line from `centre` to `rim`. */
function regionOf(centre: Point, rim: Point): CropFrame {
  const up = subtract(rim, centre);
  const [right, down] = [point(-up.y, up.x), point(-up.x, -up.y)];
  const origin = add(add(centre, right, -REGION_SCALE), down, -REGION_SCALE);
  return { origin, right: add(point(0, 0), right, 2 * REGION_SCALE), down: add(point(0, 0), down, 2 * REGION_SCALE) };
}

async function readLandmarks(raster: Raster, net: Net, region: CropFrame) {
  const { origin, right, down } = region;
  const input = cropSquare(raster, LANDMARK_SIDE, region);
  const [values, presence, mask] = await net.run(input, [1, LANDMARK_SIDE, LANDMARK_SIDE, 3]);
  const points = Array.from({ length: values.length / LANDMARK_VALUES }, (_, index): PoseLandmark => {
    const [u, v, , visibility, present] = values.subarray(index * LANDMARK_VALUES, (index + 1) * LANDMARK_VALUES);
    return {
      ...add(add(origin, right, u / LANDMARK_SIDE), down, v / LANDMARK_SIDE),
      visibility: sigmoid(visibility),
      presence: sigmoid(present),
    };
  });
  return { points, presence: presence[0], mask };
}

/** The net's mask (logits of the region) mapped back onto the picture, at the requested size. */
function outlineOf(picture: Size, { width, height }: Size, { origin, right, down }: CropFrame, mask: Float32Array) {
  const side = LANDMARK_SIDE;
  const scale = side / dot(right, right);
  const data = planeOf(width * height, (i) => {
    const { x, y } = pixelMiddle(i, width);
    const from = subtract(point((x / width) * picture.width, (y / height) * picture.height), origin);
    const [u, v] = [dot(from, right) * scale - 0.5, dot(from, down) * scale - 0.5];
    if (u < 0 || v < 0 || u >= side - 1 || v >= side - 1) return 0;
    return sigmoid(valueBetween(mask, side, side, u, v));
  });
  return { width, height, data };
}
