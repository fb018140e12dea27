import { type Studio, softbox } from '../light/studio.ts';
import { colour, type Material, matt } from '../light/surface.ts';
import { fractalNoise, noise } from '../maths/noise.ts';
import { mix } from '../maths/scalar.ts';
import { add, normalize, scale } from '../maths/vector.ts';
import { polygonise } from '../meshes/polygonise.ts';
import type { Field } from '../shapes/field.ts';
import { paper, paperRoll, portraitStudio } from './backdrop.ts';
import { emptyShot } from './empty-scene.ts';
import { catalogueStudio, wall, whitePaint } from './studio-wall.ts';

/** An empty portrait studio: the paper roll that the avatars stand on, as they are lit. */
export const studioShot = emptyShot({
  size: [1200, 1600],
  camera: { eye: [0, 105, 520], middle: [0, 87], height: 186 },
  studio: portraitStudio,
  film: { vignette: 0.12 },
  pieces: (coarseness) => [paperRoll(coarseness)],
  materials: [paper('#d6d3ce')],
});

/** A white wall in catalogue light, for garments without a body. */
export const whiteWallShot = emptyShot({
  size: [1200, 1500],
  camera: { eye: [0, 160, 420], middle: [0, 112], height: 115 },
  studio: catalogueStudio(112),
  film: { vignette: 0.03 },
  pieces: (coarseness) => [wall(112, -42, coarseness)],
  materials: [whitePaint],
});

const linenTone = colour('#d9cfbf');

/** Unbleached linen laid flat: threads both ways, a few soft creases. */
const linen: Material = ({ position: [x, y], normal }) => {
  const threads = noise(x * 5.5, y * 0.7, 1) + noise(x * 0.7, y * 5.5, 2);
  const cloud = fractalNoise(x * 0.03, y * 0.03, 5, 3);
  const creaseX = noise(x * 0.045 + y * 0.02, y * 0.012, 8);
  const creaseY = noise(x * 0.012, y * 0.045 - x * 0.02, 9);
  return {
    albedo: scale(linenTone, 1 + 0.05 * threads + 0.04 * cloud),
    specular: 0,
    roughness: 1,
    sheen: 0.15,
    normal: normalize(add(normal, [0.05 * creaseX + 0.03 * threads, 0.05 * creaseY + 0.03 * threads, 0])),
  };
};

/** Daylight from a window at the upper left of a table seen from above. */
const tableLight: Studio = {
  softboxes: [
    softbox([-150, 170, 130], [0, 0, 0], [120, 160], [10, 9.9, 9.7], 4),
    softbox([170, -60, 190], [0, 0, 0], [200, 200], [1.9, 1.95, 2.05], 3),
  ],
  surroundings: (x, y, z) => {
    const sky = mix(0.45, 0.8, 0.5 + 0.5 * z) * (1 - 0.12 * x + 0.1 * y);
    return [sky, sky, sky * 1.01];
  },
};

/** A table under linen, seen from straight above: up in the picture is away from the viewer. */
export const linenShot = emptyShot({
  size: [1200, 1500],
  camera: { eye: [0, 0, 260], middle: [0, 0], height: 110 },
  studio: tableLight,
  pieces: (coarseness) => [wall(0, 0, coarseness)],
  materials: [linen],
});

const plinthRadius = 46;
const plinthHeight = 14;
const plinthEdge = 1;

/** A round plinth standing on the floor. */
const plinth: Field = (x, y, z) => {
  const outwards = Math.hypot(x, z) - plinthRadius + plinthEdge;
  const upwards = Math.abs(y - plinthHeight / 2) - plinthHeight / 2 + plinthEdge;
  return (
    Math.min(Math.max(outwards, upwards), 0) + Math.hypot(Math.max(outwards, 0), Math.max(upwards, 0)) - plinthEdge
  );
};

/** A round plinth before a wall of its own colour. */
export const plinthShot = emptyShot({
  size: [1200, 1500],
  camera: { eye: [0, 92, 420], middle: [0, 44], height: 150 },
  studio: {
    ...portraitStudio,
    softboxes: [
      softbox([-180, 260, 230], [0, 30, 0], [170, 170], [11.5, 11.3, 11], 4),
      softbox([240, 150, 230], [0, 40, 0], [200, 200], [1.5, 1.55, 1.6], 3),
    ],
  },
  pieces: (coarseness) => [
    paperRoll(coarseness),
    polygonise(plinth, [-50, -1, -50], [50, plinthHeight + 2, 50], 0.7 * coarseness),
  ],
  materials: [paper('#bfc8bd'), matt(colour('#ccd3c9'))],
});
