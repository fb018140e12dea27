import type { Region } from '../../../analysis.ts';
import { checkpoint } from '../../../checkpoint.ts';
import { boundingBox, grownWithin } from '../../../pixels/crop.ts';
import {
  add,
  clamp,
  distance,
  dot,
  interpolate,
  mix,
  sampleAt,
  segmentDistance,
  subtract,
  unit,
} from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';
import { armPath } from '../body/arm-path.ts';
import { FOREARM_FROM } from '../body/arm-place.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES, type Side } from '../body/side.ts';
import { sleevedTo } from '../body/worn-ends.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit } from '../fit/fit.ts';
import type { Scene } from '../scene.ts';
import { OLD_MIN } from './old-clothes.ts';
import { isHandHidden, isHandSeen, type SeenWrist, seenWrist } from './seen-hand.ts';

/** Places along an arm that measure the person's extent beside it. */
const STATIONS = 32;
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
/** Share of the arm over which it comes forward, around the end of a sleeve or around that place. */
const FORWARD = 0.06;

/**
 * A hand that hangs: its half width in radii of the wrist at shares of its length, and that length in girths of the
 * body. Our estimates. An arm ends in it if the old top hides the hand.
 */
const HAND_SHAPE = [
  [0, 1],
  [0.3, 1.25],
  [0.55, 1.2],
  [0.85, 0.85],
  [1, 0.5],
] as const;
const HAND_LENGTH = 0.42;

/** Stations beside a sleeve where cloth may still be its slanting end. */
const NEAR_SLEEVE = 2;

/** A place relative to a bare arm. */
interface PlaceInArm {
  /** Depth within its outline, in pixels of the analysed person; negative outside. */
  readonly depth: number;
  /** True beside a removed sleeve. */
  readonly isSleeved: boolean;
  /** True where the photo shows the skin of a bare arm. Cloth beside it belongs to the trunk. */
  readonly isBare: boolean;
  /** Share of the arm, 0 shoulder, 0.5 elbow, 1 wrist. */
  readonly along: number;
}

/** A bare arm and its hand. */
interface BareArm {
  /** From the shoulder to the fingers, in pixels of the analysed person. */
  readonly points: readonly Point[];
  place(p: Point): PlaceInArm;
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
  const { placement } = scene;
  const size = placement.width * placement.height;
  const [cover, before] = [new Float32Array(size), new Float32Array(size)];
  for (const side of SIDES) {
    const end = sleeveEnds[side];
    const isHandBefore = isHandSeen(scene, side);
    eachPixel(bareArm(scene, side), scene, (i, share, along) => {
      if (along < end - INTO_SLEEVE) return;
      cover[i] = Math.max(cover[i], share);
      if (isHandBefore) before[i] = Math.max(before[i], share * clamp((along - (end || FOREARM_FROM)) / FORWARD + 0.5));
    });
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
  arm: BareArm,
  { body, placement, matte, parts }: Scene,
  tell: (pixel: number, share: number, along: number) => void,
): void {
  const { scale } = placement;
  const around = boundingBox(arm.points.map(placement.toOutput), ASIDE_MAX * body.armRadius(0) * scale + 2);
  const { left, top, width, height } = grownWithin(around, placement, 0);
  for (let y = top; y < top + height; y++) {
    checkpoint();
    for (let x = left; x < left + width; x++) {
      const i = y * placement.width + x;
      const { depth, isSleeved, isBare, along } = arm.place(placement.placeOf(i));
      if (depth * scale <= -0.5 || (matte[i] < 0.5 && !isSleeved) || (isBare && parts.upper[i] > OLD_MIN)) continue;
      tell(i, clamp(depth * scale + 0.5), along);
    }
  }
}

/** An arm without its sleeve, and the back of its hand, which a cuff may cover. */
function bareArm(scene: Scene, side: Side): BareArm {
  const { body, person } = scene;
  const regionOf = (p: Point) => regionAt(person.regions, p);
  const { shoulder, elbow, knuckles } = body.joints;
  const wrist = seenWrist(body, side, regionOf);
  const path = armPath(side, [shoulder[side], elbow[side], wrist.at]);
  const palm = mix(wrist.at, knuckles[side], 0.7);
  const stations = Array.from({ length: STATIONS }, (_, k) => {
    const share = (k + 0.5) / STATIONS;
    const along = path.along(share);
    return { ...path.station(share), along, radius: radiusAt(body, wrist, along) };
  });
  const seen = stations.map(({ at }) => regionOf(at));
  const sleeveTo = sleevedTo(body.worn, side);
  // Cloth over a bare arm is the trunk's, where the pose misplaces the bone.
  const strayed = seen.map((region, k) => region === 'upper' && stations[k].along > sleeveTo);
  const regions = seen.map((region, k) => (strayed[k] ? 'skin' : region));
  const [outer, inner] = [1, -1].map((sense) =>
    evened(
      stations.map(({ at, outwards: { x, y }, radius }, k) => {
        if (regions[k] === null || regions[k] === 'background') return null;
        const edge = body.edge(at, { x: x * sense, y: y * sense }, SEEN_RADII * radius);
        return edge === null ? SEEN_RADII : edge / radius;
      }),
    ),
  );
  const outwards = stations.map(({ radius }, k) => sideOf(outer[k], inner[k]) * radius);
  const inwards = stations.map(({ radius }, k) => sideOf(inner[k], outer[k]) * radius);
  const isBent = dot(path.station(0).direction, path.station(1).direction) < BENT;
  // The reach around a bent joint is not measured, so the person's outline limits the arm there.
  const isElbow = (p: Point) => isBent && distance(p, elbow[side]) < ELBOW_RADII * body.armRadius(0.5);
  const sleeved = sleevedOf([...regions, regionOf(wrist.at), regionOf(palm), regionOf(knuckles[side])]);
  const paintsHand = regionOf(palm) === 'upper' && isHandHidden(scene, side);
  const toFingers = unit(subtract(knuckles[side], wrist.at));
  const hand = paintsHand ? add(wrist.at, toFingers, HAND_LENGTH * body.girth) : palm;
  const isNearSleeve = (k: number) => sleeved.slice(Math.max(0, k - NEAR_SLEEVE), k + NEAR_SLEEVE + 1).includes(true);
  const bare = regions.map((region, k) => strayed[k] || (region === 'skin' && !isNearSleeve(k)));
  return {
    points: [shoulder[side], elbow[side], wrist.at, hand],
    place: (p) => {
      const { share, offset, away } = path.place(p);
      const station = clamp(share * STATIONS - 0.5, 0, STATIONS - 1);
      const depth = sampleAt(offset > 0 ? outwards : inwards, station) - away;
      const onHand = segmentDistance(p, wrist.at, hand);
      const ofHand = (paintsHand ? interpolate(HAND_SHAPE, onHand.along) : 1) * wrist.radius - onHand.distance;
      if (ofHand > depth) return { depth: ofHand, isSleeved: false, isBare: false, along: 1 };
      const nearest = Math.round(station);
      const isSleeved = share >= 0 && share <= 1 && sleeved[nearest] && !isElbow(stations[nearest].at);
      return { depth, isSleeved, isBare: bare[nearest], along: path.along(share) };
    },
  };
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
