import { type Components, findComponents } from '../../pixels/components.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Size } from '../../pixels/raster.ts';

/** Greatest difference of the mean colours of a piece and the top beside it (CIE 1976). */
const ALIKE = 6;
/** Least share of the outline of a piece that borders on the top. */
const BESIDE_TOP = 0.5;
/** Probability from which a pixel of the top belongs to the soft edge of a piece. */
const PERHAPS = 0.1;

/** Sums over pixels. */
interface Sums {
  l: number;
  a: number;
  b: number;
  count: number;
}

const nothing = (): Sums => ({ l: 0, a: 0, b: 0, count: 0 });

function add(sums: Sums, { l, a, b }: LabPlanes, pixel: number): void {
  sums.l += l[pixel];
  sums.a += a[pixel];
  sums.b += b[pixel];
  sums.count++;
}

/** Distance of two mean colours; infinite without pixels. */
const differenceOf = (one: Sums, other: Sums) =>
  one.count * other.count === 0
    ? Number.POSITIVE_INFINITY
    : Math.hypot(
        one.l / one.count - other.l / other.count,
        one.a / one.count - other.a / other.count,
        one.b / one.count - other.b / other.count,
      );

/** Probabilities of things and of the top, and the likeliest part of each pixel, by its number. */
export interface ThingsAndTop {
  readonly things: Float32Array;
  readonly top: Float32Array;
  readonly labels: Int8Array;
  readonly thing: number;
  readonly upper: number;
}

/**
 * Gives things that mostly border on the top in the same colour to the top. A bag or a belt has a colour of its own, so
 * such a piece is a fold or a string of the top. Changes both planes, also in the soft edge of a piece on the top.
 */
export function giveLikePieces(
  { things, top, labels, thing, upper }: ThingsAndTop,
  lab: LabPlanes,
  { width, height }: Size,
): void {
  const piecesOf = (isThing: (i: number) => boolean) => findComponents(maskOf(labels.length, isThing), width, height);
  const parts = piecesOf((i) => labels[i] === thing);
  const isLike = likeBeside(parts, labels, upper, lab, width);
  if (!isLike.includes(true)) return;
  const { labels: soft } = piecesOf((i) => labels[i] === thing || (labels[i] === upper && things[i] > PERHAPS));
  const like = new Set<number>();
  for (let i = 0; i < soft.length; i++) if (isLike[parts.labels[i]]) like.add(soft[i]);
  for (let i = 0; i < soft.length; i++) {
    const moves = isLike[parts.labels[i]] || (labels[i] === upper && like.has(soft[i]));
    if (!moves) continue;
    top[i] += things[i];
    things[i] = 0;
  }
}

/** For each part, true if it mostly borders on the label `upper` in the same colour. */
function likeBeside(
  { labels: parts, sizes }: Components,
  labels: Int8Array,
  upper: number,
  lab: LabPlanes,
  width: number,
): boolean[] {
  const inside = sizes.map(nothing);
  const beside = sizes.map(nothing);
  const outline = sizes.map(() => 0);
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!part) continue;
    add(inside[part], lab, i);
    for (const j of [i - width, i + width, i - 1, i + 1]) {
      if (parts[j] === part) continue;
      outline[part]++;
      if (labels[j] === upper) add(beside[part], lab, j);
    }
  }
  return sizes.map(
    (_, part) => beside[part].count > BESIDE_TOP * outline[part] && differenceOf(inside[part], beside[part]) < ALIKE,
  );
}
