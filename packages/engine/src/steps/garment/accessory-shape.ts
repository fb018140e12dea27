import { ACCESSORIES, type AccessoryKind } from '../../analysis.ts';
import { findComponents } from '../../pixels/components.ts';
import { clamp } from '../../pixels/geometry.ts';
import { inverted } from '../../pixels/planes.ts';

/** Likeness from which a silhouette alone decides: no clothes come near it. */
const SHAPE_ALONE_MIN = 0.8;

/** Least share of its own box that a shoe fills: jewellery in pairs fills less. */
const PAIR_FILL_MIN = 0.5;
/** Parts smaller than this share of a silhouette are laces, tags and dust. */
const PART_MIN = 0.25;
/** How near the lowest point a column's lower end must lie to stand on the ground, as a share of the height. */
const GROUND_BAND = 0.12;
/** Smallest opening under a handle, as a share of the box around the silhouette. */
const HANDLE_HOLE_MIN = 0.03;

/** Measures of a silhouette within the box around it; lengths are shares of its width or height. */
interface ShapeMeasures {
  /** Width over height. */
  readonly aspect: number;
  /** Overlap with its own mirror image, 0 to 1. */
  readonly symmetry: number;
  /** Area over that of its convex hull. */
  readonly solidity: number;
  /** How much is filled from the top to the bottom in the middle, beside the middles of both halves. */
  readonly bridge: number;
  /** Share of the columns that stand on the ground. */
  readonly standing: number;
  /** Mean height of the lower half over that of the higher half. */
  readonly slope: number;
  /** Depth of the notch in the middle of the upper and of the lower edge. */
  readonly notchTop: number;
  readonly notchBottom: number;
  /** Greatest width of the lowest 30 % over the width at 45 % from the top. */
  readonly brim: number;
  /** Width near the top over the width a quarter down: small for domes. */
  readonly dome: number;
  /** Width of the upper fifth over that of the lower half. */
  readonly topHeavy: number;
  /** True when an opening lies in the upper half under a narrow arc. */
  readonly handle: boolean;
  /** True when there are two parts of like size side by side. */
  readonly pair: boolean;
}

/**
 * The kind of accessory that a silhouette tells, or null. Spectacles have a bridge, a shoe seen from the side stands flat and rises to one
 * end, two of them lie side by side, a brimmed hat is a dome over a wide edge, a bag has a handle with a hole under it.
 * Rules and not a net: a beanie and a crumpled shirt no outline can tell apart, so that hats without a brim and bags
 * without a handle stay unrecognised.
 */
export function accessoryByShape(
  silhouette: Uint8Array<ArrayBuffer>,
  width: number,
  height: number,
): { readonly kind: AccessoryKind; readonly likeness: number } | null {
  const shape = measureShape(silhouette, width, height);
  if (!shape) return null;
  const likeness = { glasses: likeGlasses(shape), hat: likeHat(shape), shoes: likeShoes(shape), bag: likeBag(shape) };
  const kind = ACCESSORIES.reduce((a, b) => (likeness[b] > likeness[a] ? b : a));
  return likeness[kind] >= SHAPE_ALONE_MIN ? { kind, likeness: likeness[kind] } : null;
}

/** 1 within the bounds, falling to 0 over `slack` outside them. */
const within = (value: number, low: number, high: number, slack: number) =>
  clamp(1 - Math.max(low - value, value - high, 0) / slack);

function likeGlasses({ aspect, symmetry, bridge, pair }: ShapeMeasures): number {
  if (pair) return 0;
  return within(aspect, 1.9, 4.5, 0.4) * within(symmetry, 0.85, 1, 0.25) * within(bridge, 0, 0.6, 0.4);
}

function likeHat({ aspect, symmetry, solidity, brim, dome, pair }: ShapeMeasures): number {
  if (pair) return 0;
  const domed = within(dome, 0, 0.8, 0.2);
  if (brim > 1.35 && symmetry > 0.85 && aspect > 1.3)
    return domed * within(aspect, 1.3, 2.8, 0.4) * within(solidity, 0.65, 0.97, 0.1);
  return 0.7 * domed * within(aspect, 0.7, 2.4, 0.4) * within(solidity, 0.94, 1, 0.16);
}

