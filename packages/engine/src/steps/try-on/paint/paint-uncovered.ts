import type { PersonAnalysis } from '../../../analysis.ts';
import { checkpointAt } from '../../../checkpoint.ts';
import { boxAbove } from '../../../pixels/crop.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { patchFill } from '../../../pixels/patch-fill.ts';
import { maskOf, sumOf } from '../../../pixels/planes.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';
import type { BodyModel } from '../body/body-model.ts';
import { OUTSIDE, type Scene } from '../scene.ts';
import { BECOMES } from './beneath.ts';
import { paintSkin } from './paint-skin.ts';
import { plainCloth } from './plain-cloth.ts';
import type { Uncovered } from './uncovered.ts';
import { HAIR_MIN } from './under-hair.ts';

/** Distance from the person where background is free of mixed pixels, in pixels of the analysis. */
const BESIDE_PERSON = 4;
/**
 * Width of the soft edge of the old clothes, which belongs neither to them nor to the background, in pixels of the
 * analysis.
 */
const OUTLINE = 5;
/** Width of the background around a gap over which its fill fades into the photo, in pixels of the analysis. */
const SEAM = 12;
/** Width of the shade of an old hem on the clothes below it, in shoulder widths. Our estimate. */
const HEM_SHADE = 0.06;
/** Least share of the lower garment, and of the matte, in a pixel of cloth alone. */
const SURE = 0.9;
/** Least share of clothes in a pixel of cloth. */
const CLOTH = 0.5;
/** Weight of a pixel of distance between cloth and its copy. It is high because light changes along a leg. */
const NEAR_CLOTH = { x: 6, y: 6 };
/** Share of kept parts of the person above which a pixel stays. */
const OTHER_MIN = 0.02;
/** Least share of a hole in the photo that is filled with patches, which take longer. */
const PATCHED_SHARE = 0.003;
/** Weight of the kept parts of the person in that seam. */
const KEPT_EDGE = 3;
/** Reach of the background behind the person beside a hole, in shoulder widths: more than a leg. */
const BEHIND_PERSON = 0.4;

/** The picture with skin, background, hair and lower garment painted in the place of the old garment. */
export function paintUncovered(scene: Scene, uncovered: Uncovered, random: () => number): Float32Array {
  const { colours, placement, matte, parts } = scene;
  const { becomes, skin, oldDistance } = uncovered;
  const painted = colours.slice();
  const has = (kind: number) => becomes.includes(kind);
  if (has(BECOMES.background)) paintBackground(scene, uncovered, painted, random);
  const isLower = (i: number) => parts.lower[i] > SURE && matte[i] > SURE;
  if (has(BECOMES.lower)) paintPart(scene, uncovered, BECOMES.lower, isLower, painted, random);
  const isHair = (i: number) => parts.hair[i] > HAIR_MIN;
  if (has(BECOMES.hair)) paintPart(scene, uncovered, BECOMES.hair, isHair, painted, random);
  if (skin.some((share) => share > 0)) paintSkin(scene, uncovered, painted, random);
  softenSeams(uncovered, painted, placement.width);
  for (let i = 0; i < becomes.length; i++) {
    checkpointAt(i);
    if (!becomes[i]) continue;
    // A ragged matte may cut a sleeve, so an arm is painted beyond the person over the rest of it. Background replaces
    // pixels of the old clothes alone.
    const isWhole =
      skin[i] > 0 ? matte[i] < OUTSIDE : becomes[i] === BECOMES.background && isOfOld(scene, i, uncovered.old[i]);
    // Clothes below the waist replace the shade of the old hem too.
    const isShade = becomes[i] === BECOMES.lower && parts.lower[i] + uncovered.old[i] > CLOTH;
    const carried = parts.carried[i] * (1 - scene.worn[i]);
    const keep = isWhole ? 0 : keptShare(isShade ? 0 : oldDistance[i] / placement.scale, carried);
    for (let c = 0; c < 3; c++) painted[i * 3 + c] = colours[i * 3 + c] * keep + painted[i * 3 + c] * (1 - keep);
  }
  return painted;
}

