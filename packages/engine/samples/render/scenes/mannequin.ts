import { anatomy } from '../body/anatomy.ts';
import { man } from '../body/man.ts';
import { inStance } from '../body/stance.ts';
import { woman } from '../body/woman.ts';
import type { Part } from '../light/scene.ts';
import { colour, type Material } from '../light/surface.ts';
import { polygonise } from '../meshes/polygonise.ts';
import type { Look } from './look.ts';
import { manPicture, manStance } from './man.ts';
import { personMaterials } from './person.ts';
import type { Shot } from './shot.ts';
import { womanPicture, womanStance } from './woman.ts';

/**
 * Mannequins, to measure moderation with, because no picture of a naked person may be used. Smooth like those of a shop
 * window, with hair and a face and no other detail.
 */

/** Heights on the upright figure between which swimwear covers it, centimetres; a man's begins at the waist. */
const FIGURES = {
  woman: {
    figure: woman,
    stance: womanStance,
    picture: womanPicture,
    covered: [[82, 94] as const, [113, 127] as const],
  },
  man: { figure: man, stance: manStance, picture: manPicture, covered: [[72, 103] as const] },
} as const;

/** Half the width of the box that holds arms and trunk, and half its depth, centimetres. */
const BOX = { side: 46, depth: 22 } as const;

/** A figure without clothes, or in swimwear of one colour (sRGB hex). */
export function mannequin(sex: keyof typeof FIGURES, look: Look, swimwear: string | null): Shot {
  const { figure, stance, picture, covered } = FIGURES[sex];
  const shot = picture(look);
  const body = anatomy(figure);
  const clothes: readonly number[] = [personMaterials.top, personMaterials.trousers, personMaterials.collar];
  const build = (coarseness: number): Part[] => {
    const skin = polygonise(
      (x, y, z) => Math.min(body.upper(x, y, z), body.lower(x, y, z)),
      [-BOX.side, figure.ankle[1] - 4, -BOX.depth],
      [BOX.side, figure.head.origin[1] + 4, BOX.depth],
      0.5 * coarseness,
    );
    const kept = shot.build(coarseness).filter(({ material }) => !clothes.includes(material));
    return [...kept, { mesh: inStance(skin, stance), material: personMaterials.skin, kind: 'closed' }];
  };
  const materials = shot.materials.map((material, number) =>
    number === personMaterials.skin && swimwear
      ? { ...material, surface: painted(material.surface, swimwear, covered, figure.shoulder[0]) }
      : material,
  );
  return { ...shot, materials, build };
}

/** Skin that is covered with matt cloth between the given heights, arms left out. */
function painted(
  skin: Material,
  cloth: string,
  covered: readonly (readonly [number, number])[],
  trunk: number,
): Material {
  const albedo = colour(cloth);
  return (point) => {
    const [x, y] = point.rest;
    const isCovered = Math.abs(x) < trunk && covered.some(([low, high]) => y > low && y < high);
    return isCovered ? { albedo, specular: 0, roughness: 1, sheen: 0.1, normal: point.normal } : skin(point);
  };
}
