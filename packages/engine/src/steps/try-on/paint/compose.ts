import { checkpointAt } from '../../../checkpoint.ts';
import type { Layer } from '../../../pixels/layer.ts';
import { planeOf, sumOf } from '../../../pixels/planes.ts';
import { type DrawnGarment, isDrawnAt } from '../draw/draw.ts';
import type { GarmentFit } from '../fit/fit.ts';
import type { Scene } from '../scene.ts';
import { BECOMES } from './beneath.ts';
import { castShadow } from './cast-shadow.ts';
import { garmentLight } from './garment-light.ts';
import { findInFront } from './in-front.ts';
import type { Uncovered } from './uncovered.ts';

/** Depth of a garment's shadow on its surroundings, and its width in shoulder widths. */
const CONTACT_SHADOW = 0.35;
const CONTACT_WIDTH = 0.022;
/** The same for open fronts, which stand off the top below. */
const FRONT_SHADOW = 0.3;
const FRONT_WIDTH = 0.06;

/** A scene after a garment. */
export interface Composed {
  readonly scene: Scene;
  /** Share of its trunk and sleeves that shows, 0 to 1; hair, hands and clothes in front hide the rest. */
  readonly shown: number;
}

/**
 * Lays the layers of a drawn garment over the painted picture, from back to front. Each lies behind the parts of the
 * person that hide it, and in its own light. Their shadow falls on the person. Changes `painted`.
 */
export function composeGarment(
  scene: Scene,
  fit: GarmentFit,
  drawn: DrawnGarment,
  uncovered: Uncovered,
  painted: Float32Array,
): Composed {
  const { cover, becomes, skin } = uncovered;
  const inFront = findInFront(scene, fit, drawn, uncovered);
  const light = garmentLight(scene, fit, drawn.layers, cover);
  const { back, trunk, sleeves } = drawn.layers;
  const visible = new Float32Array(cover.length);
  const lay = (i: number, { colour }: Layer, brightness: Float32Array, share: number) => {
    if (share === 0) return;
    for (let c = i * 3; c < i * 3 + 3; c++) painted[c] += (colour[c] * brightness[i] - painted[c]) * share;
    visible[i] = 1 - (1 - visible[i]) * (1 - share);
  };
  let shown = 0;
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    if (!isDrawnAt(drawn, i)) continue;
    const hidden = inFront(i);
    const ofTrunk = trunk.alpha[i] * (1 - hidden.trunk);
    const ofSleeves = sleeves.alpha[i] * (1 - hidden.sleeves);
    shown += 1 - (1 - ofTrunk) * (1 - ofSleeves);
    lay(i, back, light.back, back.alpha[i] * (1 - hidden.back));
    lay(i, trunk, light.trunk, ofTrunk);
    lay(i, sleeves, light.sleeves, ofSleeves);
  }
  const still = planeOf(cover.length, (i) => scene.matte[i] * (becomes[i] === BECOMES.background ? skin[i] : 1));
  const shadow = (width: number, depth: number) => ({ softness: width * scene.body.shoulderWidth, depth, drop: 0 });
  castShadow(scene, shadow(CONTACT_WIDTH, CONTACT_SHADOW), visible, still, painted);
  if (fit.gap) castShadow(scene, shadow(FRONT_WIDTH, FRONT_SHADOW), visible, still, painted);
  for (let i = 0; i < visible.length; i++) visible[i] = Math.max(scene.worn[i], visible[i]);
  return { scene: { ...scene, colours: painted, worn: visible }, shown: shown / Math.max(1, sumOf(cover)) };
}
