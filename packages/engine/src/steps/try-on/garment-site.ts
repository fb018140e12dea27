import { type Box, boxAbove, cropValues, grownWithin, hullOf, pasted } from '../../pixels/crop.ts';
import type { GarmentFit } from './fit/fit.ts';
import type { Scene } from './scene.ts';

/**
 * Room around what a garment covers and bares: backgrounds, skin and cloth for what is bared are taken from it. In
 * shoulder widths.
 */
const ROOM_ASIDE = 0.9;
const ROOM_ABOVE = 0.5;
/** Share of the old garment in a pixel from which it has to be covered or painted over. */
const OLD_MIN = 0.1;
/**
 * Corners lie at multiples of so many pixels: pictures made up to eight times smaller for blurs then hold the same
 * pixels, wherever the box begins.
 */
const GRID = 8;

/**
 * The box of a scene in which a garment is put on: all that it may cover, the one it replaces, and room around both.
 */
export function garmentSite({ body, parts, placement }: Scene, { body: trunk, sleeves, replaces }: GarmentFit): Box {
  const { width, height, scale } = placement;
  const landings = [...trunk, ...sleeves].map(({ box: [left, top, right, bottom] }) => {
    const [from, to] = [placement.toOutput({ x: left, y: top }), placement.toOutput({ x: right, y: bottom })];
    return { left: from.x, top: from.y, width: to.x - from.x, height: to.y - from.y };
  });
  const replaced = (['upper', 'lower'] as const)
    .filter((part) => replaces === part || replaces === 'both')
    .map((part) => boxAbove({ width, height, data: parts[part] }, OLD_MIN, 0, 0));
  const room = body.shoulderWidth * scale;
  const site = grownWithin(hullOf([...landings, ...replaced]), placement, ROOM_ASIDE * room, ROOM_ABOVE * room);
  return onGrid(site);
}

/** The box with its first corner moved out to the grid. */
function onGrid({ left, top, width, height }: Box): Box {
  const [aside, above] = [left % GRID, top % GRID];
  return { left: left - aside, top: top - above, width: width + aside, height: height + above };
}

/** The scene within a box of the output, in its pixels; its planes are copies. */
export function sceneWithin(scene: Scene, box: Box): Scene {
  const { placement, matte, parts } = scene;
  const within = (plane: Float32Array) => cropValues(plane, 1, placement.width, box);
  return {
    ...scene,
    ...picturesWithin(scene, box),
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

/** Copies of what earlier garments changed of a scene, within a box of the output, in its pixels. */
export function picturesWithin({ placement, colours, worn }: Scene, box: Box): Pick<Scene, 'colours' | 'worn'> {
  return {
    colours: cropValues(colours, 3, placement.width, box),
    worn: cropValues(worn, 1, placement.width, box),
  };
}

/** The scene of the whole output after a garment was put on within a box of it; `scene` itself stays as it was. */
export function sceneAfter(scene: Scene, box: Box, { colours, worn }: Scene): Scene {
  const { width } = scene.placement;
  return {
    ...scene,
    colours: pasted(scene.colours, colours, 3, width, box),
    worn: pasted(scene.worn, worn, 1, width, box),
  };
}
