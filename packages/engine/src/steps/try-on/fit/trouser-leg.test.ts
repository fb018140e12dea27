import { describe, expect, test } from 'vitest';
import { pairOf } from '../../../../test/pair-of.ts';
import { insidePolygon } from '../../../pixels/polygon.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { Joints } from '../body/joints.ts';
import { legsOf } from '../body/leg-shape.ts';
import type { Side } from '../body/side.ts';
import { aroundLine, type InnerPlace, innerPlace, outerPlace, touchingLine } from './trouser-leg.ts';

const GIRTH = 100;

/** Legs around x = 100 with hips 46 pixels apart, in a skirt that hides them, with the given knees and ankles. */
function bodyOf(knee: readonly [Point, Point], ankle: readonly [Point, Point], kneesSeen = true) {
  const joints: Joints = {
    shoulder: pairOf(50, 150, -150),
    elbow: pairOf(40, 160, -90),
    wrist: pairOf(40, 160, -40),
    knuckles: pairOf(40, 160, -25),
    hip: pairOf(77, 123, 0),
    knee,
    ankle,
    foot: ankle,
    kneesSeen,
  };
  const legs = legsOf(joints, GIRTH, () => ({ matte: 1, region: 'lower' }), false);
  return {
    across: { x: 1, y: 0 },
    down: { x: 0, y: 1 },
    girth: GIRTH,
    joints,
    leg: legs.place,
    legMiddle: legs.middle,
    worn: { legsPart: null },
  };
}

type Body = Omit<ReturnType<typeof bodyOf>, 'worn'> & { readonly worn: { readonly legsPart: number | null } };

/** Distance between the cloth of both legs at a share of them; negative where they overlap. */
function gapAt(body: Body, share: number, half: number): number {
  const [left, right] = ([0, 1] as const).map((side) => innerPlace(body, { side, share, half }).target);
  return right.x - left.x;
}

/** Width of the cloth of one leg. */
function widthAt(body: Body, share: number, half: number): number {
  const station = { side: 0, share, half } as const;
  return innerPlace(body, station).target.x - outerPlace(body, station).x;
}

const NEAR = () => bodyOf(pairOf(80, 120, 110), pairOf(85, 115, 220));
const APART = () => bodyOf(pairOf(70, 130, 110), pairOf(65, 135, 220));

describe('the seams of trousers on legs', () => {
  test('thighs of legs that are near each other touch below the crotch', () => {
    for (const share of [0.15, 0.2, 0.25]) expect(gapAt(NEAR(), share, 19)).toBeLessThan(0);
  });

  test('legs touch where the photo ends above the knees, unless it shows that they part', () => {
    const body = bodyOf(pairOf(70, 130, 110), pairOf(65, 135, 220), false);
    expect(gapAt(body, 0.3, 14)).toBeLessThan(0);
    expect(gapAt({ ...body, worn: { legsPart: 0.2 } }, 0.3, 14)).toBeGreaterThan(5);
  });

  test('thighs touch where they do in the trousers of the person, and knees may part', () => {
    const body = { ...APART(), worn: { legsPart: 0.5 } };
    expect(gapAt(body, 0.35, 14)).toBeLessThan(0);
    expect(gapAt(body, 0.45, 14)).toBeGreaterThan(5);
    const far = { ...bodyOf(pairOf(30, 170, 110), pairOf(10, 190, 220)), worn: { legsPart: 0.5 } };
    expect(gapAt(far, 0.35, 14)).toBeGreaterThan(5);
  });

  test('legs that stand apart part, and cloth never lies within the skin', () => {
    const body = APART();
    expect(gapAt(body, 0.45, 14)).toBeGreaterThan(5);
    for (const share of [0.3, 0.5, 0.7, 0.9]) {
      const station = { side: 0, share, half: 5 } as const;
      for (const at of [innerPlace(body, station).target, outerPlace(body, station)])
        expect(body.leg(at).radii).toBeGreaterThan(1);
    }
  });

  test('wider cloth hangs wider, and farther outwards than inwards', () => {
    const body = APART();
    const [narrow, wide] = [14, 25].map((half) => ({ side: 0 as Side, share: 0.8, half }));
    expect(widthAt(body, 0.8, 25)).toBeGreaterThan(widthAt(body, 0.8, 14) + 10);
    const outwards = outerPlace(body, narrow).x - outerPlace(body, wide).x;
    const inwards = innerPlace(body, wide).target.x - innerPlace(body, narrow).target.x;
    expect(outwards).toBeGreaterThan(1.5 * inwards);
    expect(inwards).toBeGreaterThan(0);
  });

  test('cloth bends around a knee without a step', () => {
    const bent = bodyOf(pairOf(55, 145, 110), pairOf(80, 120, 220));
    const outline = Array.from({ length: 41 }, (_, k) =>
      outerPlace(bent, { side: 0, share: 0.3 + k * 0.01, half: 15 }),
    );
    const turns = outline.slice(2).map((p, k) => {
      const [a, b] = [outline[k], outline[k + 1]];
      return Math.abs(Math.atan2(p.x - b.x, p.y - b.y) - Math.atan2(b.x - a.x, b.y - a.y));
    });
    expect(Math.max(...turns)).toBeLessThan(0.35);
  });

  test('legs tell where they touch, unless they part or cross', () => {
    const touching = (body: Body, share: number, half: number) => innerPlace(body, { side: 0, share, half }).touching;
    expect(touching(NEAR(), 0.2, 20)?.x).toBeCloseTo(100);
    expect(touching(APART(), 0.6, 12)).toBeNull();
    expect(touching(bodyOf(pairOf(110, 90, 110), pairOf(120, 80, 220)), 0.6, 12)).toBeNull();
  });

  test('legs that cross are each drawn as thick as they are', () => {
    const crossed = bodyOf(pairOf(97, 103, 110), pairOf(120, 80, 220));
    expect(gapAt(crossed, 0.5, 12)).toBeLessThan(-0.2 * GIRTH);
    const { target } = innerPlace(crossed, { side: 0, share: 0.8, half: 12 });
    expect(crossed.leg(target).radii).toBeGreaterThan(0.9);
  });

  test('legs that touch meet on a line from the crotch down to where they part', () => {
    const seam = (touches: readonly boolean[]): InnerPlace[] =>
      touches.map((touching, k) => ({
        target: { x: 100, y: 30 + 10 * k },
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
    expect(insidePolygon(area, { x: 99, y: 25 })).toBe(true);
    expect(insidePolygon(area, { x: 101, y: 25 })).toBe(true);
    expect(insidePolygon(area, { x: 100, y: 45 })).toBe(false);
  });

  test('that area ends in a point where the legs part', () => {
    const line = [10, 40, 70].map((y) => ({ x: 100, y }));
    const area = aroundLine(NEAR(), line);
    expect([41, 69].map((y) => insidePolygon(area, { x: 96, y }))).toEqual([true, false]);
  });
});