function likeShoes(shape: ShapeMeasures): number {
  const { aspect, solidity, bridge, standing, slope, notchTop, notchBottom, pair, symmetry } = shape;
  const side =
    within(aspect, 1.85, 3.6, 0.5) *
    within(standing, 0.72, 1, 0.25) *
    within(slope, 0.2, 0.88, 0.1) *
    within(bridge, 0.75, 2, 0.2) *
    within(solidity, 0.75, 1, 0.2);
  const twoApart = pair ? within(aspect, 0.6, 2, 0.3) : 0;
  const twoTouching =
    within(notchTop, 0.12, 0.6, 0.1) *
    within(notchBottom, 0.12, 0.6, 0.1) *
    within(aspect, 0.6, 1.3, 0.15) *
    within(symmetry, 0.75, 1, 0.2);
  const oneFromAbove = within(aspect, 0.3, 0.5, 0.15) * within(solidity, 0.9, 1, 0.1) * 0.6;
  return Math.max(side, twoApart, twoTouching, oneFromAbove);
}

function likeBag({ aspect, solidity, handle, topHeavy, pair }: ShapeMeasures): number {
  if (pair) return 0;
  const body = within(aspect, 0.5, 1.9, 0.4) * within(solidity, 0.6, 1, 0.2) * within(topHeavy, 0, 0.75, 0.4);
  return body * (handle ? 1 : 0.6);
}

function measureShape(silhouette: Uint8Array<ArrayBuffer>, width: number, height: number): ShapeMeasures | null {
  const box = boxOf(silhouette, width, height);
  if (!box) return null;
  const { left, top, w, h } = box;
  const at = (x: number, y: number) => silhouette[(top + y) * width + left + x];
  const upper = new Int32Array(w).fill(h);
  const lower = new Int32Array(w).fill(-1);
  const thickness = new Int32Array(w);
  const rows = new Int32Array(h);
  let area = 0;
  let mirrored = 0;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      if (!at(x, y)) continue;
      area++;
      mirrored += at(w - 1 - x, y);
      upper[x] = Math.min(upper[x], y);
      lower[x] = y;
      thickness[x]++;
      rows[y]++;
    }
  }
  const meanOf = (values: Int32Array, from: number, to: number) => {
    const part = values.subarray(
      Math.floor(from * values.length),
      Math.max(Math.floor(from * values.length) + 1, Math.floor(to * values.length)),
    );
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  };
  const least = (values: Int32Array, from: number, to: number) =>
    Math.min(...values.subarray(Math.floor(from * values.length), Math.floor(to * values.length) + 1));
  const most = (values: Int32Array, from: number, to: number) =>
    Math.max(...values.subarray(Math.floor(from * values.length), Math.floor(to * values.length) + 1));
  const spans = thickness.map((_, x) => Math.max(0, lower[x] - upper[x] + 1));
  const [leftHalf, rightHalf] = [meanOf(spans, 0.05, 0.45), meanOf(spans, 0.55, 0.95)];
  const { solid, pair } = partsOf(silhouette, width, height, area);
  return {
    aspect: w / h,
    symmetry: mirrored / (2 * area - mirrored),
    solidity: solid ?? area / hullArea(upper, lower),
    bridge: least(spans, 0.42, 0.58) / Math.max(1, Math.min(most(spans, 0.15, 0.4), most(spans, 0.6, 0.85))),
    standing: lower.filter((y) => y > h * (1 - GROUND_BAND)).length / w,
    slope: Math.min(leftHalf, rightHalf) / Math.max(1, leftHalf, rightHalf),
    notchTop: (most(upper, 0.4, 0.6) - Math.max(least(upper, 0, 0.4), least(upper, 0.6, 0.99))) / h,
    notchBottom: (Math.min(most(lower, 0, 0.4), most(lower, 0.6, 0.99)) - least(lower, 0.4, 0.6)) / h,
    brim: most(rows, 0.7, 0.99) / Math.max(1, rows[Math.floor(h * 0.45)]),
    dome: rows[Math.floor(h * 0.03)] / Math.max(1, rows[Math.floor(h * 0.25)]),
    topHeavy: most(rows, 0, 0.2) / Math.max(1, most(rows, 0.5, 0.99)),
    handle: hasHandle(silhouette, width, box),
    pair,
  };
}

