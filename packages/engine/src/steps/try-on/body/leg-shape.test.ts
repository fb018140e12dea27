import { describe, expect, test } from 'vitest';
import { pairOf } from '../../../../test/pair-of.ts';
import type { Joints } from './joints.ts';
import { legsOf } from './leg-shape.ts';
import type { PhotoAt } from './photo-at.ts';
import { SIDES, type Side } from './side.ts';

/** A person whose legs hang straight down from the hips, 100 pixels each half. */
const JOINTS: Joints = {
  shoulder: pairOf(50, 150, 0),
  elbow: pairOf(40, 160, 60),
  wrist: pairOf(40, 160, 110),
  knuckles: pairOf(40, 160, 125),
  hip: pairOf(75, 125, 100),
  knee: pairOf(75, 125, 200),
  ankle: pairOf(75, 125, 300),
  foot: pairOf(75, 125, 310),
  kneesSeen: true,
};
const GIRTH = 100;
/** A skirt down to a height, and bare legs of some width below it. Their middles lie beside the bones. */
const dressed = (hem: number, half: number, beside: number): PhotoAt => {
  return ({ x, y }) => {
    if (y < hem) return { matte: x > 40 && x < 160 ? 1 : 0, region: 'lower' };
    const isLeg = [75, 125].some((bone) => Math.abs(x - bone - beside) < half);
    return { matte: isLeg ? 1 : 0, region: isLeg ? 'skin' : 'background' };
  };
};
const widthAt = (photoAt: PhotoAt, y: number) => {
  const leg = legsOf(JOINTS, GIRTH, photoAt, false).place;
  const inside = Array.from({ length: 60 }, (_, k) => 45 + k).filter((x) => leg({ x, y }).radii < 1);
  return [inside[0], inside.at(-1) ?? 0];
};

