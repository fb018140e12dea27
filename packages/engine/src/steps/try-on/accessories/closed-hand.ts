import { boundingBox } from '../../../pixels/crop.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { createLayer, drawWarped } from '../../../pixels/layer.ts';
import { patchFill } from '../../../pixels/patch-fill.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import { seededRandom } from '../../../pixels/random.ts';
import type { Raster } from '../../../pixels/raster.ts';
import type { Scene } from '../scene.ts';
import { type FreeHand, shoulderUnit } from './free-hand.ts';

/**
 * Place of the knuckles on a hanging hand, and of the end of a hand that closes around a handle. Shares from wrist to
 * finger tips.
 */
const KNUCKLES = 0.5;
const CLOSED = 0.72;
/** Shortest hand that can close further. All lengths below are in shoulder widths. */
const CLOSED_MIN = 0.3;
/** Margin around the hand within which skin belongs to it, and distance over which its colours spread. */
const MARGIN = 0.03;
const EDGE = 0.035;
/** Width of the analysed picture around the hand. */
const REACH = 0.4;
/** Darkening of closed fingers at their lower side. */
const TURNED_SHADE = 0.3;

/**
 * Closes a hand around a handle: foreshortens the fingers from the knuckles on and fills the uncovered part from its
 * surroundings.
 */
export function closeHand(scene: Scene, hand: FreeHand) {
  const { placement, parts, colours } = scene;
  const { width, height } = placement;
  const size = shoulderUnit(scene);
  const knuckles = KNUCKLES * hand.length;
  const length = Math.min(hand.length, Math.max(CLOSED * hand.length, CLOSED_MIN * size));
  const box = boundingBox(
    [0, hand.length].map((along) => placement.toOutput(hand.place(along, 0))),
    REACH * size * placement.scale,
  );
  const isNear = (i: number) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x >= box.left && y >= box.top && x < box.left + box.width && y < box.top + box.height;
  };
  const at = (i: number) => hand.measure(placement.placeOf(i));
  const isHand = (i: number) => {
    const { along, aside } = at(i);
    const margin = MARGIN * size;
    return along > -margin && along < hand.length + margin && Math.abs(aside) < hand.halfWidth(along) + margin;
  };
  const open = planeOf(parts.skin.length, (i) => (parts.skin[i] > 0 && isNear(i) && isHand(i) ? parts.skin[i] : 0));
  const away = distanceTo(
    maskOf(open.length, (i) => open[i] > 0.02),
    width,
    height,
  );
  const edge = EDGE * size * placement.scale;
  const isBelow = (i: number) => isNear(i) && at(i).along > knuckles;
  const hole = maskOf(open.length, (i) => away[i] <= edge && isBelow(i));
  const source = maskOf(open.length, (i) => away[i] > edge && isBelow(i));
  const filled = colours.slice();
  patchFill({ width, height, colours, hole, source }, filled, seededRandom(1));
  const layer = createLayer(width, height);
  const begin = (length - knuckles) / (hand.length - knuckles);
  drawWarped(
    layer,
    { raster: bareHand(scene, open), alpha: open },
    (p) => {
      const { along, aside } = hand.measure(placement.toPerson(p));
      if (along <= knuckles) return p;
      const share = (along - knuckles) / (length - knuckles);
      const opened = knuckles + (hand.length - knuckles) * share * (begin + (1 - begin) * share);
      return placement.toOutput(hand.place(opened, aside));
    },
    box,
  );
  for (let i = 0; i < hole.length; i++) {
    const cover = layer.alpha[i];
    if (cover <= 0 || !hole[i]) continue;
    const turned = smoothstep(0.4, 1, clamp((at(i).along - knuckles) / (length - knuckles)));
    for (let c = 0; c < 3; c++)
      filled[i * 3 + c] =
        filled[i * 3 + c] * (1 - cover) + layer.colour[i * 3 + c] * (1 - TURNED_SHADE * turned) * cover;
  }
  /** `cover` is the share of each output pixel that is hand, and `length` the way from the wrist to its end. */
  return { scene: { ...scene, colours: filled }, cover: layer.alpha, length };
}

/** The picture with the hand of the photo restored where a garment of this request covers its fingers. */
function bareHand({ colours, worn, placement, person }: Scene, hand: Float32Array): Raster {
  const { width, height } = placement;
  const data = new Uint8ClampedArray(colours);
  const isCovered = (i: number) => hand[i] > 0 && worn[i] > 0;
  if (hand.some((_, i) => isCovered(i))) {
    const { raster } = person;
    for (const c of [0, 1, 2]) {
      const channel = planeOf(raster.width * raster.height, (i) => raster.data[i * 3 + c]);
      const laid = placement.lay({ width: raster.width, height: raster.height, data: channel });
      for (let i = 0; i < laid.length; i++) if (isCovered(i)) data[i * 3 + c] = laid[i];
    }
  }
  return { width, height, data };
}
