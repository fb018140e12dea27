import { REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { findComponents } from '../../pixels/components.ts';
import { type Box, cropRaster, cropValues, grownWithin } from '../../pixels/crop.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { boundingBox, clamp, pixelMiddle } from '../../pixels/geometry.ts';
import { guidedFilter } from '../../pixels/guided-filter.ts';
import { inverted, maskOf, planeOf } from '../../pixels/planes.ts';
import type { Point } from '../../pixels/raster.ts';
import { boneDistance, HELD_REACH, type HeldColours, type HeldInput, heldColours, heldOdds, heldZone } from './held-colours.ts';
import { type HeldThing, heldThings, pointsOf } from './held-things.ts';
import { mixRegions, relabel } from './relabel.ts';
import { cropRegions, pasteRegions, shiftPose } from './shifted.ts';

/** The guided filter that smooths odds and outline along the picture's edges: radius in pixels of the map, less than a strap is wide, and variance. */
const GUIDE_RADIUS = 2;
const GUIDE_VARIANCE = 1e-3;
/** Matte from which a pixel is the person. */
const PERSON_MIN = 0.5;
/** Pixels of the map along a thing's outline that have the ground or the hand mixed in. */
const EDGE = 2;
/** Least pixels of a piece of a handle, how many pixels it may lie from what it hangs on, and how many of them may follow one another. */
const PIECE_MIN = 6;
const BREAK_MAX = 3;
const PIECES_MAX = 3;
/** Holes up to this many squares of the shoulder width are part of the thing. */
const HOLE_MAX = 0.01;
/** Skin within so many shoulder widths of hand and forearm is theirs. */
const HAND = 0.3;

const SKIN = REGIONS.indexOf('skin');
const CLOTHES = (['upper', 'lower'] as const).map((region) => REGIONS.indexOf(region));

/**
 * Tells a bag, a bottle or the like from the clothes and the ground behind it, pixel by pixel: its handles up to the hand, which nets take
 * for clothes, and what shows through them, which they take for it.
 */
export function settleHandles(map: RegionMap, input: HeldInput): RegionMap {
  return heldThings(map, input).reduce((settled, held) => {
    const box = boxOf(settled, held, input);
    return pasteRegions(
      settled,
      settle(cropRegions(settled, box), heldWithin(held, settled, box), inputWithin(input, settled, box)),
      box,
    );
  }, map);
}

/** The part of a map that a thing is told in: it is small, and most of the person far from it. */
function boxOf({ width, height, scale }: RegionMap, { thing, hold }: HeldThing, { frame }: HeldInput): Box {
  const points = [...pointsOf(thing, width), hold];
  const [left, top, right, bottom] = boundingBox(points);
  const held = { left, top, width: right - left, height: bottom - top };
  return grownWithin(held, { width, height }, (HELD_REACH * frame.shoulderWidth) / scale + GUIDE_RADIUS);
}

function heldWithin({ thing, arm: [elbow, wrist, knuckles], hold }: HeldThing, { width }: RegionMap, box: Box): HeldThing {
  const shift = ({ x, y }: Point) => ({ x: x - box.left, y: y - box.top });
  const within = Uint8Array.from(cropValues(thing, 1, width, box));
  return { thing: within, arm: [shift(elbow), shift(wrist), shift(knuckles)], hold: shift(hold) };
}

function inputWithin({ raster, bins, matte, pose, frame }: HeldInput, { width, scale }: RegionMap, box: Box): HeldInput {
  const wholeOf = (k: number) => (box.top + Math.floor(k / box.width)) * width + box.left + (k % box.width);
  return {
    raster: cropRaster(raster, box),
    bins: Int32Array.from({ length: box.width * box.height }, (_, k) => bins[wholeOf(k)]),
    matte: cropValues(matte, 1, width, box),
    pose: shiftPose(pose, box.left * scale, box.top * scale),
    frame,
  };
}

function settle(map: RegionMap, held: HeldThing, input: HeldInput): RegionMap {
  const { width, labels } = map;
  const { thing, arm } = held;
  const { raster, bins, matte } = input;
  const zone = heldZone(map, held, input);
  const colours = heldColours(map, held, zone, input);
  if (!colours) return map;
  const guide = guidedFilter(raster, GUIDE_RADIUS, GUIDE_VARIANCE);
  const odds = guide(heldOdds(map, held, zone, colours, input));
  const isHand = (i: number) => boneDistance(pixelMiddle(i, width), arm) < HAND * zone.unit;
  const isOpen = (i: number) => {
    if (!zone.around[i] || matte[i] < PERSON_MIN || zone.sure[i]) return false;
    return thing[i] === 1 || CLOTHES.includes(labels[i]) || (labels[i] === SKIN && !isHand(i));
  };
  const found = maskOf(thing.length, (i) => (isOpen(i) ? odds[i] > 0 : thing[i] === 1));
  const whole = withoutHoles(hanging(withEdge(found, thing, matte, map), zone.clear, map), map, HOLE_MAX * zone.unit ** 2);
  const outline = guide(planeOf(whole.length, (i) => whole[i]));
  const share = planeOf(whole.length, (i) => (isOpen(i) || thing[i] ? clamp(outline[i]) : 0));
  const isPart = (i: number) => share[i] > 0;
  return mixRegions(withoutThing(map, thing, colours, bins), relabel(map, 'other', isPart), share);
}

/** The map with what else has the colours of each pixel in the place of a thing. */
function withoutThing(map: RegionMap, thing: Uint8Array, colours: HeldColours, bins: Int32Array): RegionMap {
  const behindAt = (i: number): Region => {
    const [lower, background, skin] = [colours.lower, colours.background, colours.skin].map((one) => one?.[bins[i]] ?? 0);
    if (background > lower && background > skin) return 'background';
    return skin > lower ? 'skin' : 'lower';
  };
  return (['background', 'skin', 'lower'] as const).reduce(
    (behind, region) => relabel(behind, region, (i) => thing[i] === 1 && behindAt(i) === region),
    map,
  );
}

/** What was found of a thing with its outline before the ground or the hand, whose colours are of both. */
function withEdge(found: Uint8Array, thing: Uint8Array, matte: Float32Array, { width, height, labels }: RegionMap): Uint8Array {
  const outside = maskOf(matte.length, (i) => matte[i] < PERSON_MIN || labels[i] === SKIN);
  const toOutside = distanceTo(outside, width, height, EDGE + 1);
  const toFound = distanceTo(found, width, height, EDGE + 1);
  return maskOf(found.length, (i) => found[i] === 1 || (thing[i] === 1 && toOutside[i] <= EDGE && toFound[i] <= EDGE));
}

/** The largest piece of a thing and what hangs on it or, as handles do before the clothes, nearly. */
function hanging(found: Uint8Array, clear: Uint8Array, { width, height }: RegionMap): Uint8Array {
  const { labels, sizes } = findComponents(found, width, height);
  const held = new Int32Array(sizes.length);
  for (let i = 0; i < found.length; i++) if (labels[i]) held[labels[i]] += 1 + clear[i];
  const kept = new Set([held.indexOf(Math.max(...held))]);
  for (let round = 0; round < PIECES_MAX; round++) {
    const near = distanceTo(
      maskOf(found.length, (i) => kept.has(labels[i])),
      width,
      height,
      BREAK_MAX + 1,
    );
    for (let i = 0; i < found.length; i++)
      if (labels[i] && sizes[labels[i]] >= PIECE_MIN && near[i] <= BREAK_MAX) kept.add(labels[i]);
  }
  return maskOf(found.length, (i) => labels[i] > 0 && kept.has(labels[i]));
}

/** A mask with its smaller holes closed, up to so many pixels. */
function withoutHoles(mask: Uint8Array, { width, height }: RegionMap, most: number): Uint8Array {
  const { labels, sizes } = findComponents(inverted(mask), width, height);
  return maskOf(mask.length, (i) => mask[i] === 1 || sizes[labels[i]] <= most);
}
