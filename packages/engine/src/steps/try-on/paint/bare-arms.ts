import type { Region } from '../../../analysis.ts';
import { checkpoint } from '../../../checkpoint.ts';
import { boundingBox, clamp, distance, dot, mix, subtract, unit } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES, type Side } from '../body/side.ts';
import { sleevedTo } from '../body/worn-ends.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit } from '../fit/fit.ts';
import type { Scene } from '../scene.ts';
import { isHandSeen, type SeenWrist, seenWrist } from './seen-hand.ts';

/** Places along each bone that measure the person's extent beside it. */
const STATIONS = 16;
/** Search range for a sleeve beside the bone, in radii of the arm. */
const SEEN_RADII = 1.8;
/** Half width of the smoothing of the outline, in places. Edges of a matte are ragged; those of an arm are not. */
const EVENED = 3;
/** Greatest reach of an arm on one side of its bone, in radii, if a sleeve limits the other side. */
const ASIDE_MAX = 1.25;
/**
 * Cosine of the bend from which the person's outline limits an elbow, and the radius of that area. The elbow's tip lies
 * outside both bones.
 */
const BENT = 0.94;
const ELBOW_RADII = 1.5;
/**
 * Share of the arm before the end of a new sleeve where painting begins. Beside the sleeve above it there is no arm.
 */
const INTO_SLEEVE = 0.1;
/**
 * Share of an arm without a sleeve from which it may be in front of a trunk. Above it, the arm hangs from the shoulder.
 */
const BEFORE_FROM = 0.42;
/** Share of the arm over which it comes forward, around the end of a sleeve or around that place. */
const FORWARD = 0.06;

/** Share of the old top in a pixel from which it is cloth. */
const CLOTH = 0.35;
/** Stations beside a sleeve where cloth may still be its slanting end. */
const NEAR_SLEEVE = 2;

type RegionOf = (p: Point) => Region | null;

/** One bone of an arm, and the arm's reach beside it. */
interface Bone {
  readonly from: Point;
  readonly to: Point;
  /** Shares of the arm at both ends. */
  readonly shares: readonly [from: number, to: number];
  /** True at an end where another bone continues straight. */
  readonly goesOn: readonly [from: boolean, to: boolean];
  /** Unit vector to one side of it. */
  readonly beside: Point;
  /** Distances of the skin from the bone at each station, on that side and on the other. */
  readonly reach: readonly (readonly [number, number])[];
  /** The greatest of these. */
  readonly widest: number;
  /** True at stations of a removed sleeve. */
  readonly sleeved: readonly boolean[];
  /** True at stations where the photo shows the skin of a bare arm. Cloth beside it belongs to the trunk. */
  readonly bare: readonly boolean[];
}

/** The arms of a person without their sleeves, as shares of each pixel. */
export interface BareArms {
  readonly cover: Float32Array<ArrayBuffer>;
  /** Arms with a visible hand, which lie in front of a garment's trunk. */
  readonly before: Float32Array<ArrayBuffer>;
}

/**
 * The arms below the end of a new sleeve. If an old sleeve ends closer to the bone than arms usually reach, so does the
 * arm. Beyond the person an arm lies only beside an old sleeve, whose matte may be ragged.
 */
export function bareArms(scene: Scene, { sleeveEnds }: Pick<GarmentFit, 'sleeveEnds'>): BareArms {
  const { body, placement, person } = scene;
  const size = placement.width * placement.height;
  const [cover, before] = [new Float32Array(size), new Float32Array(size)];
  const regionOf: RegionOf = (p) => regionAt(person.regions, p);
  for (const side of SIDES) {
    const end = sleeveEnds[side];
    const isHandBefore = isHandSeen(scene, side);
    for (const bone of bonesOf(body, side, regionOf)) {
      eachPixel(bone, scene, (i, share, along) => {
        if (along < end - INTO_SLEEVE) return;
        cover[i] = Math.max(cover[i], share);
        if (isHandBefore)
          before[i] = Math.max(before[i], share * clamp((along - (end || BEFORE_FROM)) / FORWARD + 0.5));
      });
    }
  }
  return { cover, before };
}

