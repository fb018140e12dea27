import { checkpointAt } from '../../../checkpoint.ts';
import { blur } from '../../../pixels/filters.ts';
import { planeOf, sumOf } from '../../../pixels/planes.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import { tuckLight } from '../draw/tuck.ts';
import type { GarmentFit } from '../fit/fit.ts';
import type { Scene } from '../scene.ts';
import { BECOMES } from './beneath.ts';
import { castShadow } from './cast-shadow.ts';
import { garmentLight } from './garment-light.ts';
import { hairOverClothes } from './hair-over-clothes.ts';
import { findInFront } from './in-front.ts';
import type { Uncovered } from './uncovered.ts';

/** Width of the ends of hair through which the old clothes show, in shoulder widths. */
const HAIR_ENDS = 0.06;
/** Depth of a garment's shadow on its surroundings, and its width in shoulder widths. */
const CONTACT_SHADOW = 0.35;
const CONTACT_WIDTH = 0.022;
/** The same for open fronts, which stand off the top below. */
const FRONT_SHADOW = 0.3;
const FRONT_WIDTH = 0.06;
/** Depth of the shadow of a sleeve on the trunk, and its width in shoulder widths. */
const SLEEVE_SHADOW = 0.25;
const SLEEVE_WIDTH = 0.02;

/** A scene after a garment. */
export type Composed = Readonly<ReturnType<typeof composeGarment>>;

/**
 * Composites a drawn garment over the painted picture: behind hair, hands and forearms, in the person's light, with its
 * shadow.
 */
export function composeGarment(
  scene: Scene,
  fit: GarmentFit,
  drawn: DrawnGarment,
  uncovered: Uncovered,
  painted: Float32Array,
) {
  const { placement, body } = scene;
  const { width, height, scale } = placement;
  const { cover, becomes, old } = uncovered;
  const { colours, parts } = scene;
  const hairEnds = HAIR_ENDS * body.shoulderWidth * scale;
  const loose = hairOverClothes({ width, height, colours, hair: parts.hair, old }, hairEnds);
  const inFront = findInFront({ ...scene, parts: { ...parts, hair: loose.hair } }, fit, drawn);
  const light = garmentLight(scene, drawn, uncovered, fit.span);
  const sleeveShadow = blur(drawn.sleeves.alpha, width, height, body.shoulderWidth * scale * SLEEVE_WIDTH);
  const tuck = fit.span ? null : fit.tuck;
  const visible = new Float32Array(cover.length);
  const still = planeOf(visible.length, (i) => (becomes[i] === BECOMES.background ? 0 : scene.matte[i]));
  let shown = 0;
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    for (let c = i * 3; c < i * 3 + 3; c++) if (painted[c] === colours[c]) painted[c] = loose.colours[c];
    // Trunk and back are one cloth, so each fills the gaps of the other where they meet.
    const behind =
      Math.min(1, drawn.behind.alpha[i] / (1 - drawn.body.alpha[i] + 1e-3)) *
      (1 - Math.max(still[i], scene.matte[i] - old[i]));
    if (cover[i] + behind <= 0) continue;
    const [beforeTrunk, beforeSleeves] = inFront(i);
    const trunk = drawn.body.alpha[i] * (1 - beforeTrunk);
    const sleeve = drawn.sleeves.alpha[i] * (1 - beforeSleeves);
    const gathered = tuck ? tuckLight(scene, tuck, i) : 1;
    const shadow = 1 - SLEEVE_SHADOW * Math.max(0, sleeveShadow[i] - drawn.sleeves.alpha[i]);
    const trunkLight = light.trunk[i] * gathered * shadow;
    for (let c = i * 3; c < i * 3 + 3; c++) {
      const back = painted[c] * (1 - behind) + drawn.behind.colour[c] * trunkLight * behind;
      const below = back * (1 - trunk) + drawn.body.colour[c] * trunkLight * trunk;
      painted[c] = below * (1 - sleeve) + drawn.sleeves.colour[c] * light.sleeves[i] * sleeve;
    }
    const front = 1 - (1 - trunk) * (1 - sleeve);
    visible[i] = 1 - (1 - behind) * (1 - front);
    shown += front;
  }
  const shadow = (width: number, depth: number) => ({ softness: width * body.shoulderWidth, depth, drop: 0 });
  castShadow(scene, shadow(CONTACT_WIDTH, CONTACT_SHADOW), visible, still, painted);
  if (fit.gap) castShadow(scene, shadow(FRONT_WIDTH, FRONT_SHADOW), visible, still, painted);
  const worn = planeOf(visible.length, (i) => Math.max(scene.worn[i], visible[i]));
  return {
    scene: { ...scene, colours: painted, worn },
    /** Share of its trunk and sleeves that shows, 0 to 1; hair, hands and clothes in front hide the rest. */
    shown: shown / Math.max(1, sumOf(cover)),
  };
}
