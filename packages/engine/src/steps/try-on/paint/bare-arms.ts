import type { Region } from '../../../analysis.ts';
import { checkpointAt } from '../../../checkpoint.ts';
import { boundingBox, grownWithin } from '../../../pixels/crop.ts';
import { clamp, dot, mix, segmentDistance, subtract, unit } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { segmentBetween, shareAlong } from '../../../pixels/segment.ts';
import { regionAt } from '../../person/region-at.ts';
import { armPath, type Station } from '../body/arm-path.ts';
import { BARE_ARM_MAX, bareArmEdge, FOREARM_FROM, PALM } from '../body/arm-place.ts';
import type { BodyModel } from '../body/body-model.ts';
import { limbAcross, THICKEST_BARE } from '../body/limb-across.ts';
import { type PhotoAt, photoReader } from '../body/photo-at.ts';
import { SIDES, type Side } from '../body/side.ts';
import { sleevedTo } from '../body/worn-ends.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit, Line } from '../fit/fit.ts';
import { OUTSIDE, type Scene } from '../scene.ts';
import { OLD_MIN } from './old-clothes.ts';
import { isHandSeen, type SeenWrist, seenWrist } from './seen-hand.ts';

/**
 * Least cosine of the angle between the trunk and an upper arm that hangs. The line of the shoulder would cut arms that
 * spread. Our estimate.
 */
const HANGING_MIN = 0.9;
/** Share of such an arm, from the shoulder, that lies below that line. Our estimate. */
const DELTOID_END = 0.25;
/** Places along an arm that measure the person's extent beside it. */
const STATIONS = 32;
/** Search range for the edge of an arm or of its sleeve beside the bone, as a multiple of the expected distance. */
const SEEN_REACH = 1.8;
/** Least and greatest reach of an arm on one side of its bone, as multiples of the expected distance. */
const ASIDE_MIN = 0.75;
const ASIDE_MAX = 1.4;
/** Places with bare skin from which they alone give the reach of an arm, and its least and greatest reach there. */
const BARE_PLACES = 4;
const BARE_MIN = 0.4;
const BARE_MAX = 1.6;
/**
 * Share of the arm before the end of a new sleeve where painting begins. Beside the sleeve above it there is no arm.
 */
const INTO_SLEEVE = 0.1;
/** Share of the arm over which it comes forward, around the end of a sleeve or around that place. */
const FORWARD = 0.06;

/** Places beside a sleeve where cloth may still be its slanting end. */
const NEAR_SLEEVE = 2;
/** Share of the back of a hand, from the wrist, that a cuff may cover. */
const CUFF_END = 0.3;

/** A measured place of an arm. */
interface ArmStation extends Station {
  /** Expected distance of the outer and the inner edge from the bone, in pixels of the analysed person. */
  readonly edges: readonly [outer: number, inner: number];
}

/** A place relative to a bare arm. */
interface PlaceInArm {
  /** Depth within its outline, in pixels of the analysed person; negative outside. */
  readonly depth: number;
  /** True beside a removed sleeve and its cuff. */
  readonly isSleeved: boolean;
  /** True where the photo shows a bare arm or a hand. Cloth beside it is the trunk's, and background stays. */
  readonly isBare: boolean;
  /** Share of the arm, 0 shoulder, 0.5 elbow, 1 wrist. */
  readonly along: number;
}

/** The arms of a person without their sleeves, as shares of each pixel. */
export interface BareArms {
  readonly cover: Float32Array;
  /** Arms with a visible hand, which lie in front of a garment's trunk. */
  readonly before: Float32Array;
}

/**
 * The arms below the end of a new sleeve, within the outline of the person. If an old sleeve ends closer to the bone
 * than arms usually reach, so does the arm.
 */