interface ShapeBox {
  readonly left: number;
  readonly top: number;
  readonly w: number;
  readonly h: number;
}

function boxOf(silhouette: Uint8Array, width: number, height: number): ShapeBox | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let i = 0; i < silhouette.length; i++) {
    if (!silhouette[i]) continue;
    const x = i % width;
    const y = (i - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? null : { left, top, w: right - left + 1, h: bottom - top + 1 };
}

/** Whether two parts of like size and height lie side by side. */
function partsOf(silhouette: Uint8Array<ArrayBuffer>, width: number, height: number, area: number) {
  const parts = findComponents(silhouette, width, height);
  const large = parts.sizes.flatMap((size, label) => (label > 0 && size > PART_MIN * area ? [label] : []));
  if (large.length !== 2) return { solid: null, pair: false };
  const [a, b] = large.map((label) =>
    boxOf(
      silhouette.map((_, i) => (parts.labels[i] === label ? 1 : 0)),
      width,
      height,
    ),
  );
  if (!a || !b) return { solid: null, pair: false };
  const filled = area / (a.w * a.h + b.w * b.h);
  const apart = Math.abs(a.left + a.w / 2 - b.left - b.w / 2) / Math.max(a.w, b.w);
  const level = Math.abs(a.top + a.h / 2 - b.top - b.h / 2) / Math.max(a.h, b.h);
  const pair = filled > PAIR_FILL_MIN && apart > 0.7 && level < 0.25 && Math.min(a.h, b.h) > 0.75 * Math.max(a.h, b.h);
  return { solid: pair ? 1 : null, pair };
}

/** Area between the upper and the lower convex hull of the columns' ends. */
function hullArea(upper: Int32Array, lower: Int32Array): number {
  const chain = (ends: Int32Array, sign: number) => {
    const hull: [number, number][] = [];
    for (let x = 0; x < ends.length; x++) {
      if (lower[x] < 0) continue;
      const y = ends[x] * sign;
      while (hull.length > 1) {
        const [[ax, ay], [bx, by]] = hull.slice(-2);
        if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) break;
        hull.pop();
      }
      hull.push([x, y]);
    }
    let sum = 0;
    for (let k = 1; k < hull.length; k++) sum += ((hull[k][1] + hull[k - 1][1]) / 2) * (hull[k][0] - hull[k - 1][0]);
    return sum;
  };
  return Math.max(1, chain(lower, 1) + chain(upper, -1) + upper.length);
}

/** True for an opening in the upper half that lies in the middle and has only a narrow arc over it. */
function hasHandle(silhouette: Uint8Array<ArrayBuffer>, width: number, { left, top, w, h }: ShapeBox): boolean {
  const box = new Uint8Array((w + 2) * (h + 2));
  for (let y = 0; y < h; y++)
    box.set(silhouette.subarray((top + y) * width + left, (top + y) * width + left + w), (y + 1) * (w + 2) + 1);
  const { labels, sizes } = findComponents(inverted(box), w + 2, h + 2);
  return sizes.some((size, label) => {
    if (label === 0 || label === labels[0] || size < HANDLE_HOLE_MIN * w * h) return false;
    const hole = boxOf(
      labels.reduce((mask, one, i) => {
        if (one === label) mask[i] = 1;
        return mask;
      }, new Uint8Array(labels.length)),
      w + 2,
      h + 2,
    );
    if (!hole) return false;
    const middle = (hole.left + hole.w / 2) / (w + 2);
    return hole.top < 0.15 * h && hole.top + hole.h < 0.7 * h && middle > 0.4 && middle < 0.6;
  });
}
