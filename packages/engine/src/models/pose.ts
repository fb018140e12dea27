import type { Pose, PoseLandmark } from '../analysis.ts';
import type { Plane, Point, Raster } from '../pixels/raster.ts';
import { cropSquare } from './crop.ts';
import type { Net } from './sessions.ts';

/** Side of the detector's input in pixels. */
const DETECTOR_SIDE = 224;
/** Side of the landmark net's input in pixels. */
const LANDMARK_SIDE = 256;
/** Anchors of the detector: [stride in pixels, anchors a cell] (mediapipe/modules/pose_detection). */
const ANCHOR_LAYERS = [
  [8, 2],
  [16, 2],
  [32, 6],
] as const;
/** Values of one detection: a box, then four key points. */
const DETECTION_VALUES = 12;
/** Half the side of the region around a person, in units of the distance between its two alignment points. */
const REGION_SCALE = 1.25;
/** Values of one landmark: x, y, z, visibility, presence. */
const LANDMARK_VALUES = 5;
/** Landmarks that are joints; those beyond are alignment points for the next pass. */
const JOINTS = 33;
/** Passes of the landmark net: the second one looks at the region the first one found. */
const PASSES = 2;

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

/** BlazePose (Bazarevsky et al., 2020): the detector, and the landmark net with its rough outline of the person. */
export interface PoseNets {
  readonly detector: Net;
  readonly landmarks: Net;
}

/** The pose of the likeliest person, and how likely each pixel belongs to it (0 to 1). */
export interface FoundPose {
  readonly pose: Pose;
  readonly outline: Plane;
}

/** A turned square around a person. */
interface Region {
  readonly centre: Point;
  /** Half its side in pixels. */
  readonly half: number;
  readonly cos: number;
  readonly sin: number;
}

/** Finds a person's pose. It always returns the best guess: `detectionScore` and `presence` tell whether there is a person. */
export async function findPose(raster: Raster, nets: PoseNets): Promise<FoundPose> {
  const detection = await detect(raster, nets.detector);
  let { centre, rim } = detection;
  let region = regionOf(centre, rim);
  let found = await readLandmarks(raster, nets.landmarks, region);
  for (let pass = 1; pass < PASSES; pass++) {
    centre = found.points[JOINTS];
    rim = found.points[JOINTS + 1];
    region = regionOf(centre, rim);
    found = await readLandmarks(raster, nets.landmarks, region);
  }
  const pose = { landmarks: found.points.slice(0, JOINTS), detectionScore: detection.score, presence: found.presence };
  return { pose, outline: outlineOf(raster, region, found.mask) };
}

async function detect(raster: Raster, net: Net): Promise<{ centre: Point; rim: Point; score: number }> {
  const side = Math.max(raster.width, raster.height);
  const left = (raster.width - side) / 2;
  const top = (raster.height - side) / 2;
  const input = cropSquare(
    raster,
    DETECTOR_SIDE,
    (u, v) => [left + (u / DETECTOR_SIDE) * side, top + (v / DETECTOR_SIDE) * side],
    2 / 255,
    -1,
  );
  const [boxes, scores] = await net.run(input, [1, DETECTOR_SIDE, DETECTOR_SIDE, 3]);
  let best = 0;
  for (let i = 1; i < scores.length; i++) if (scores[i] > scores[best]) best = i;
  const anchor = anchorAt(best);
  const keyPoint = (index: number): Point => {
    const at = best * DETECTION_VALUES + 4 + 2 * index;
    return {
      x: left + (boxes[at] / DETECTOR_SIDE + anchor.x) * side,
      y: top + (boxes[at + 1] / DETECTOR_SIDE + anchor.y) * side,
    };
  };
  return { centre: keyPoint(0), rim: keyPoint(1), score: sigmoid(scores[best]) };
}

/** Centre of an anchor, 0 to 1 across the input. */
function anchorAt(index: number): Point {
  let rest = index;
  for (const [stride, perCell] of ANCHOR_LAYERS) {
    const cells = DETECTOR_SIDE / stride;
    if (rest < cells * cells * perCell) {
      const cell = Math.floor(rest / perCell);
      return { x: ((cell % cells) + 0.5) / cells, y: (Math.floor(cell / cells) + 0.5) / cells };
    }
    rest -= cells * cells * perCell;
  }
  throw new RangeError(`the detector has no anchor ${index}`);
}

/** The square in which the line from `centre` to `rim` points up. */
function regionOf(centre: Point, rim: Point): Region {
  const dx = rim.x - centre.x;
  const dy = rim.y - centre.y;
  const angle = Math.PI / 2 - Math.atan2(-dy, dx);
  return { centre, half: Math.hypot(dx, dy) * REGION_SCALE, cos: Math.cos(angle), sin: Math.sin(angle) };
}

async function readLandmarks(raster: Raster, net: Net, { centre, half, cos, sin }: Region) {
  const map = (u: number, v: number): [number, number] => {
    const a = (u / LANDMARK_SIDE - 0.5) * 2 * half;
    const b = (v / LANDMARK_SIDE - 0.5) * 2 * half;
    return [centre.x + a * cos - b * sin, centre.y + a * sin + b * cos];
  };
  const [values, presence, mask] = await net.run(cropSquare(raster, LANDMARK_SIDE, map), [1, LANDMARK_SIDE, LANDMARK_SIDE, 3]);
  const points = Array.from({ length: values.length / LANDMARK_VALUES }, (_, index): PoseLandmark => {
    const [u, v, z, visibility, present] = values.subarray(index * LANDMARK_VALUES, (index + 1) * LANDMARK_VALUES);
    const [x, y] = map(u, v);
    return { x, y, z: (z / LANDMARK_SIDE) * 2 * half, visibility: sigmoid(visibility), presence: sigmoid(present) };
  });
  return { points, presence: presence[0], mask };
}

/** The net's mask (logits of the region) laid back onto the picture. */
function outlineOf({ width, height }: Raster, { centre, half, cos, sin }: Region, mask: Float32Array): Plane {
  const data = new Float32Array(width * height);
  const side = LANDMARK_SIDE;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = x + 0.5 - centre.x;
      const dy = y + 0.5 - centre.y;
      const u = ((dx * cos + dy * sin) / (2 * half) + 0.5) * side - 0.5;
      const v = ((dy * cos - dx * sin) / (2 * half) + 0.5) * side - 0.5;
      if (u < 0 || v < 0 || u >= side - 1 || v >= side - 1) continue;
      const iu = u | 0;
      const iv = v | 0;
      const tu = u - iu;
      const tv = v - iv;
      const at = iv * side + iu;
      const logit =
        (mask[at] * (1 - tu) + mask[at + 1] * tu) * (1 - tv) + (mask[at + side] * (1 - tu) + mask[at + side + 1] * tu) * tv;
      data[y * width + x] = sigmoid(logit);
    }
  }
  return { width, height, data };
}