export function bareArms(scene: Scene, { sleeveEnds, sleeveLines, span, replaces }: GarmentFit): BareArms {
  const { body, placement, parts, matte } = scene;
  const { scale } = placement;
  // The outline is as soft as the edges of the photo, whose pixel is one or more of the output.
  const sharpness = Math.min(1, scale);
  const [cover, before] = [new Float32Array(matte.length), new Float32Array(matte.length)];
  // Bottoms cover no arm, and under a gilet the old sleeves stay.
  if (span || replaces === 'nothing') return { cover, before };
  for (const side of SIDES) {
    const end = sleeveEnds[side];
    const arm = bareArm(scene, side);
    const isBesideSleeve = besideSleeve(sleeveLines[side]?.cuff);
    const around = boundingBox(arm.points.map(placement.toOutput), BARE_MAX * BARE_ARM_MAX * body.girth * scale + 2);
    const { left, top, width, height } = grownWithin(around, placement, 0);
    for (let k = 0; k < width * height; k++) {
      checkpointAt(k);
      const i = (top + Math.floor(k / width)) * placement.width + left + (k % width);
      const place = placement.placeOf(i);
      const { depth, isSleeved, isBare, along } = arm.place(place);
      const inside = depth * sharpness + 0.5;
      if (inside <= 0 || along < end - INTO_SLEEVE) continue;
      if (along < end && isBesideSleeve(place)) continue;
      if (isBare && (parts.upper[i] > OLD_MIN || matte[i] < OUTSIDE)) continue;
      if (!isSleeved && parts.lower[i] > OLD_MIN) continue;
      const share = Math.min(matte[i], clamp(inside));
      cover[i] = Math.max(cover[i], share);
      if (arm.showsHand)
        before[i] = Math.max(before[i], share * clamp((along - (end || FOREARM_FROM)) / FORWARD + 0.5));
    }
  }
  return { cover, before };
}

/** Returns whether a point before the end of a sleeve lies beyond the outer or the inner end of its cuff. */
function besideSleeve(cuff: Line | undefined): (p: Point) => boolean {
  if (!cuff) return () => false;
  const line = segmentBetween(...cuff);
  return (p) => Math.abs(shareAlong(line, p) - 0.5) > 0.5;
}

/**
 * The trunk of a drawn garment without the parts behind arms that cloth covered. The clothes that were put on before
 * hide those arms.
 */
export function behindArms(drawn: DrawnGarment, { before }: BareArms, { parts, worn }: Scene): DrawnGarment {
  const { trunk } = drawn.layers;
  const cloth = (i: number) => Math.min(1, parts.upper[i] + parts.lower[i]) * (1 - worn[i]);
  const alpha = planeOf(before.length, (i) => trunk.alpha[i] * (1 - before[i] * cloth(i)));
  return { ...drawn, layers: { ...drawn.layers, trunk: { ...trunk, alpha } } };
}

/** An arm without its sleeve, and the back of its hand, which a cuff may cover. */
function bareArm(scene: Scene, side: Side) {
  const { body, person } = scene;
  const regionOf = (p: Point) => regionAt(person.regions, p);
  const { shoulder, elbow, knuckles } = body.joints;
  const wrist = seenWrist(body, side, regionOf);
  const path = armPath(side, [shoulder[side], elbow[side], wrist.at]);
  const palm = mix(wrist.at, knuckles[side], PALM);
  const stations = Array.from({ length: STATIONS }, (_, k) => {
    const share = (k + 0.5) / STATIONS;
    const along = path.along(share);
    return { ...path.station(share), along, edges: edgesAt(body, wrist, along) };
  });
  const seen = stations.map(({ at }) => regionOf(at));
  const sleeveTo = sleevedTo(body.worn, side);
  // Skin before the end of a sleeve shows through it.
  const isSheer = (k: number) => stations[k].along < (body.worn.sleeveEnd[side] ?? 0);
  const regions = seen.map((region, k) => {
    // Cloth over a bare arm is the trunk's, where the pose misplaces the bone.
    if (region === 'upper' && stations[k].along > sleeveTo) return 'skin';
    return region === 'skin' && isSheer(k) ? 'upper' : region;
  });
  const bareStations = stations.filter((_, k) => seen[k] === 'skin' && !isSheer(k));
  const sleevedStations = stations.filter((_, k) => regions[k] === 'upper');
  const [outwards, inwards] = reachOf(body, photoReader(person), bareStations, sleevedStations);
  const showsHand = isHandSeen(scene, side);
  const sleeved = sleevedOf(regions, showsHand);
  const hangs = dot(unit(subtract(elbow[side], shoulder[side])), body.down) > HANGING_MIN;
  const nearSleeve = (k: number) => sleeved.slice(Math.max(0, k - NEAR_SLEEVE), k + NEAR_SLEEVE + 1).includes(true);
  const bare = regions.map((at, k) => at === 'skin' && !nearSleeve(k));
  return {
    /** From the shoulder to the palm, in pixels of the analysed person. */
    points: [shoulder[side], elbow[side], wrist.at, palm],
    /** True if the photo shows its hand. */
    showsHand,
    place: (p: Point): PlaceInArm => {
      const { share, offset, away } = path.place(p);
      const along = path.along(share);
      const nearest = Math.round(clamp(share * STATIONS - 0.5, 0, STATIONS - 1));
      const [outer, inner] = edgesAt(body, wrist, along);
      const inArm = (offset > 0 ? outwards * outer : inwards * inner) - away;
      const depth = hangs && along < DELTOID_END ? Math.min(inArm, body.underShoulder(p, side)) : inArm;
      const onHand = segmentDistance(p, wrist.at, palm);
      const ofHand = wrist.radius - onHand.distance;
      if (ofHand > depth) {
        const isCuff = showsHand && sleeved[STATIONS - 1] && onHand.along < CUFF_END;
        return { depth: ofHand, isSleeved: isCuff, isBare: showsHand && !isCuff, along: 1 };
      }
      const isSleeved = share >= 0 && share <= 1 && sleeved[nearest];
      return { depth, isSleeved, isBare: bare[nearest], along };
    },
  };
}

