import { type Box, boxAbove, cropValues, grownWithin, hullOf, laidInto } from '../../pixels/crop.ts';
import { type GarmentFit, LAYERS } from './fit/fit.ts';
import type { Scene } from './scene.ts';

/** Margin around the covered and uncovered areas, in shoulder widths. Fills take background, skin and cloth from it. */
const ROOM_ASIDE = 0.9;
const ROOM_ABOVE = 0.5;
/** Share of the old garment in a pixel from which the pixel must be covered or painted over. */
const OLD_MIN = 0.1;

/** The box of a scene for a garment: the area it may cover, the garment it replaces, and a margin. */
export function garmentSite({ body, parts, placement }: Scene, { layers, replaces }: GarmentFit): Box {
  const { width, height, scale } = placement;
  const landings = LAYERS.flatMap((name) => layers[name].pieces).map(({ box }) => placement.boxToOutput(box));
  const replaced = (['upper', 'lower'] as const)
    .filter((part) => replaces === part || replaces === 'both')
    .map((part) => boxAbove({ width, height, data: parts[part] }, OLD_MIN));
  const room = body.shoulderWidth * scale;
  return grownWithin(hullOf([...landings, ...replaced]), placement, ROOM_ASIDE * room, ROOM_ABOVE * room);
}

/** The scene within a box of the output, in its pixels; its planes are copies. */
export function sceneWithin(scene: Scene, box: Box): Scene {
  const { placement, matte, parts } = scene;
  const within = (plane: Float32Array) => cropValues(plane, 1, placement.width, box);
  return {
    ...scene,
    colours: cropValues(scene.colours, 3, placement.width, box),
    worn: within(scene.worn),
    placement: placement.within(box),
    matte: within(matte),
    parts: {
      hair: within(parts.hair),
      skin: within(parts.skin),
      upper: within(parts.upper),
      lower: within(parts.lower),
      carried: within(parts.carried),
    },
  };
}

/** Lays the part of a scene within a box, which a garment changed, back into the scene. */
export function layScene({ colours, worn, parts, placement: { width } }: Scene, part: Scene, box: Box): void {
  laidInto(colours, part.colours, 3, width, box);
  laidInto(worn, part.worn, 1, width, box);
  laidInto(parts.hair, part.parts.hair, 1, width, box);
}
