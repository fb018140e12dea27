import { anatomy } from '../body/anatomy.ts';
import type { Figure } from '../body/figure.ts';
import { armsLowered, armsRaised, legsClosed, legsSpread } from '../body/pose.ts';
import { noise } from '../maths/noise.ts';
import { smoothstep } from '../maths/scalar.ts';
import { add, type Vector } from '../maths/vector.ts';
import { clipped } from '../meshes/clip.ts';
import { largestPiece, type Mesh } from '../meshes/mesh.ts';
import { polygonise } from '../meshes/polygonise.ts';
import { type Field, union } from '../shapes/field.ts';
import { tabulated } from '../shapes/lattice.ts';
import { drape } from './drape.ts';
import { neckCut, type TopCut, type TrousersCut, topHull, trousersHull, tubeEnd } from './shell.ts';

/** Angle of the lifted arms while a top is cut; the surplus becomes folds. Radians. */
export const armLift = 0.5;
/** The same for legs. */
const legSpread = 0.14;

/** Small unevenness that lets folds choose a side, centimetres. */
const unevenness = 0.5;

/** `move` with a little noise added. */
function uneven(move: (point: Vector) => Vector): (x: number, y: number, z: number) => Vector {
  return (x, y, z) =>
    add(move([x, y, z]), [noise(x / 7, y / 11, z / 7), 0, noise(x / 7, y / 11, z / 7 + 9)], unevenness);
}

/** Trousers, draped over legs and shoes. */
export function wornTrousers(cut: TrousersCut, figure: Figure, shoe: Field, coarseness: number): Mesh {
  const spread = legsSpread(figure, legSpread);
  const pattern = anatomy(spread);
  const hull = trousersHull(cut, spread, pattern.lower);
  const end = tubeEnd(cut.leg, spread.hip, spread.ankle);
  const mesh = polygonise(hull, [-50, 0, -22], [50, cut.waist + 2, 22], 0.75 * coarseness);
  const piece = clipped(mesh, (x, y, z) => Math.max(y - cut.waist + z * cut.waistTilt, end(x, y, z)));
  const body = anatomy(figure);
  return drape(piece, {
    body: tabulated(union(body.lower, shoe), [-36, -2, -24], [36, cut.waist + 4, 28], 0.8),
    steps: Math.round(300 / coarseness),
    rounds: 20,
    stiffness: 0.06,
    gap: 0.45,
    friction: 0.4,
    start: uneven(legsClosed(figure, legSpread)),
    held: (_x, y) => smoothstep(cut.waist - 7, cut.waist - 4, y),
    slack: (_x, y, _z, _dx, dy) => (Math.abs(dy) > 0.4 && y < 55 ? 1.05 : 1.015),
  });
}

/** Hull of a top, cut at hem, neck and sleeve ends, arms raised. */
function cutTop(cut: TopCut, figure: Figure, coarseness: number): Mesh {
  const body = anatomy(figure);
  const neck = neckCut(cut.neck);
  const end: Field = cut.sleeve ? tubeEnd(cut.sleeve, figure.shoulder, figure.elbow) : () => -1;
  const hull = topHull(cut, figure, body.torso);
  const reach = figure.wrist[0] + 8;
  const mesh = polygonise(hull, [-reach, cut.hem - 3, -22], [reach, cut.neck.centre[1] + 8, 22], 0.7 * coarseness);
  const edges: Field = (x, y, z) => {
    const sleeve = body.arms(x, y, z) < body.trunk(x, y, z) ? end(x, y, z) : -9;
    return Math.max(cut.hem - y, neck(x, y, z), sleeve);
  };
  return largestPiece(clipped(mesh, edges));
}

/** Top, draped over the torso and the clothes `underneath` (a field that is large everywhere for nothing). */
export function wornTop(cut: TopCut, figure: Figure, underneath: Field, coarseness: number): Mesh {
  const body = anatomy(figure);
  const neck = neckCut(cut.neck);
  const reach = figure.wrist[0] + 10;
  return drape(cutTop(cut, armsRaised(figure, armLift), coarseness), {
    body: tabulated(
      union(body.torso, underneath),
      [-reach, cut.hem - 20, -24],
      [reach, cut.neck.centre[1] + 10, 24],
      0.7,
    ),
    steps: Math.round(360 / coarseness),
    rounds: 20,
    stiffness: 0.03,
    gap: 0.25,
    friction: 0.6,
    start: uneven(armsLowered(figure, armLift)),
    held: (x, y, z) => smoothstep(-5, -0.8, neck(x, y, z)),
    slack: () => 1.01,
  });
}