describe('the shape of legs', () => {
  test('a leg that is hidden is as thick as others of that girth', () => {
    const [left, right] = widthAt(dressed(400, 0, 0), 250);
    expect(right - left).toBeGreaterThan(22);
    expect(right - left).toBeLessThan(30);
    expect(Math.abs((left + right) / 2 - 75)).toBeLessThan(1.6);
  });

  test('a bare leg is where it is seen and as thick', () => {
    const [left, right] = widthAt(dressed(180, 17, -4), 250);
    expect(left).toBeGreaterThan(51);
    expect(left).toBeLessThan(58);
    expect((left + right) / 2).toBeCloseTo(71, -0.5);
  });

  test('bare legs that touch end halfway between them, and are as thick as seen', () => {
    const close = { ...JOINTS, hip: pairOf(85, 115, 100), knee: pairOf(85, 115, 200), ankle: pairOf(85, 115, 300) };
    const bare: PhotoAt = ({ x }) => {
      const isLeg = x > 67 && x < 133;
      return { matte: isLeg ? 1 : 0, region: isLeg ? 'skin' : 'background' };
    };
    const { at, radius } = legsOf(close, GIRTH, bare, false).middle(0, 0.7);
    expect(at.x - radius).toBeCloseTo(67, -0.3);
    expect(at.x + radius).toBeCloseTo(100, -0.3);
  });

  test('hidden knees lie inwards of their bones and hidden calves outwards', () => {
    const { middle } = legsOf(JOINTS, GIRTH, dressed(400, 0, 0), false);
    expect(middle(0, 0.49).at.x).toBeGreaterThan(76);
    expect(middle(0, 0.65).at.x).toBeLessThan(74);
  });

  test('what a skirt hides goes on from the bare leg beneath without a step', () => {
    const photoAt = dressed(220, 17, -6);
    const [above, below] = [widthAt(photoAt, 212), widthAt(photoAt, 228)];
    for (const side of [0, 1]) expect(Math.abs(above[side] - below[side])).toBeLessThan(4);
  });

  test('a leg in close trousers is a little thinner than they are, one in wide ones as thick as any', () => {
    const trousers = (half: number): PhotoAt => {
      return ({ x }) => {
        const isLeg = [75, 125].some((bone) => Math.abs(x - bone) < half);
        return { matte: isLeg ? 1 : 0, region: isLeg ? 'lower' : 'background' };
      };
    };
    const widthIn = (half: number) => {
      const leg = legsOf(JOINTS, GIRTH, trousers(half), true).place;
      return Array.from({ length: 600 }, (_, k) => 45 + k / 10).filter((x) => leg({ x, y: 225 }).radii < 1).length / 10;
    };
    expect(widthIn(15)).toBeLessThan(29);
    expect(widthIn(15)).toBeGreaterThan(26);
    expect(widthIn(24)).toBeLessThan(32);
  });

  test('a cuff or a fold of close trousers does not widen the leg in them', () => {
    const trousers: PhotoAt = ({ x, y }) => {
      const isLeg = [75, 125].some((bone) => Math.abs(x - bone) < (y > 260 ? 10 : 14));
      return { matte: isLeg ? 1 : 0, region: isLeg ? 'lower' : 'background' };
    };
    expect(legsOf(JOINTS, GIRTH, trousers, true).middle(0, 0.95).radius).toBeLessThan(8);
  });

  test('a foot begins where the leg ends, beside its bone', () => {
    const { place } = legsOf(JOINTS, GIRTH, dressed(180, 10, -6), false);
    const [leg, foot] = [place({ x: 63, y: 299 }), place({ x: 63, y: 302 })];
    expect(leg.aside).toBeGreaterThan(0.4);
    expect(Math.abs(leg.radii - foot.radii)).toBeLessThan(0.15);
    expect(Math.abs(leg.aside - foot.aside)).toBeLessThan(0.15);
  });

  test('wide trousers show where the leg is', () => {
    const beside: PhotoAt = ({ x }) => {
      const isLeg = [75, 125].some((bone) => Math.abs(x - bone - 5) < 20);
      return { matte: isLeg ? 1 : 0, region: isLeg ? 'lower' : 'background' };
    };
    const { at, radius } = legsOf(JOINTS, GIRTH, beside, true).middle(0, 0.75);
    expect(Math.abs(at.x - 80)).toBeLessThan(1.6);
    expect(at.y).toBeCloseTo(250);
    expect(radius).toBeLessThan(15);
  });

  test('tights below a skirt show how thick the shins are, also of crossed legs', () => {
    const crossed: Joints = {
      ...JOINTS,
      knee: pairOf(105, 95, 200),
      ankle: pairOf(130, 70, 300),
      foot: pairOf(130, 70, 310),
    };
    for (const joints of [JOINTS, crossed]) {
      const tights: PhotoAt = ({ x, y }) => {
        const down = (y - 200) / 100;
        const bones = [0, 1].map((side) => joints.knee[side].x + (joints.ankle[side].x - joints.knee[side].x) * down);
        const isTights = y > 230 && bones.some((bone) => Math.abs(x - bone) < 9);
        return { matte: isTights || y <= 230 ? 1 : 0, region: isTights || y <= 230 ? 'lower' : 'background' };
      };
      const legs = legsOf(joints, GIRTH, tights, false);
      for (const side of SIDES) {
        expect(legs.middle(side, 0.7).radius).toBeGreaterThan(7);
        expect(legs.middle(side, 0.7).radius).toBeLessThan(11);
      }
    }
  });

  test('far above what is seen a leg is on its bone', () => {
    const [left, right] = widthAt(dressed(290, 12, -6), 165);
    expect(Math.abs((left + right) / 2 - 75)).toBeLessThan(1.6);
  });

  test('a place is told across and along: outwards is away from the other leg', () => {
    const leg = legsOf(JOINTS, GIRTH, dressed(400, 0, 0), false).place;
    expect(leg({ x: 70, y: 150 }).aside).toBeGreaterThan(0);
    expect(leg({ x: 130, y: 150 }).aside).toBeGreaterThan(0);
    expect(leg({ x: 80, y: 250 }).aside).toBeLessThan(0);
    expect(leg({ x: 75, y: 150 }).along).toBeCloseTo(0.25);
    expect(leg({ x: 75, y: 250 }).along).toBeCloseTo(0.75);
  });

  test('where legs cross, the leg whose foot is lower hides the other one', () => {
    const placeAt = (lower: Side, x: number, y: number) => {
      const foot = [
        { x: 125, y: lower === 0 ? 315 : 305 },
        { x: 75, y: lower === 1 ? 315 : 305 },
      ] as const;
      const crossed = { ...JOINTS, knee: pairOf(100, 100, 200), ankle: pairOf(125, 75, 300), foot };
      return legsOf(crossed, GIRTH, dressed(400, 0, 0), false).place({ x, y });
    };
    // Below the crossing, the middle of the left leg lies under the edge of the right one.
    const onLeft = placeAt(0, 107, 230);
    const overLeft = placeAt(1, 107, 230);
    expect(Math.abs(onLeft.aside)).toBeLessThan(0.1);
    expect(Math.abs(overLeft.aside)).toBeGreaterThan(0.8);
    expect([onLeft, overLeft].map(({ clearOfOther }) => clearOfOther)).toEqual([
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
    // Beyond the edge of the front leg, the other one shows.
    expect(placeAt(1, 118, 230).clearOfOther).toBeGreaterThan(0);
    expect(placeAt(1, 118, 230).clearOfOther).toBeLessThan(2);
  });
});
