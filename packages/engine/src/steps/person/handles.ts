import { REGIONS, type RegionMap } from '../../analysis.ts';
import { checkpointAt } from '../../checkpoint.ts';
import { findComponents, largestComponent } from '../../pixels/components.ts';
import { type Box, cropRaster, cropValues, grownWithin, hullOf, type Values } from '../../pixels/crop.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { boundingBox, clamp } from '../../pixels/geometry.ts';
import { guidedFilter } from '../../pixels/guided-filter.ts';
import { inverted, maskOf, planeOf } from '../../pixels/planes.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import type { Point } from '../../pixels/raster.ts';
import {
  boneDistance,
  HELD_REACH,
  type HeldColours,
  type HeldInput,
  heldColours,
  heldOdds,
  heldZone,
  LOWER,
  PERSON_MIN,
  SKIN,
  sumOf,
  UPPER,
} from './held-colours.ts';
import { type HeldThing, heldThings } from './held-things.ts';
import { mixRegions, relabel } from './relabel.ts';
import { cropRegions, pasteRegions, shiftPose } from './shifted.ts';

/**
 * Radius in pixels of the map and variance of the guided filter that aligns odds and outline with the picture's edges.
 * Straps are wider than the radius.
 */
const GUIDE_RADIUS = 2;
const GUIDE_VARIANCE = 1e-3;
/** Width along a thing's outline, in pixels of the map, where its colour mixes with ground or hand. */
const EDGE = 2;
/**
 * Least size of a piece of a handle in pixels, greatest gap to the thing in pixels, and greatest number of pieces in a
 * row.
 */
const PIECE_MIN = 6;
const BREAK_MAX = 3;
const PIECES_MAX = 3;
/** Greatest area of a hole that becomes part of the thing, in squares of the shoulder width. */
const HOLE_MAX = 0.01;
/** Greatest distance of a hand's or forearm's skin from their bones, in shoulder widths. */
const HAND = 0.3;

const BACKGROUND = REGIONS.indexOf('background');
/** Least share of a thing that its own colours must find again. With less, the learned colours are not the thing's. */
const FOUND_MIN = 0.5;

/** The result for one thing, or for all. */
interface Told {
  /** Region label of each pixel behind the thing, or the map's own label outside it. */
  readonly behind: Uint8Array;
  /** Share of each pixel that the thing covers, 0 to 1. */
  readonly share: Float32Array;
}

/**
 * Separates a bag, a bottle or another held thing from the clothes and the ground behind it. The nets label handles as
 * clothes, and clothes or ground between handles as the thing. The search reads the original map for every thing, so
 * the order of things does not matter.
 */
export function settleHandles(map: RegionMap, input: HeldInput): RegionMap {
  const told = { behind: map.labels.slice(), share: new Float32Array(map.labels.length) };
  const boxes: Box[] = [];
  for (const held of heldThings(map, input)) {
    const box = boxOf(map, held, input);
    const one = heldWithin(held, map, box);
    const found = tell(cropRegions(map, box), one, inputWithin(input, map, box));
    if (!found) continue;
    boxes.push(box);
    addTold(told, found, one.thing, map, box);
  }
  if (boxes.length === 0) return map;
  const box = hullOf(boxes);
  const within = (values: Values) => cropValues(values, 1, map.width, box);
  const part = withTold(cropRegions(map, box), {
    behind: Uint8Array.from(within(told.behind)),
    share: within(told.share),
  });
  return pasteRegions(map, part, box);
}

/** Adds the result for a thing within a box to the result for the whole map. */
function addTold({ behind, share }: Told, found: Told, thing: Uint8Array, { width }: RegionMap, box: Box): void {
  for (let k = 0; k < thing.length; k++) {
    checkpointAt(k);
    const i = wholeOf(k, width, box);
    share[i] = Math.max(share[i], found.share[k]);
    if (thing[k]) behind[i] = found.behind[k];
  }
}

/** Index in a map of the given width for pixel `k` of a box. */
const wholeOf = (k: number, width: number, box: Box) =>
  (box.top + Math.floor(k / box.width)) * width + box.left + (k % box.width);

function withTold(map: RegionMap, { behind, share }: Told): RegionMap {
  const cleared = (['background', 'skin', 'upper', 'lower'] as const).reduce((one, region) => {
    const label = REGIONS.indexOf(region);
    return relabel(one, region, (i) => behind[i] === label && map.labels[i] !== label);
  }, map);
  return mixRegions(
    cleared,
    relabel(map, 'other', (i) => share[i] > 0),
    share,
  );
}

/** The part of a map around a thing and its handles; the search stays within it. */
function boxOf({ width, height, scale }: RegionMap, { outline, hold }: HeldThing, { frame }: HeldInput): Box {
  const [left, top, right, bottom] = boundingBox([...outline, hold]);
  const held = { left, top, width: right - left, height: bottom - top };
  return grownWithin(held, { width, height }, (HELD_REACH * frame.shoulderWidth) / scale + GUIDE_RADIUS);
}

function heldWithin(
  { thing, outline, arm: [elbow, wrist, knuckles], hold }: HeldThing,
  { width }: RegionMap,
  box: Box,
): HeldThing {
  const shift = ({ x, y }: Point) => ({ x: x - box.left, y: y - box.top });
  const within = Uint8Array.from(cropValues(thing, 1, width, box));
  return {
    thing: within,
    outline: outline.map(shift),
    arm: [shift(elbow), shift(wrist), shift(knuckles)],
    hold: shift(hold),
  };
}