/**
 * The trunk of a drawn garment without the parts behind arms that cloth covered. The clothes that were put on before
 * hide those arms.
 */
export function behindArms(drawn: DrawnGarment, { before }: BareArms, { parts, worn }: Scene): DrawnGarment {
  const { body } = drawn;
  const alpha = planeOf(before.length, (i) => body.alpha[i] * (1 - before[i] * parts.upper[i] * (1 - worn[i])));
  return { ...drawn, body: { ...body, alpha } };
}

/** Calls back for each pixel of an arm with its share of the pixel and its place along the arm. */
function eachPixel(
  bone: Bone,
  { body, placement, matte, parts }: Scene,
  tell: (pixel: number, share: number, along: number) => void,
): void {
  const { width, height, scale } = placement;
  const box = boundingBox([bone.from, bone.to].map(placement.toOutput), ASIDE_MAX * body.armRadius(0) * scale + 2);
  const [left, top, right, bottom] = box.map((edge, k) => clamp(Math.round(edge), 0, k % 2 ? height : width));
  for (let y = top; y < bottom; y++) {
    checkpoint();
    for (let x = left; x < right; x++) {
      const i = y * width + x;
      const place = placeAt(bone, placement.toPerson(x + 0.5, y + 0.5));
      if (place === null || place.depth * scale <= -0.5 || (matte[i] < 0.5 && !place.isSleeved)) continue;
      if (place.isBare && parts.upper[i] > CLOTH) continue;
      tell(i, clamp(place.depth * scale + 0.5), place.along);
    }
  }
}

/** Upper arm, forearm, and the back of the hand, which a cuff may cover. */
function bonesOf(body: BodyModel, side: Side, regionOf: RegionOf): Bone[] {
  const { shoulder, elbow, knuckles } = body.joints;
  const wrist = seenWrist(body, side, regionOf);
  const arm = [shoulder[side], elbow[side], wrist.at] as const;
  const hand = mix(wrist.at, knuckles[side], 0.7);
  const stations = [0, 1].flatMap((half) => Array.from({ length: STATIONS }, (_, k) => half + (k + 0.5) / STATIONS));
  const points = stations.map((place) => pointOn(arm, place));
  const radii = stations.map((place) => radiusAt(body, wrist, place / 2));
  const seen = points.map(regionOf);
  const sleeveTo = sleevedTo(body.worn, side);
  // Cloth over a bare arm is the trunk's, where the pose misplaces the bone.
  const strayed = seen.map((region, k) => region === 'upper' && stations[k] / 2 > sleeveTo);
  const regions = seen.map((region, k) => (strayed[k] ? 'skin' : region));
  const [one, other] = ([1, -1] as const).map((sense) =>
    evened(
      stations.map((place, k) => {
        if (regions[k] === null || regions[k] === 'background') return null;
        const { x, y } = besideOf(arm, place);
        const edge = body.edge(points[k], { x: x * sense, y: y * sense }, SEEN_RADII * radii[k]);
        return edge === null ? SEEN_RADII : edge / radii[k];
      }),
    ),
  );
  const [upperArm, forearm] = [subtract(arm[1], arm[0]), subtract(arm[2], arm[1])];
  const isBent = dot(unit(upperArm), unit(forearm)) < BENT;
  const isElbow = (p: Point) => isBent && distance(p, arm[1]) < ELBOW_RADII * body.armRadius(0.5);
  const sleeved = sleevedOf([...regions, regionOf(wrist.at), regionOf(hand), regionOf(knuckles[side])]);
  const isNearSleeve = (k: number) => sleeved.slice(Math.max(0, k - NEAR_SLEEVE), k + NEAR_SLEEVE + 1).includes(true);
  const bones = ([0, 1] as const).map((half): Bone => {
    const own = stations.flatMap((place, k) => (Math.floor(place) === half ? [k] : []));
    const reach = own.map((k) => [sideOf(one[k], other[k]) * radii[k], sideOf(other[k], one[k]) * radii[k]] as const);
    return {
      from: arm[half],
      to: arm[half + 1],
      shares: [half / 2, (half + 1) / 2],
      goesOn: [half === 1 && !isBent, half === 0 && !isBent],
      beside: besideOf(arm, half),
      reach,
      widest: Math.max(...reach.flat()),
      sleeved: own.map((k) => sleeved[k] && !isElbow(points[k])),
      bare: own.map((k) => strayed[k] || (regions[k] === 'skin' && !isNearSleeve(k))),
    };
  });
  const { radius } = wrist;
  return [
    ...bones,
    {
      from: wrist.at,
      to: hand,
      shares: [1, 1],
      goesOn: [false, false],
      beside: { x: 0, y: 0 },
      reach: [[radius, radius]],
      widest: radius,
      sleeved: [false],
      bare: [false],
    },
  ];
}

