import { distance, pixelMiddle, point } from '../pixels/geometry.ts';
import type { Point, Raster } from '../pixels/raster.ts';
import { cropSquare, uprightCrop } from './crop.ts';
import type { Net } from './sessions.ts';
import { sigmoid } from './softmax.ts';

/** Side of the net's input in pixels. */
const SIDE = 224;
/**
 * Centres of the net's anchors, 0 to 1 across the input: layers of [stride in pixels, anchors a cell]
 * (mediapipe/modules/pose_detection).
 */
const ANCHORS = [
  [8, 2],
  [16, 2],
  [32, 6],
].flatMap(([stride, perCell]) => {
  const cells = SIDE / stride;
  return Array.from({ length: cells * cells * perCell }, (_, i) => {
    const { x, y } = pixelMiddle(Math.floor(i / perCell), cells);
    return point(x / cells, y / cells);
  });
});
/** Values of one detection: a box, then four key points. */
const DETECTION_VALUES = 12;
/** Least score of any person but the first. */
const SCORE_MIN = 0.5;
/** Two detections show one person if their hips are nearer than this share of their size. */
const SAME_PERSON_SHARE = 0.3;
/**
 * Share of the size that a person at the edge of the picture loses when people are ranked; one in the middle loses
 * nothing.
 */
const EDGE_LOSS = 0.5;

/** A person as the detector sees it, in pixels of the picture. */
export interface DetectedPerson {
  /** Middle of the hips. */
  readonly centre: Point;
  /** A point on the circle around the whole person, in the direction of the head. */
  readonly rim: Point;
  /** 0 to 1. */
  readonly score: number;
}

/**
 * Finds people with BlazePose's detector (Bazarevsky et al., 2020). The first is the largest and most central person.
 * The list is never empty; the score of the first tells whether it is a person.
 */
export async function detectPeople(raster: Raster, net: Net): Promise<readonly [DetectedPerson, ...DetectedPerson[]]> {
  const side = Math.max(raster.width, raster.height);
  const square = { left: (raster.width - side) / 2, top: (raster.height - side) / 2, width: side, height: side };
  const input = cropSquare(raster, SIDE, uprightCrop(square), 2 / 255, -1);
  const [boxes, logits] = await net.run(input, [1, SIDE, SIDE, 3]);
  const read = (index: number): DetectedPerson => {
    const keyPoint = (number: number): Point => {
      const at = index * DETECTION_VALUES + 4 + 2 * number;
      const { x, y } = ANCHORS[index];
      return point(square.left + (boxes[at] / SIDE + x) * side, square.top + (boxes[at + 1] / SIDE + y) * side);
    };
    return { centre: keyPoint(0), rim: keyPoint(1), score: sigmoid(logits[index]) };
  };
  let best = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i] > logits[best]) best = i;
  const likely = [...logits.keys()].filter((i) => logits[i] > Math.log(SCORE_MIN / (1 - SCORE_MIN))).map(read);
  const [first, ...others] = distinct(likely).sort((a, b) => weightOf(b, raster.width) - weightOf(a, raster.width));
  return [first ?? read(best), ...others];
}

/** Keeps the detection with the highest score for each person. */
function distinct(detections: readonly DetectedPerson[]): DetectedPerson[] {
  const kept: DetectedPerson[] = [];
  for (const one of detections.toSorted((a, b) => b.score - a.score)) {
    const near = (other: DetectedPerson) =>
      distance(one.centre, other.centre) < SAME_PERSON_SHARE * Math.max(sizeOf(one), sizeOf(other));
    if (!kept.some(near)) kept.push(one);
  }
  return kept;
}

const sizeOf = ({ centre, rim }: DetectedPerson) => distance(centre, rim);

function weightOf(person: DetectedPerson, width: number): number {
  return sizeOf(person) * (1 - (EDGE_LOSS * Math.abs(person.centre.x - width / 2)) / (width / 2));
}