/**
 * Share of the photo that a pixel keeps at a distance from the old clothes, in pixels of the analysis: near them pixels
 * are mixed. Carried things stay at any distance, because handles are no wider than that edge.
 */
export function keptShare(away: number, carried: number): number {
  return Math.max(carried, clamp((away - 1.5) / 2));
}

/** True if a pixel holds no part of the person but the old clothes, whose share is `old`. */
function isOfOld({ parts, worn, person: { regions }, placement }: Scene, i: number, old: number): boolean {
  const { hair, skin, upper, lower, carried } = parts;
  if (hair[i] + skin[i] + upper[i] + lower[i] - old + carried[i] + worn[i] >= OTHER_MIN) return false;
  const region = regionAt(regions, placement.placeOf(i));
  return region !== 'shoes' && region !== 'other';
}

/** Averages pixels on the line between two kinds of painting, so that a limb's outline has no steps. */
function softenSeams({ becomes, skin }: Uncovered, painted: Float32Array, width: number): void {
  const seams: number[] = [];
  const kindAt = (i: number) => (skin[i] < 0.5 ? becomes[i] : BECOMES.skin);
  const differs = (i: number, kind: number) => kindAt(i) !== BECOMES.nothing && kindAt(i) !== kind;
  for (let i = width + 1; i < becomes.length - width - 1; i++) {
    checkpointAt(i);
    const kind = kindAt(i);
    if (kind === BECOMES.nothing) continue;
    if (differs(i - 1, kind) || differs(i + 1, kind) || differs(i - width, kind) || differs(i + width, kind))
      seams.push(i);
  }
  const soft = new Float32Array(seams.length * 3);
  for (const [k, i] of seams.entries())
    for (let dy = -width; dy <= width; dy += width)
      for (let dx = -1; dx <= 1; dx++)
        for (let c = 0; c < 3; c++) soft[k * 3 + c] += painted[(i + dy + dx) * 3 + c] / 9;
  for (const [k, i] of seams.entries()) painted.set(soft.subarray(k * 3, k * 3 + 3), i * 3);
}

/** The parts of a scene that its background needs. */
interface Grounded extends Pick<Scene, 'colours' | 'matte' | 'worn' | 'placement'> {
  readonly person: Pick<PersonAnalysis, 'raster'>;
  readonly body: Pick<BodyModel, 'shoulderWidth'>;
}

/** Continues the background over the gap, and over the soft edge of the old clothes. Changes `painted`. */
export function paintBackground(
  scene: Grounded,
  { becomes, old }: Pick<Uncovered, 'becomes' | 'old'>,
  painted: Float32Array,
  random: () => number,
): void {
  const { body, matte, worn, placement } = scene;
  const { width, height, scale } = placement;
  const away = distanceTo(
    maskOf(matte.length, (i) => matte[i] > 0.05 || worn[i] > 0.05),
    width,
    height,
    BESIDE_PERSON * scale,
  );
  const isGround = (i: number) => away[i] > BESIDE_PERSON * scale;
  const gap = maskOf(becomes.length, (i) => becomes[i] === BECOMES.background);
  const fromGap = distanceTo(gap, width, height, SEAM * scale);
  const isBeyondSeam = (i: number) => fromGap[i] >= SEAM * scale;
  const beyond = maskOf(gap.length, (i) => isGround(i) && isBeyondSeam(i));
  // A narrow strip of background is all source and has no seam.
  const source = beyond.includes(1) ? beyond : maskOf(gap.length, isGround);
  // If the person fills the photo, there is no background to copy, and the photo stays.
  if (!source.includes(1)) return;
  const hole = maskOf(gap.length, (i) => !isBeyondSeam(i) && !source[i]);
  // A hole without background around it would stay smooth, so the background continues behind the person beside it.
  const filled = continued(scene, hole, source, BEHIND_PERSON * body.shoulderWidth * scale, random);
  for (let i = 0; i < hole.length; i++) {
    checkpointAt(i);
    if (!hole[i] || (!gap[i] && (becomes[i] || matte[i] >= OUTSIDE))) continue;
    const kept = clamp(KEPT_EDGE * (matte[i] - old[i]) + worn[i]);
    const share = gap[i] ? 1 : (1 - fromGap[i] / (SEAM * scale)) * (1 - kept);
    for (let c = 0; c < 3; c++) painted[i * 3 + c] += (filled[i * 3 + c] - painted[i * 3 + c]) * share;
  }
}

