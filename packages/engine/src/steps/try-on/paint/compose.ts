import { checkpointAt } from '../../../checkpoint.ts';
import { planeOf, sumOf } from '../../../pixels/planes.ts';
import { type DrawnGarment, isDrawnAt } from '../draw/draw.ts';
import { type GarmentFit, LAYERS, type LayerName } from '../fit/fit.ts';
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
  const light = garmentLight(scene, fit, drawn, uncovered);
  const visible = new Float32Array(cover.length);
  let shown = 0;
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    if (!isDrawnAt(drawn, i)) continue;
    const hidden = inFront(i);
    const front = (name: LayerName) => drawn.layers[name].alpha[i] * (1 - hidden[name]);
    shown += 1 - (1 - front('trunk')) * (1 - front('sleeves'));
    for (const name of LAYERS) {
      const { colour } = drawn.layers[name];
      const share = front(name);
      if (share === 0) continue;
      for (let c = i * 3; c < i * 3 + 3; c++) painted[c] += (colour[c] * light[name][i] - painted[c]) * share;
      visible[i] = 1 - (1 - visible[i]) * (1 - share);
    }
  }
  const still = planeOf(cover.length, (i) => scene.matte[i] * (becomes[i] === BECOMES.background ? skin[i] : 1));
  const shadow = (width: number, depth: number) => ({ softness: width * scene.body.shoulderWidth, depth, drop: 0 });
  castShadow(scene, shadow(CONTACT_WIDTH, CONTACT_SHADOW), visible, still, painted);
  if (fit.gap) castShadow(scene, shadow(FRONT_WIDTH, FRONT_SHADOW), visible, still, painted);
  const worn = planeOf(cover.length, (i) => Math.max(scene.worn[i], visible[i]));
  return { scene: { ...scene, colours: painted, worn }, shown: shown / Math.max(1, sumOf(cover)) };
}
