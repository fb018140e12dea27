import type { Pose, PoseLandmark } from '../analysis.ts';
import type { Plane, Point, Raster, Size } from '../pixels/raster.ts';
import { bilinear } from './bilinear.ts';
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

/** BlazePose (Bazarevsky et al., 2020): the detector, and the landmark net with its rough outline of the person. */
export interface PoseNets {
  readonly detector: Net;
  readonly landmarks: Net;
}

/** The pose of one person, in pixels of the picture. */
export interface FoundPose {
  readonly pose: Pose;
  /** Probability that each pixel belongs to that person, 0 to 1: the whole picture at the requested size. */
  readonly outline: Plane;
  /** People the detector sees, 1 or more. */
  readonly people: number;
}

/** A rotated square around a person. */
interface Region {
  readonly centre: Point;
  /** Half its side in pixels. */
  readonly half: number;
  readonly cos: number;
  readonly sin: number;
}

/**
 * Finds the pose of the largest, most central person, and the outline at `outlineSize`, which has the picture's ratio.
 * Always returns the best guess: `detectionScore` and `presence` tell whether there is a person.
 */
export async function findPose(raster: Raster, outlineSize: Size, nets: PoseNets): Promise<FoundPose> {
  const people = await detectPeople(raster, nets.detector);
  return { ...(await findPoseOf(people[0], raster, outlineSize, nets.landmarks)), people: people.length };
}

/** The pose and outline of a detected person. A single pass is faster and less exact. */
export async function findPoseOf(
  { centre, rim, score }: DetectedPerson,
  raster: Raster,
  outlineSize: Size,
  net: Net,
  passes = PASSES,
): Promise<Omit<FoundPose, 'people'>> {
  let region = regionOf(centre, rim);
  let found = await readLandmarks(raster, net, region);
  for (let pass = 1; pass < passes; pass++) {
    region = regionOf(found.points[JOINTS], found.points[JOINTS + 1]);
    found = await readLandmarks(raster, net, region);
  }
  return {
    pose: { landmarks: found.points.slice(0, JOINTS), detectionScore: score, presence: found.presence },
    outline: outlineOf(raster, outlineSize, region, found.mask),
  };
}

/** The square whose upward direction is the line from `centre` to `rim`. */
function regionOf(centre: Point, rim: Point): Region {
  const dx = rim.x - centre.x;
  const dy = rim.y - centre.y;
  const angle = Math.PI / 2 - Math.atan2(-dy, dx);
  return { centre, half: Math.hypot(dx, dy) * REGION_SCALE, cos: Math.cos(angle), sin: Math.sin(angle) };
}

async function readLandmarks(raster: Raster, net: Net, region: Region) {
  const frame = frameOf(region);
  const input = cropSquare(raster, LANDMARK_SIDE, frame);
  const [values, presence, mask] = await net.run(input, [1, LANDMARK_SIDE, LANDMARK_SIDE, 3]);
  const points = Array.from({ length: values.length / LANDMARK_VALUES }, (_, index): PoseLandmark => {
    const [u, v, z, visibility, present] = values.subarray(index * LANDMARK_VALUES, (index + 1) * LANDMARK_VALUES);
    return {
      x: frame.originX + (u * frame.rightX + v * frame.downX) / LANDMARK_SIDE,
      y: frame.originY + (u * frame.rightY + v * frame.downY) / LANDMARK_SIDE,
      z: (z / LANDMARK_SIDE) * 2 * region.half,
      visibility: sigmoid(visibility),
      presence: sigmoid(present),
    };
  });
  return { points, presence: presence[0], mask };
}

/** The corners of a region as a crop. */
function frameOf({ centre, half, cos, sin }: Region): CropFrame {
  return {
    originX: centre.x - half * cos + half * sin,
    originY: centre.y - half * sin - half * cos,
    rightX: 2 * half * cos,
    rightY: 2 * half * sin,
    downX: -2 * half * sin,
    downY: 2 * half * cos,
  };
}

/** The net's mask (logits of the region) mapped back onto the picture, at the requested size. */
function outlineOf(
  raster: Size,
  { width, height }: Size,
  { centre, half, cos, sin }: Region,
  mask: Float32Array,
): Plane {
  const data = new Float32Array(width * height);
  const side = LANDMARK_SIDE;
  const scale = side / (2 * half);
  for (let y = 0; y < height; y++) {
    const dy = ((y + 0.5) / height) * raster.height - centre.y;
    for (let x = 0; x < width; x++) {
      const dx = ((x + 0.5) / width) * raster.width - centre.x;
      const u = (dx * cos + dy * sin) * scale + side / 2 - 0.5;
      const v = (dy * cos - dx * sin) * scale + side / 2 - 0.5;
      if (u < 0 || v < 0 || u >= side - 1 || v >= side - 1) continue;
      data[y * width + x] = sigmoid(bilinear(mask, side, u, v));
    }
  }
  return { width, height, data };
}