/** Expected edges of an arm at a share of its length. Near the wrist the visible hand gives the thickness. */
function edgesAt(body: BodyModel, { radius }: SeenWrist, share: number): ArmStation['edges'] {
  const scale = body.girth * (1 + (radius / body.armRadius(1) - 1) * clamp(share * 2 - 1));
  return [scale * bareArmEdge(share, 'outer'), scale * bareArmEdge(share, 'inner')];
}

/**
 * Reach of an arm outwards and inwards, as multiples of its expected edges. The edges of bare skin nearest to the
 * shoulder show it, so that the painted part meets it without a step. A sleeve limits it: the share that the arm lacks
 * on one side of its bone, it has on the other. 1 where the photo shows neither edge.
 */
export function reachOf(
  { edge }: Pick<BodyModel, 'edge'>,
  photoAt: PhotoAt,
  bare: readonly ArmStation[],
  sleeved: readonly ArmStation[],
): readonly number[] {
  const skins = bare.flatMap(({ at, outwards, edges: [outer, inner] }) => {
    const skin = limbAcross({ at, across: outwards, radius: (outer + inner) / 2 }, 'skin', THICKEST_BARE, photoAt);
    return skin ? [[(skin.edges[1] + 0.5) / outer, (0.5 - skin.edges[0]) / inner]] : [];
  });
  if (skins.length >= BARE_PLACES)
    return [0, 1].map((k) =>
      clamp(median(skins.slice(0, 2 * BARE_PLACES).map((reach) => reach[k])), BARE_MIN, BARE_MAX),
    );
  const seen = ({ at, outwards: { x, y }, edges: [outer, inner] }: ArmStation, sense: number) => {
    const expected = sense > 0 ? outer : inner;
    const reach = edge(at, { x: x * sense, y: y * sense }, SEEN_REACH * expected);
    return reach === null ? null : reach / expected;
  };
  const within = (own: number | null, other: number | null) => Math.min(own ?? 1, 1 + Math.max(0, 1 - (other ?? 1)));
  return [1, -1].map((sense) => {
    const reaches = sleeved.map((station) => within(seen(station, sense), seen(station, -sense)));
    return clamp(median(reaches, 1), ASIDE_MIN, ASIDE_MAX);
  });
}

/** Places of a sleeve along an arm: from its cloth to the skin, with any label of the cuff between. */
export function sleevedOf(regions: readonly (Region | null)[], isHandSeen: boolean): boolean[] {
  const last = isHandSeen ? regions.length : Math.max(regions.lastIndexOf('upper'), regions.lastIndexOf('skin'));
  let isSleeved = false;
  return regions.map((region, k) => {
    isSleeved = region === 'upper' || (isSleeved && region !== 'skin' && k < last);
    return isSleeved;
  });
}