/** The point of a polyline of three points at a place: 0 its beginning, 1 its middle point, 2 its end. */
function pointOn(arm: readonly [Point, Point, Point], place: number): Point {
  return place < 1 ? mix(arm[0], arm[1], place) : mix(arm[1], arm[2], place - 1);
}

/** The unit vector to one side of that polyline. */
function besideOf(arm: readonly [Point, Point, Point], place: number): Point {
  const { x, y } = place < 1 ? unit(subtract(arm[1], arm[0])) : unit(subtract(arm[2], arm[1]));
  return { x: -y, y: x };
}

/** Radius of an arm at a share of its length: that of the body, and near the wrist that of the visible hand. */
function radiusAt(body: BodyModel, { radius }: SeenWrist, share: number): number {
  return body.armRadius(share) * (1 + (radius / body.armRadius(1) - 1) * clamp(share * 2 - 1));
}

/** Reach of an arm on one side, by the visible reach on this side and on the other; in radii. */
function sideOf(seen: number, other: number): number {
  return Math.min(seen, ASIDE_MAX, 1 + Math.max(0, 1 - other));
}

/** Places of a sleeve along an arm: from its cloth to the skin of the hand, with any label of the cuff between. */
function sleevedOf(regions: readonly (Region | null)[]): boolean[] {
  const last = Math.max(regions.lastIndexOf('upper'), regions.lastIndexOf('skin'));
  let isSleeved = false;
  return regions.map((region, k) => {
    isSleeved = region === 'upper' || (isSleeved && region !== 'skin' && k < last);
    return isSleeved;
  });
}

/** A smoothed line without outliers; 0 without known values nearby. */
function evened(values: readonly (number | null)[]): number[] {
  const around = <T>(list: readonly T[], k: number) => list.slice(Math.max(0, k - EVENED), k + EVENED + 1);
  const medians = values.map((_, k) => median(around(values, k).filter((value) => value !== null)));
  return medians.map((_, k) => {
    const near = around(medians, k);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

/** The place of a point in the outline of an arm. */
interface PlaceOnBone {
  /** Depth within the outline, in pixels of the analysed person; negative outside. */
  readonly depth: number;
  readonly isSleeved: boolean;
  readonly isBare: boolean;
  /** Share of the arm. */
  readonly along: number;
}

/** The place of a point in the outline of an arm; null far from it. */
function placeAt(
  { from, to, shares, goesOn, beside, reach, widest, sleeved, bare }: Bone,
  { x, y }: Point,
): PlaceOnBone | null {
  const [boneX, boneY] = [to.x - from.x, to.y - from.y];
  const share = ((x - from.x) * boneX + (y - from.y) * boneY) / (boneX * boneX + boneY * boneY || 1);
  const held = clamp(share);
  const [awayX, awayY] = [x - from.x - boneX * held, y - from.y - boneY * held];
  const away = Math.sqrt(awayX * awayX + awayY * awayY);
  if (away > widest + 1) return null;
  const sense = awayX * beside.x + awayY * beside.y > 0 ? 0 : 1;
  const station = clamp(held * reach.length - 0.5, 0, reach.length - 1);
  const [k, next] = [Math.floor(station), Math.ceil(station)];
  const half = reach[k][sense] + (reach[next][sense] - reach[k][sense]) * (station - k);
  return {
    depth: half - away,
    // The reach around a bent joint is not measured, so the person's outline limits the arm there.
    isSleeved: (share === held || goesOn[held]) && sleeved[Math.round(station)],
    isBare: bare[Math.round(station)],
    along: shares[0] + (shares[1] - shares[0]) * held,
  };
}
