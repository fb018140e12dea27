import type { GarmentSide } from '../../../analysis.ts';
import { boundingBox, distance, insidePolygon, mix } from '../../../pixels/geometry.ts';
import { toLab } from '../../../pixels/lab.ts';
import { median } from '../../../pixels/median.ts';
import type { Point } from '../../../pixels/raster.ts';
import { type Landmarks, SIDES, type SideName } from '../cloth.ts';
import type { GarmentCutOut } from '../cut-out/cut-out.ts';
import { type Cloth, outermost } from './sleeve-outline.ts';

/**
 * Least distance of a cuff outside the armpit, as a share of the shoulder width, for a cuff at the armpit's height or
 * below. Measured: short sleeves of that length have 0.11 and more, misplaced cuffs on the trunk at most 0.04.
 */
const CUFF_ASIDE_MIN = 0.08;
/** Distance of the cuff from the armpit towards the tip of such a sleeve, as a share: it has hardly any inner side. */
const INNER_SHARE = 0.15;
/**
 * Distance in a*b* from the garment's middle colour above which cloth on a sleeve may be lining, and the sampling step
 * in pixels.
 */
const OTHER_COLOUR = 10;
const STRIDE = 7;
/** How much larger the share of that colour is on the sleeve that shows its lining than on the other. */
const LINING_MIN = 0.2;

type SleevePoint = 'shoulder' | 'armpit' | 'elbowOuter' | 'elbowInner' | 'cuffOuter' | 'cuffInner';
/** The points of both sleeves. */
type SleevePoints = Pick<Landmarks, `${SleevePoint}${SideName}`>;

/**
 * Ends cap sleeves at the outermost point of their outline above the armpits, if the net placed both cuffs lower, on
 * the trunk. A silhouette net can mistake the sides of a dress for longer sleeves. Returns false and changes nothing
 * otherwise.
 */
export function layCaps(landmarks: SleevePoints, cloth: Cloth): boolean {
  if (!SIDES.every((side) => isCuffOnTrunk(landmarks, side))) return false;
  const [left, right] = SIDES.map((side) => tipOf(landmarks, side, cloth));
  if (!left || !right) return false;
  for (const side of SIDES) {
    const tip = side === 'Left' ? left : right;
    const [shoulder, armpit] = [landmarks[`shoulder${side}`], landmarks[`armpit${side}`]];
    const inner = mix(armpit, tip, INNER_SHARE);
    landmarks[`cuffOuter${side}`] = tip;
    landmarks[`cuffInner${side}`] = inner;
    landmarks[`elbowOuter${side}`] = mix(shoulder, tip, 0.5);
    landmarks[`elbowInner${side}`] = mix(armpit, inner, 0.5);
  }
  return true;
}

/**
 * The side of the sleeve that shows its outside while the other shows lining of another colour; null if both are alike.
 */
export function unlinedCap(
  landmarks: SleevePoints,
  { raster, alpha }: Pick<GarmentCutOut, 'raster' | 'alpha'>,
): GarmentSide | null {
  const { width, height } = raster;
  const { a, b } = toLab(raster);
  const cloth = Array.from({ length: Math.floor(a.length / STRIDE) }, (_, k) => k * STRIDE).filter(
    (i) => alpha.data[i] > 0.9,
  );
  const [red, yellow] = [a, b].map((plane) => median(cloth.map((i) => plane[i])));
  const [left, right] = SIDES.map((side) => {
    const sleeve = (['shoulder', 'cuffOuter', 'cuffInner', 'armpit'] as const).map(
      (name) => landmarks[`${name}${side}`],
    );
    const [x0, y0, x1, y1] = boundingBox(sleeve).map(Math.round);
    let [other, all] = [0, 0];
    for (let y = Math.max(0, y0); y < Math.min(height, y1); y++)
      for (let x = Math.max(0, x0); x < Math.min(width, x1); x++) {
        const i = y * width + x;
        if (!(alpha.data[i] > 0.9) || !insidePolygon(sleeve, x + 0.5, y + 0.5)) continue;
        all++;
        if (Math.hypot(a[i] - red, b[i] - yellow) > OTHER_COLOUR) other++;
      }
    return other / Math.max(1, all);
  });
  if (Math.abs(left - right) < LINING_MIN) return null;
  return left < right ? 'left' : 'right';
}

/** True where a cuff lies at the height of the armpit or below, and hardly outside it. */
export function isCuffOnTrunk(
  landmarks: Pick<SleevePoints, `${'shoulder' | 'armpit' | 'cuffOuter'}${SideName}`>,
  side: SideName,
): boolean {
  const [cuff, armpit] = [landmarks[`cuffOuter${side}`], landmarks[`armpit${side}`]];
  const aside = (cuff.x - armpit.x) * (side === 'Left' ? -1 : 1);
  return cuff.y >= armpit.y && aside < CUFF_ASIDE_MIN * distance(landmarks.shoulderLeft, landmarks.shoulderRight);
}

/** The outermost cloth between shoulder and armpit; null without cloth there. */
function tipOf(landmarks: SleevePoints, side: SideName, cloth: Cloth): Point | null {
  const [from, to] = [landmarks[`shoulder${side}`].y, landmarks[`armpit${side}`].y];
  let tip: Point | null = null;
  for (let y = Math.round(from); y < to; y++) {
    const x = outermost(cloth, side, y);
    if (x !== null && (!tip || (x - tip.x) * (side === 'Left' ? -1 : 1) > 0)) tip = { x, y };
  }
  return tip;
}
