import { add, distance, mix, point, subtract, unit } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Point } from '../../../pixels/raster.ts';
import { armRadius } from './arm-place.ts';
import type { Joints } from './joints.ts';
import { limbAcross, THICKEST_BARE } from './limb-across.ts';
import type { PhotoAt } from './photo-at.ts';
import { SIDES, type Side } from './side.ts';

/** Measured places on an arm: 0 shoulder, 0.5 elbow, 1 wrist. Higher up, an arm often touches the trunk. */
const STATIONS = Array.from({ length: 28 }, (_, k) => 0.3 + k * 0.025);
/** Distance between a joint and the places that move it, and the least number of such places. */
const NEAR = 0.25;
const NEAR_MIN = 4;
/** Thickest plausible sleeve, in expected radii of the arm. */
const THICKEST_SLEEVE = 1.6;

/**
 * Joints whose elbows and wrists lie in the middle of the bare arms or sleeves that the photo shows. The pose net
 * places them up to a radius beside it. `girth` is that of the body, in pixels of the joints.
 */
export function centredArms(joints: Joints, photoAt: PhotoAt, girth: number): Joints {
  const [left, right] = SIDES.map((side) => movesOf(joints, side, photoAt, girth));
  return {
    ...joints,
    elbow: [add(joints.elbow[0], left.elbow), add(joints.elbow[1], right.elbow)],
    wrist: [add(joints.wrist[0], left.wrist), add(joints.wrist[1], right.wrist)],
    knuckles: [add(joints.knuckles[0], left.wrist), add(joints.knuckles[1], right.wrist)],
  };
}

/** The ways from an elbow and a wrist to the middle of their arm; no way where too little of the arm shows. */
function movesOf({ shoulder, elbow, wrist }: Joints, side: Side, photoAt: PhotoAt, girth: number) {
  const moves = STATIONS.flatMap((share): readonly { readonly share: number; readonly by: Point }[] => {
    const half = share < 0.5 ? 0 : 1;
    const [from, to] = half === 0 ? [shoulder[side], elbow[side]] : [elbow[side], wrist[side]];
    if (distance(from, to) < 1) return [];
    const along = unit(subtract(to, from));
    const across = point(-along.y, along.x);
    const station = { at: mix(from, to, 2 * share - half), across, radius: armRadius(share) * girth };
    const arm =
      limbAcross(station, 'skin', THICKEST_BARE, photoAt) ?? limbAcross(station, 'upper', THICKEST_SLEEVE, photoAt);
    return arm ? [{ share, by: point(arm.shift * across.x, arm.shift * across.y) }] : [];
  });
  const moveAt = (joint: number): Point => {
    const near = moves.filter(({ share }) => Math.abs(share - joint) <= NEAR).map(({ by }) => by);
    return near.length < NEAR_MIN ? point(0, 0) : point(median(near.map(({ x }) => x)), median(near.map(({ y }) => y)));
  };
  return { elbow: moveAt(0.5), wrist: moveAt(1) };
}
