import type { Point, Raster } from '../pixels/raster.ts';
import { cropSquare, uprightCrop } from './crop.ts';
import type { Net } from './sessions.ts';
import { sigmoid } from './softmax.ts';

/** Side of the net's input in pixels. */
const SIDE = 224;
/** Anchors of the net: [stride in pixels, anchors a cell] (mediapipe/modules/pose_detection). */
const ANCHOR_LAYERS = [
  [8, 2],
  [16, 2],
  [32, 6],
] as const;
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
  const left = (raster.width - side) / 2;
  const top = (raster.height - side) / 2;
  const input = cropSquare(raster, SIDE, uprightCrop(left, top, side, side), 2 / 255, -1);
  const [boxes, logits] = await net.run(input, [1, SIDE, SIDE, 3]);
  const read = (index: number): DetectedPerson => {
    const anchor = anchorAt(index);
    const keyPoint = (number: number): Point => {
      const at = index * DETECTION_VALUES + 4 + 2 * number;
      return { x: left + (boxes[at] / SIDE + anchor.x) * side, y: top + (boxes[at + 1] / SIDE + anchor.y) * side };
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
      Math.hypot(one.centre.x - other.centre.x, one.centre.y - other.centre.y) <
      SAME_PERSON_SHARE * Math.max(sizeOf(one), sizeOf(other));
    if (!kept.some(near)) kept.push(one);
  }
  return kept;
}

const sizeOf = ({ centre, rim }: DetectedPerson) => Math.hypot(rim.x - centre.x, rim.y - centre.y);

function weightOf(person: DetectedPerson, width: number): number {
  return sizeOf(person) * (1 - (EDGE_LOSS * Math.abs(person.centre.x - width / 2)) / (width / 2));
}

/** Centre of an anchor, 0 to 1 across the input. */
function anchorAt(index: number): Point {
  let rest = index;
  for (const [stride, perCell] of ANCHOR_LAYERS) {
    const cells = SIDE / stride;
    if (rest < cells * cells * perCell) {
      const cell = Math.floor(rest / perCell);
      return { x: ((cell % cells) + 0.5) / cells, y: (Math.floor(cell / cells) + 0.5) / cells };
    }
    rest -= cells * cells * perCell;
  }
  throw new RangeError(`the detector has no anchor ${index}`);
}