function inputWithin(
  { raster, bins, matte, pose, frame }: HeldInput,
  { width, scale }: RegionMap,
  box: Box,
): HeldInput {
  const cropped = new Int32Array(box.width * box.height);
  for (let k = 0; k < cropped.length; k++) {
    checkpointAt(k);
    cropped[k] = bins[wholeOf(k, width, box)];
  }
  return {
    raster: cropRaster(raster, box),
    bins: cropped,
    matte: cropValues(matte, 1, width, box),
    pose: shiftPose(pose, box.left * scale, box.top * scale),
    frame,
  };
}

/** Separates a thing from its surroundings. Null if its own colours do not find it again. */
function tell(map: RegionMap, held: HeldThing, input: HeldInput): Told | null {
  const { width, labels } = map;
  const { thing, arm } = held;
  const { raster, bins, matte } = input;
  const zone = heldZone(map, held, input);
  const colours = heldColours(map, held, zone, input);
  if (!colours) return null;
  const guide = guidedFilter(raster, GUIDE_RADIUS, GUIDE_VARIANCE);
  const odds = guide(heldOdds(map, held, zone, colours, input));
  const isHand = (i: number) => boneDistance(i, width, arm) < HAND * zone.unit;
  const open = maskOf(thing.length, (i) => {
    if (!zone.around[i] || matte[i] < PERSON_MIN || zone.sure[i]) return false;
    return thing[i] === 1 || labels[i] === UPPER || labels[i] === LOWER || (labels[i] === SKIN && !isHand(i));
  });
  const found = maskOf(thing.length, (i) => (open[i] ? odds[i] > 0 : thing[i] === 1));
  const whole = withoutHoles(
    hanging(withEdge(found, thing, matte, map), zone.clear, map),
    map,
    HOLE_MAX * zone.unit ** 2,
  );
  if (sumOf(maskOf(thing.length, (i) => thing[i] === 1 && whole[i] === 1)) < FOUND_MIN * sumOf(thing)) return null;
  const outline = guide(planeOf(whole.length, (i) => whole[i]));
  const share = planeOf(whole.length, (i) => (open[i] || thing[i] ? clamp(outline[i]) : 0));
  return { behind: behindThing(map, thing, colours, bins), share };
}

/**
 * Region labels of a map. On the pixels of the thing they are the likeliest of background, skin and clothes by colour.
 */
function behindThing(map: RegionMap, thing: Uint8Array, colours: HeldColours, bins: Int32Array): Uint8Array {
  const cloth = clothAround(map);
  const behind = map.labels.slice();
  for (let i = 0; i < behind.length; i++) {
    checkpointAt(i);
    if (!thing[i]) continue;
    const clothes = colours.clothes?.[bins[i]] ?? 0;
    const background = colours.background?.[bins[i]] ?? 0;
    const skin = colours.skin?.[bins[i]] ?? 0;
    if (background > clothes && background > skin) behind[i] = BACKGROUND;
    else behind[i] = skin > clothes ? SKIN : cloth[i];
  }
  return behind;
}

/**
 * Label of the likeliest clothes at each pixel: the more frequent of upper and lower around it, weighted by nearness.
 */
function clothAround({ width, height, labels }: RegionMap): Uint8Array {
  const uppers = new Float32Array(labels.length * 3);
  for (let i = 0; i < labels.length; i++) {
    checkpointAt(i);
    if (labels[i] === UPPER) uppers[i * 3] = 1;
  }
  const known = maskOf(labels.length, (i) => labels[i] === UPPER || labels[i] === LOWER);
  const filled = pushPull(uppers, known, width, height);
  const isUpper = maskOf(labels.length, (i) => filled[i * 3] > 0.5);
  return isUpper.map((upper) => (upper ? UPPER : LOWER));
}

/**
 * The found pixels with the thing's edge towards ground or hand. Edge pixels mix both colours, so the odds miss them.
 */
function withEdge(
  found: Uint8Array,
  thing: Uint8Array,
  matte: Float32Array,
  { width, height, labels }: RegionMap,
): Uint8Array {
  const outside = maskOf(matte.length, (i) => matte[i] < PERSON_MIN || labels[i] === SKIN);
  const toOutside = distanceTo(outside, width, height, EDGE + 1);
  const toFound = distanceTo(found, width, height, EDGE + 1);
  return maskOf(found.length, (i) => found[i] === 1 || (thing[i] === 1 && toOutside[i] <= EDGE && toFound[i] <= EDGE));
}

/** The largest piece of a thing with the pieces near it. Handles in front of clothes may have small gaps. */
function hanging(found: Uint8Array, clear: Uint8Array, { width, height }: RegionMap): Uint8Array {
  const { labels, sizes } = findComponents(found, width, height);
  const weights = sizes.map(() => 0);
  for (let i = 0; i < found.length; i++) {
    checkpointAt(i);
    if (labels[i]) weights[labels[i]] += 1 + clear[i];
  }
  const largest = largestComponent({ labels, sizes: weights });
  if (largest === 0) return found;
  const kept = new Set([largest]);
  for (let round = 0; round < PIECES_MAX; round++) {
    const near = distanceTo(
      maskOf(found.length, (i) => kept.has(labels[i])),
      width,
      height,
      BREAK_MAX + 1,
    );
    for (let i = 0; i < found.length; i++) {
      checkpointAt(i);
      if (labels[i] && sizes[labels[i]] >= PIECE_MIN && near[i] <= BREAK_MAX) kept.add(labels[i]);
    }
  }
  return maskOf(found.length, (i) => labels[i] > 0 && kept.has(labels[i]));
}

/** A mask with its holes of up to `most` pixels filled. */
function withoutHoles(mask: Uint8Array, { width, height }: RegionMap, most: number): Uint8Array {
  const { labels, sizes } = findComponents(inverted(mask), width, height);
  return maskOf(mask.length, (i) => mask[i] === 1 || sizes[labels[i]] <= most);
}
