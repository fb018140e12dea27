import { type Components, findComponents } from '../../pixels/components.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskOf, sumOf } from '../../pixels/planes.ts';
import type { Size } from '../../pixels/raster.ts';

/**
 * Greatest difference of the mean colours of a piece and the top beside it (CIE 1976). Least share of the outline of a
 * piece that borders on the top, and its greatest area as a share of the top. Our estimates.
 */
const ALIKE = 6;
const BESIDE_TOP = 0.5;
const AREA_MAX = 0.05;
/** Probability from which a pixel of the top belongs to the soft edge of a piece. */
const PERHAPS = 0.1;

/** Sums of the colours of pixels in CIE L*a*b*, and their number. */
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

/** The likeliest part of each pixel, the numbers of two parts, and the probability of the first. */
export interface ThingsOnTop {
  readonly labels: Int8Array;
  readonly thing: number;
  readonly top: number;
  /** Probability of a thing at each pixel, 0 to 1. */
  readonly things: Float32Array;
}

/**
 * 1 on each small thing that mostly borders on the top in the same colour, and on its soft edge on the top; 0
 * elsewhere. Such a thing is most often a fold or a string of the top. A bag or a belt is larger or has another colour.
 */
export function piecesLikeTop(
  { labels, thing, top, things }: ThingsOnTop,
  lab: LabPlanes,
  { width, height }: Size,
): Uint8Array<ArrayBuffer> {
  const piecesOf = (isPiece: (i: number) => boolean) => findComponents(maskOf(labels.length, isPiece), width, height);
  const parts = piecesOf((i) => labels[i] === thing);
  const isLike = likeBeside(parts, labels, top, lab, width);
  if (!isLike.includes(true)) return new Uint8Array(labels.length);
  const soft = piecesOf((i) => labels[i] === thing || (labels[i] === top && things[i] > PERHAPS)).labels;
  const like = new Set<number>();
  const unlike = new Set<number>();
  for (let i = 0; i < soft.length; i++) if (parts.labels[i]) (isLike[parts.labels[i]] ? like : unlike).add(soft[i]);
  return maskOf(
    soft.length,
    (i) => isLike[parts.labels[i]] || (labels[i] === top && like.has(soft[i]) && !unlike.has(soft[i])),
  );
}

/** For each part, true if it is small and mostly borders on the label `top` in the same colour. */
function likeBeside(
  { labels: parts, sizes }: Components,
  labels: Int8Array,
  top: number,
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
    const x = i % width;
    for (const j of [i - width, i + width, x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1]) {
      if (parts[j] === part) continue;
      outline[part]++;
      if (labels[j] === top) add(beside[part], lab, j);
    }
  }
  const most = AREA_MAX * sumOf(maskOf(labels.length, (i) => labels[i] === top));
  return sizes.map(
    (size, part) =>
      size <= most &&
      beside[part].count > BESIDE_TOP * outline[part] &&
      differenceOf(inside[part], beside[part]) < ALIKE,
  );
}
