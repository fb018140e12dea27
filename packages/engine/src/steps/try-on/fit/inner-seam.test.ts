import { describe, expect, test } from 'vitest';
import { insidePolygon } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { Joints } from '../body/joints.ts';
import { legsOf } from '../body/leg-shape.ts';
import type { Side } from '../body/side.ts';
import type { WornEnds } from '../body/worn-ends.ts';
import {
  aroundLeg,
  aroundLine,
  type InnerPlace,
  type InnerStation,
  isLeftInFront,
  touchingLine,
} from './inner-seam.ts';

const GIRTH = 100;
const pair = (left: number, right: number, y: number) =>
  [
    { x: left, y },
    { x: right, y },
  ] as const;
const WORN: WornEnds = {
  hem: null,
  sleeveEnd: [null, null],
  intoPocket: [null, null],
  legsPart: null,
  groundFrom: 0.7,
  legEnd: 0.65,
};

/** Legs around x = 100 with hips 46 pixels apart, in a skirt that hides them, with the given knees and ankles. */
function bodyOf(knee: readonly [Point, Point], ankle: readonly [Point, Point], worn: Partial<WornEnds> = {}) {
  const hip = pair(77, 123, 0);
  const joints: Joints = {
    shoulder: pair(50, 150, -150),
    elbow: pair(40, 160, -90),
    wrist: pair(40, 160, -40),
    knuckles: pair(40, 160, -25),
    hip,
    knee,
    ankle,
    foot: ankle,
    kneesSeen: true,
  };
  const skirt = () => ({ matte: 1, region: 'lower' }) as const;
  const body: Pick<BodyModel, 'across' | 'down' | 'girth' | 'shoulderWidth' | 'leg' | 'edge' | 'worn' | 'joints'> = {
    across: { x: 1, y: 0 },
    down: { x: 0, y: 1 },
    girth: GIRTH,
    shoulderWidth: GIRTH,
    leg: legsOf(joints, GIRTH, skirt, false),
    edge: () => null,
    worn: { ...WORN, ...worn },
    joints,
  };
  return body;
}

type Body = ReturnType<typeof bodyOf>;

function stationOf({ joints }: Body, side: Side, share: number, cut: number): InnerStation {
  const bones = (of: Side) => [joints.hip[of], joints.knee[of], joints.ankle[of]];
  return { side, share, cut, leg: bones(side), otherLeg: bones(side === 0 ? 1 : 0) };
}

/** Distance between the cloth of both legs at a share of them; negative where they overlap. */
function gapAt(body: Body, share: number, cut: number): number {
  const [left, right] = ([0, 1] as const).map((side) => aroundLeg(body, stationOf(body, side, share, cut)).at);
  return right.x - left.x;
}

const NEAR = () => bodyOf(pair(80, 120, 110), pair(85, 115, 220));
const APART = (worn?: Partial<WornEnds>) => bodyOf(pair(70, 130, 110), pair(65, 135, 220), worn);

describe('the inner seams of legs that were not seen', () => {
  test('thighs of legs that are near each other touch below the crotch', () => {
    for (const share of [0.15, 0.2, 0.25]) expect(gapAt(NEAR(), share, 28)).toBeLessThan(0);
  });

  test('legs that stand apart part, and cloth is not drawn within the skin', () => {
    const body = APART();
    const gap = gapAt(body, 0.45, 20);
    const skin = body.leg({ x: 100, y: 99 }, 0);
    expect(skin.radii).toBeGreaterThan(1);
    expect(gap).toBeGreaterThan(5);
    const { at } = aroundLeg(body, stationOf(body, 0, 0.45, 10));
    expect(body.leg(at, 0).radii).toBeGreaterThan(1);
  });

  test('wide legs reach nearer to each other below the knee than narrow ones', () => {
    expect(gapAt(APART(), 0.8, 22)).toBeLessThan(gapAt(APART(), 0.8, 12) - 4);
  });

  test('where no ground is seen between legs none is made up, as far as the cloth reaches', () => {
    expect(gapAt(APART({ groundFrom: null, legEnd: null }), 0.3, 25)).toBeLessThan(0);
    expect(gapAt(APART({ groundFrom: 0.9, legEnd: null }), 0.3, 25)).toBeLessThan(0);
    expect(gapAt(APART({ groundFrom: 0.5, legEnd: 0.45 }), 0.3, 25)).toBeGreaterThan(0);
  });

  test('trousers over others that touch part towards the ground that was seen between these, not at once', () => {
    const [whole, parting, seen] = [null, 0.65, 0.55].map((groundFrom) =>
      gapAt(APART({ groundFrom, legEnd: null }), 0.55, 25),
    );
    expect(parting).toBeGreaterThan(whole + 2);
    expect(parting).toBeLessThan(seen - 2);
  });

  test('legs that cross are each drawn as thick as they are', () => {
    const crossed = bodyOf(pair(97, 103, 110), pair(120, 80, 220));
    expect(gapAt(crossed, 0.5, 18)).toBeLessThan(-0.2 * GIRTH);
    const { at } = aroundLeg(crossed, stationOf(crossed, 0, 0.8, 12));
    expect(crossed.leg(at, 0).radii).toBeGreaterThan(0.9);
  });

  test('the leg whose foot is lower in the picture lies before the other', () => {
    const stepping = (left: number, right: number) =>
      bodyOf(pair(80, 120, 110), [
        { x: 110, y: left },
        { x: 90, y: right },
      ]);
    expect(isLeftInFront(stepping(225, 210))).toBe(true);
    expect(isLeftInFront(stepping(210, 225))).toBe(false);
  });

  test('legs that touch meet on a line from the crotch down to where they part', () => {
    const seam = (touches: readonly boolean[]): InnerPlace[] =>
      touches.map((touching, k) => ({
        at: { x: 100, y: 30 + 10 * k },
        touching: touching ? { x: 100, y: 30 + 10 * k } : null,
      }));
    const crotch = { x: 100, y: 20 };
    const lineOf = (left: readonly boolean[]) =>
      touchingLine(crotch, seam(left), seam([true, true, true])).map(({ y }) => y);
    expect(lineOf([true, true, false])).toEqual([20, 30, 40]);
    expect(lineOf([false, true, true])).toEqual([20]);
  });

  test('the area around a line between the legs lies on both of its sides', () => {
    const area = aroundLine(NEAR(), [
      { x: 100, y: 10 },
      { x: 100, y: 40 },
    ]);
    expect(insidePolygon(area, 99, 25)).toBe(true);
    expect(insidePolygon(area, 101, 25)).toBe(true);
    expect(insidePolygon(area, 100, 45)).toBe(false);
  });
});