/**
 * Continues a part of the person over the gap that becomes `kind`, by its sure pixels. Plain cloth continues by its
 * columns, and all else with patches.
 */
function paintPart(
  scene: Scene,
  uncovered: Uncovered,
  kind: number,
  isSure: (pixel: number) => boolean,
  painted: Float32Array,
  random: () => number,
): void {
  const { becomes, oldDistance } = uncovered;
  const { scale } = scene.placement;
  const source = maskOf(becomes.length, (i) => isSure(i) && oldDistance[i] > OUTLINE * scale);
  if (!source.includes(1)) return;
  const gap = maskOf(becomes.length, (i) => becomes[i] === kind);
  if (kind === BECOMES.lower && paintPlainCloth(scene, uncovered, gap, source, painted)) return;
  // Patches begin at the source, so they cover the mixed pixels between it and the gap.
  const filled = continued(scene, gap, source, 2 * OUTLINE * scale, random, NEAR_CLOTH);
  for (let i = 0; i < gap.length; i++) if (gap[i] && !source[i]) painted.set(filled.subarray(i * 3, i * 3 + 3), i * 3);
}

/**
 * Continues plain cloth over a gap, and fades into the cloth beside it, on which the old hem cast a shade. False if the
 * cloth is not plain. Changes `painted`.
 */
function paintPlainCloth(
  scene: Scene,
  { becomes }: Uncovered,
  gap: Uint8Array,
  source: Uint8Array,
  painted: Float32Array,
): boolean {
  const { parts, placement, body, worn } = scene;
  const shade = HEM_SHADE * body.shoulderWidth * placement.scale;
  const away = distanceTo(gap, placement.width, placement.height, shade);
  const cloth = plainCloth(
    scene,
    gap,
    maskOf(gap.length, (i) => source[i] === 1 && away[i] >= shade),
  );
  if (!cloth) return false;
  const isBeside = (i: number) => becomes[i] === BECOMES.nothing && parts.lower[i] > CLOTH;
  for (let i = 0; i < gap.length; i++) {
    checkpointAt(i);
    const share = gap[i] ? 1 : isBeside(i) ? clamp(1 - away[i] / shade) * (1 - worn[i]) : 0;
    if (share === 0) continue;
    for (const [c, colour] of cloth(i).entries()) painted[i * 3 + c] += (colour - painted[i * 3 + c]) * share;
  }
  return true;
}

/**
 * The colours of a gap, filled from a source: with patches, or smoothly if it is too small to show texture. Patches
 * also fill the pixels within `reach` of the gap that are not source. Other colours mean nothing.
 */
function continued(
  { colours, person: { raster }, placement: { width, height, scale } }: Grounded,
  gap: Uint8Array,
  source: Uint8Array,
  reach: number,
  random: () => number,
  far?: Point,
): Float32Array {
  const least = PATCHED_SHARE * raster.width * raster.height * scale ** 2;
  if (sumOf(gap) < least) return pushPull(colours, source, width, height, boxAbove({ width, height, data: gap }, 0));
  const away = distanceTo(gap, width, height, reach);
  const hole = maskOf(gap.length, (i) => !source[i] && away[i] <= reach);
  const filled = new Float32Array(colours.length);
  patchFill({ width, height, colours, hole, source }, filled, random, far);
  return filled;
}
