import type { AccessoryAnalysis } from '../../../analysis.ts';
import { blur } from '../../../pixels/filters.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { createLayer, drawWarped } from '../../../pixels/layer.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import { EngineRejection } from '../../../rejection.ts';
import { doubtsOfCutOut } from '../../cut-out/doubts.ts';
import { castShadow } from '../paint/cast-shadow.ts';
import type { Scene } from '../scene.ts';
import type { AccessoryFit } from './accessory-fit.ts';
import { fitBag } from './fit-bag.ts';
import { fitGlasses } from './fit-glasses.ts';
import { fitHat } from './fit-hat.ts';

/** Least confidence of the cut-out of a hat or a bag, whose edge is seen against the background. */
const CUT_OUT_MIN = 0.6;
/** Reach of stray hair beyond the outline of a person, in pixels of the analysed person. */
const HAIR_EDGE = 3;

/**
 * Puts one accessory on: draws it and its shadow. Its confidence is 0 to 1. Throws EngineRejection if it cannot be
 * placed.
 */
export function wearAccessory(accessory: AccessoryAnalysis, before: Scene) {
  const { confidence } = accessory;
  const fit = fitAccessory(accessory, before);
  const scene = fit.scene ?? before;
  const { placement } = scene;
  const layer = createLayer(placement.width, placement.height);
  const cutOut = { raster: accessory.raster, alpha: accessory.alpha.data };
  drawWarped(layer, cutOut, (p) => fit.map(placement.toPerson(p)), placement.boxToOutput(fit.box));
  const colours = fit.hidden ? withoutHair(scene, fit.hidden) : scene.colours.slice();
  const visible = planeOf(layer.alpha.length, (i) =>
    layer.alpha[i] <= 0 ? 0 : layer.alpha[i] * (1 - clamp(fit.front(placement.placeOf(i), i))),
  );
  castShadow(scene, fit.shadow, visible, scene.matte, colours);
  for (let i = 0; i < visible.length; i++) {
    if (visible[i] <= 0) continue;
    for (let c = 0; c < 3; c++)
      colours[i * 3 + c] = colours[i * 3 + c] * (1 - visible[i]) + layer.colour[i * 3 + c] * visible[i];
  }
  return {
    scene: { ...scene, colours, worn: planeOf(visible.length, (i) => Math.max(scene.worn[i], visible[i])) },
    warnings: [...doubtsOfCutOut(confidence), ...(fit.warnings ?? [])],
    confidence: clamp(0.4 + confidence.cutOut * 0.6) * fit.confidence,
  };
}

function fitAccessory(accessory: AccessoryAnalysis, scene: Scene): AccessoryFit {
  const { category } = accessory;
  if (category === 'glasses') return fitGlasses(accessory, scene);
  if (accessory.confidence.cutOut < CUT_OUT_MIN && ['hat', 'beanie', 'bag'].includes(category))
    throw new EngineRejection(
      `The ${category} hardly differs from the background of its photo. Use a photo of it on an even background that is lighter or darker than it, or a PNG with a transparent background.`,
    );
  if (category === 'hat' || category === 'beanie') return fitHat(accessory, scene);
  if (category === 'bag') return fitBag(accessory, scene);
  if (category === 'shoes')
    throw new EngineRejection(
      'A photo shows shoes, which this engine cannot put on. Send the request without it; to change the colour of worn shoes, use the operation edit.',
    );
  throw new EngineRejection(
    'A photo shows an accessory that this engine cannot put on; it takes garments, and glasses, hats and bags with handles. If it shows one of these, use a photo of it alone on an even light background.',
  );
}

/** The picture with background in the place of hair under the accessory. */
function withoutHair({ placement, colours, matte }: Scene, hidden: Float32Array): Float32Array {
  const { width, height } = placement;
  const near = blur(matte, width, height, Math.max(1, HAIR_EDGE * placement.scale));
  const known = planeOf(matte.length, (i) => (near[i] < 0.02 ? 1 : 0));
  const background = pushPull(colours, known, width, height);
  return planeOf(colours.length, (k) => {
    const share = hidden[Math.floor(k / 3)];
    return share > 0 ? colours[k] * (1 - share) + background[k] * share : colours[k];
  });
}
