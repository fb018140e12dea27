import type { GarmentAnalysis, SleeveLength } from '../../../analysis.ts';
import { add, alongPolyline, clamp, distance, interpolate, mix, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { type Landmarks, SIDES, type SideName } from '../cloth.ts';
import { MISTAKEN_MIN, shortSleeves } from './short-sleeves.ts';
import { sleeveEndOn } from './sleeve-end.ts';
import { gapAt, type SleeveGap } from './sleeve-gap.ts';
import { type Cloth, clothOf, outerLine, outermost, outlineBelow } from './sleeve-outline.ts';

/** Shares of a sleeve's length at which the search looks for background between sleeve and body. */
const LEVELS = [0.3, 0.36, 0.42, 0.48, 0.54, 0.6, 0.66, 0.72, 0.78, 0.84, 0.9, 0.96];
/** Share of those levels from which a sleeve is apart from the body, and its own outline says where it is. */
const APART_MIN = 0.5;
/**
 * Thinnest and widest sleeve, and how far from the net's line its outer edge may lie; in chest widths, as all widths
 * here.
 */
const WIDTH_MIN = 0.05;
const WIDTH_MAX = 0.42;
const OUTER_REACH = 0.12;
/** Widths of a sleeve at shares of its length where it lies on the body, as jackets on hangers have them. */
const WIDTHS = [
  [0, 0.2],
  [0.5, 0.2],
  [1, 0.16],
] as const;
/** Bounds of the ratio by which a sleeve that is partly apart from the body differs from those widths. */
const RATIO_MIN = 0.7;
const RATIO_MAX = 1.25;
/** Depth of an armhole: from the shoulder down. */
const ARMHOLE = 0.34;
/** A hem that lies no farther than this below the cuffs ends between the sleeves. */
const HEM_BELOW_CUFF = 0.08;
/**
 * Share of the length from shoulders to hem in which armholes bite into the outline of a vest, and how deep they do.
 */
const ARMHOLE_LEVELS = 0.55;
const BITE_MIN = 0.085;
/**
 * Least height of a gap between sleeve and body, and its widest place. A wider gap is the background below a sleeve
 * that is spread out.
 */
const GAP_HEIGHT_MIN = 0.12;
const GAP_WIDTH_MAX = 0.5;
/**
 * Least and greatest depth of a plausible armpit below the shoulder. Where sleeves touch the chest, the gap begins too
 * low.
 */
const ARMPIT_MIN = 0.12;
const ARMPIT_MAX = 0.35;
/** Depth from which it cannot be one (measured: at most 0.42). */
const ARMPIT_LOWEST = 0.5;
/** Length of sleeves beside that of the body from which they are long: those to below the elbow reach to 0.75 of it. */
const LONG_MIN = 0.88;
/** Length from which a sleeve that ends where the outline steps is a long one. */
const LONG_END_MIN = 1;
/** Half the height of gaps across the cloth that do not belong to its outline. */
const STRIPE = 0.04;

/** One sleeve as the outline shows it. */
interface Sleeve {
  /** Unit vector from its outer edge towards the trunk. */
  readonly inwards: Point;
  /** Share of its levels with background between it and the body. */
  readonly apart: number;
  /** Its width at the levels where that is so, as [share of the length, width in pixels]. */
  readonly widths: readonly (readonly [number, number])[];
  /** The highest of that background; null if none of it ends between sleeve and body. */
  readonly gap: SleeveGap | null;
}

/**
 * Finds the sleeves of a garment photographed with hanging sleeves. Background between sleeve and body tells armpits
 * and hem. Without it the points between them are guesses, placed a sleeve's width from the outer edge.
 *
 * A sleeve ends where the outline steps back to the body. A garment whose outline shows armholes has no sleeves. Moves
 * the landmarks; returns the length of the sleeves, and whether a point was guessed.
 */
export function settleSleeves(
  landmarks: Landmarks,
  sleeves: SleeveLength,
  silhouette: Uint8Array,
  width: number,
  height: number,
): Pick<GarmentAnalysis, 'sleeves' | 'sleevesGuessed'> {
  if (sleeves === 'none' || sleeves === 'short') return { sleeves, sleevesGuessed: false };
  const cloth = clothOf(landmarks, silhouette, width, height);
  if (layShort(landmarks, cloth)) return { sleeves: 'short', sleevesGuessed: true };
  for (const side of SIDES) endAtStep(landmarks, side, cloth);
  const found = SIDES.map((side) => sleeveOf(landmarks, side, cloth));
  for (const [index, side] of SIDES.entries()) {
    const { apart, gap } = found[index];
    if (apart < APART_MIN || !gap) continue;
    layBesideGap(landmarks, side, gap, cloth.chest);
    raiseArmpit(landmarks, side, found[index], cloth);
  }
  const settled = sleeves === 'mid' && lengthToHem(landmarks) > LONG_MIN ? 'long' : sleeves;
  if (found.every(({ apart }) => apart >= APART_MIN)) return { sleeves: settled, sleevesGuessed: false };
  const armholes = SIDES.map((side) => armholeOf(landmarks, side, cloth));
  if (armholes[0] && armholes[1] && found.every(({ apart }) => apart < APART_MIN)) {
    landmarks.armpitLeft = armholes[0];
    landmarks.armpitRight = armholes[1];
    return { sleeves: 'none', sleevesGuessed: false };
  }
  for (const [index, side] of SIDES.entries())
    if (found[index].apart < APART_MIN) layAgainstBody(landmarks, side, found[index], cloth);
  return { sleeves: settled, sleevesGuessed: true };
}

/**
 * Shortens short sleeves to their visible ends if the net counted the body below them as sleeve. Returns whether it
 * did.
 */
function layShort(landmarks: Landmarks, cloth: Cloth): boolean {
  const [left, right] = shortSleeves(landmarks, cloth);
  if (!left || !right || !(left.isMistaken || right.isMistaken)) return false;
  for (const { side, end, outline } of [left, right]) {
    landmarks[`cuffOuter${side}`] = end;
    landmarks[`elbowOuter${side}`] = mix(landmarks[`shoulder${side}`], end, 0.5);
    layAgainstBody(landmarks, side, sleeveOf(landmarks, side, cloth), cloth);
    // Below the sleeve the outline is that of the body.
    landmarks[`waist${side}`] = outline[(outline.findIndex(({ y }) => y >= end.y) + outline.length) >> 1];
  }
  return true;
}

/**
 * Ends a long sleeve where the outline steps back from it to the body, where the net took the body below for more of
 * it.
 */
function endAtStep(landmarks: Landmarks, side: SideName, cloth: Cloth): void {
  const [shoulder, elbow, cuff] = outerLine(landmarks, side);
  const end = sleeveEndOn(outlineBelow(elbow.y, landmarks, side, cloth), side === 'Left' ? 1 : -1, cloth.chest);
  if (!end || distance(end, shoulder) < LONG_END_MIN * cloth.chest || cuff.y < end.y + MISTAKEN_MIN * cloth.chest)
    return;
  landmarks[`cuffOuter${side}`] = end;
}

/** How long the sleeves are beside the body from the shoulders to the hem. */
function lengthToHem(landmarks: Landmarks): number {
  const lengths = SIDES.map((side) => {
    const [shoulder, elbow, cuff] = outerLine(landmarks, side);
    return (distance(shoulder, elbow) + distance(elbow, cuff)) / (landmarks[`hem${side}`].y - shoulder.y || 1);
  });
  return (lengths[0] + lengths[1]) / 2;
}

function sleeveOf(landmarks: Landmarks, side: SideName, cloth: Cloth): Sleeve {
  const line = outerLine(landmarks, side);
  const along = unit(subtract(line[2], line[0]));
  const inwards = side === 'Left' ? { x: along.y, y: -along.x } : { x: -along.y, y: along.x };
  const widths = LEVELS.flatMap((t) => {
    const outer = onOuterEdge(alongPolyline(line, t).at, inwards, cloth);
    for (let step = 1; step < WIDTH_MAX * cloth.chest; step++)
      if (!cloth.isCloth(add(outer, inwards, step))) return [[t, step] as const];
    return [];
  });
  const clear = widths.filter(([, wide]) => wide > WIDTH_MIN * cloth.chest);
  return {
    inwards,
    apart: widths.length / LEVELS.length,
    widths: clear,
    gap: highestGap(line, inwards, side, widths, cloth),
  };
}

/** The gap that reaches highest of those found at some levels of a sleeve. */
function highestGap(
  line: readonly Point[],
  inwards: Point,
  side: SideName,
  widths: Sleeve['widths'],
  cloth: Cloth,
): SleeveGap | null {
  let highest: SleeveGap | null = null;
  for (const [t, wide] of widths) {
    const at = add(onOuterEdge(alongPolyline(line, t).at, inwards, cloth), inwards, wide + 1);
    const gap = gapAt(at, side, GAP_WIDTH_MAX * cloth.chest, cloth.isCloth);
    if (gap && at.y - gap.armpit.y > GAP_HEIGHT_MIN * cloth.chest && (!highest || gap.armpit.y < highest.armpit.y))
      highest = gap;
  }
  return highest;
}

/**
 * Puts armpit, waist and hem where the background beside a sleeve shows them. In silhouettes the net often confuses a
 * cuff with the hem.
 */
function layBesideGap(landmarks: Landmarks, side: SideName, { armpit, trunk }: SleeveGap, chest: number): void {
  const outwards = side === 'Left' ? -1 : 1;
  const lower = trunk.slice(trunk.length >> 1);
  const corner = lower.reduce((best, p) => (p.y + outwards * p.x > best.y + outwards * best.x ? p : best));
  const waist = clamp(Math.round(landmarks[`waist${side}`].y - armpit.y), 0, trunk.length - 1);
  const depthOf = (p: Point) => (p.y - landmarks[`shoulder${side}`].y) / chest;
  if (depthOf(armpit) < ARMPIT_MAX || depthOf(landmarks[`armpit${side}`]) < ARMPIT_MIN)
    landmarks[`armpit${side}`] = armpit;
  landmarks[`waist${side}`] = trunk[waist];
  landmarks[`hem${side}`] = corner;
}

/** The outer edge of the cloth beside a point of the line that the net drew. */
function onOuterEdge(p: Point, inwards: Point, { isCloth, chest }: Cloth): Point {
  for (let step = -OUTER_REACH * chest; step < OUTER_REACH * chest; step++)
    if (isCloth(add(p, inwards, step))) return add(p, inwards, step);
  return p;
}

/** Where an armhole bites deepest into the outline below a shoulder, or null where the outline has none. */
function armholeOf(landmarks: Landmarks, side: SideName, cloth: Cloth): Point | null {
  const sign = side === 'Left' ? -1 : 1;
  const from = Math.round(landmarks[`shoulder${side}`].y + OUTER_REACH * cloth.chest);
  // What bites in below a cuff is the waist.
  const to = Math.min(
    landmarks[`cuffOuter${side}`].y,
    from + ARMHOLE_LEVELS * ((landmarks.hemLeft.y + landmarks.hemRight.y) / 2 - from),
  );
  const profile: Point[] = [];
  for (let y = from; y < to; y += 3) {
    // Stripes that the cut-out lost cross the cloth: an armhole is higher than they are.
    const beside = [y - STRIPE * cloth.chest, y, y + STRIPE * cloth.chest].map((row) => outermost(cloth, side, row));
    const seen = beside.filter((x) => x !== null);
    if (seen.length > 0) profile.push({ x: side === 'Left' ? Math.min(...seen) : Math.max(...seen), y });
  }
  let deepest: Point | null = null;
  let depth = BITE_MIN * cloth.chest;
  for (const [i, above] of profile.entries())
    for (const [j, below] of profile.entries())
      for (let k = i + 1; k < j; k++) {
        const chord = above.x + ((below.x - above.x) * (k - i)) / (j - i);
        const bite = (chord - profile[k].x) * sign;
        if (bite <= depth) continue;
        depth = bite;
        deepest = profile[k];
      }
  return deepest;
}

/**
 * Where a sleeve that lies on the body ends inwards at a share of its length. That is as far from its outer edge as
 * sleeves are wide.
 */
function innerEdge(line: readonly Point[], { inwards, widths }: Sleeve, cloth: Cloth): (t: number) => Point {
  const { chest } = cloth;
  const ratios = widths.map(([t, wide]) => wide / (interpolate(WIDTHS, t) * chest));
  const mean = ratios.length === 0 ? 1 : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const ratio = clamp(mean, RATIO_MIN, RATIO_MAX);
  return (t) =>
    add(onOuterEdge(alongPolyline(line, t).at, inwards, cloth), inwards, interpolate(WIDTHS, t) * chest * ratio);
}

const lengthOf = (line: readonly Point[]) => distance(line[0], line[1]) + distance(line[1], line[2]);
/** Share of a sleeve's length at which the armhole ends. */
const armholeEnd = (line: readonly Point[], chest: number) => clamp((ARMHOLE * chest) / lengthOf(line), 0.15, 0.45);

/** Raises an armpit that was found where the gap beside a sleeve begins, far below the armhole. */
function raiseArmpit(landmarks: Landmarks, side: SideName, sleeve: Sleeve, cloth: Cloth): void {
  if (landmarks[`armpit${side}`].y - landmarks[`shoulder${side}`].y < ARMPIT_LOWEST * cloth.chest) return;
  const line = outerLine(landmarks, side);
  landmarks[`armpit${side}`] = innerEdge(line, sleeve, cloth)(armholeEnd(line, cloth.chest));
}

/** Lays the inner points of a sleeve, and those of the trunk beside it, along the outer edge. */
function layAgainstBody(landmarks: Landmarks, side: SideName, sleeve: Sleeve, cloth: Cloth): void {
  const { chest } = cloth;
  const { inwards } = sleeve;
  const line = outerLine(landmarks, side);
  const inner = innerEdge(line, sleeve, cloth);
  const cuff = inner(1);
  landmarks[`armpit${side}`] = inner(armholeEnd(line, chest));
  landmarks[`elbowInner${side}`] = inner(distance(line[0], line[1]) / lengthOf(line));
  landmarks[`cuffInner${side}`] = cuff;
  if (landmarks[`hem${side}`].y < cuff.y + HEM_BELOW_CUFF * chest) {
    landmarks[`hem${side}`] = lowestBeside(cuff, inwards, cloth);
    landmarks[`waist${side}`] = landmarks[`elbowInner${side}`];
  } else landmarks[`waist${side}`] = cuff;
}

/** The lowest cloth of the trunk just inside a cuff. */
function lowestBeside(cuff: Point, inwards: Point, { isCloth, chest, height }: Cloth): Point {
  const x = cuff.x + Math.sign(inwards.x) * 0.02 * chest;
  let y = Math.min(height - 1, cuff.y + HEM_BELOW_CUFF * chest);
  while (y > cuff.y - chest && !isCloth({ x, y })) y--;
  return { x, y };
}
