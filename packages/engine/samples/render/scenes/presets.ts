import { softbox } from '../light/studio.ts';
import { colour, matt } from '../light/surface.ts';
import type { Field } from '../shapes/field.ts';
import { paper, paperRoll, portraitStudio } from './backdrop.ts';
import { emptyShot, type Piece } from './empty-scene.ts';
import { solid } from './pieces.ts';
import { catalogueStudio, wall, whitePaint } from './studio-wall.ts';

/** The view of the avatars: a person who is set into the picture stands at z = 0. */
export const standing = { eye: [0, 105, 520], middle: [0, 87], height: 186 } as const;

/** A paper roll of an sRGB hex colour. */
function roll(hex: string): Piece {
  return { mesh: paperRoll, surface: paper(hex) };
}

/** An empty portrait studio: the paper roll that the avatars stand on, as they are lit. */
export const studioShot = emptyShot({
  size: [1200, 1600],
  camera: standing,
  studio: portraitStudio,
  film: { vignette: 0.12 },
  pieces: [roll('#d6d3ce')],
});

/** A white cove: the wall and the floor run into each other, lit evenly from above and from both sides. */
export const coveShot = emptyShot({
  size: [1200, 1600],
  camera: standing,
  studio: {
    softboxes: [
      softbox([-70, 400, 150], [0, 0, -40], [150, 130], [21, 21, 21.2], 4),
      softbox([-330, 190, 240], [0, 90, -40], [160, 240], [1.7, 1.7, 1.75], 3),
    ],
    surroundings: (x, y) => {
      const sky = (0.3 + 0.16 * y) * (1 - 0.25 * x);
      return [sky, sky, sky * 1.015];
    },
  },
  film: { exposure: 0.86, vignette: 0.3, grain: 1.9 },
  smoothing: 14,
  pieces: [roll('#efeeeb')],
});

/** Terracotta paper in a pool of hard, warm light, with the corners left dark. */
export const terracottaShot = emptyShot({
  size: [1200, 1600],
  camera: standing,
  studio: {
    softboxes: [
      softbox([-170, 330, 330], [10, 95, -120], [60, 60], [96, 90, 82], 5),
      softbox([260, 170, 240], [0, 110, 0], [180, 220], [1.3, 1.3, 1.35], 3),
    ],
    surroundings: (_x, y, z) => {
      const sky = (0.2 + 0.16 * y) * (0.8 + 0.2 * z);
      return [sky, sky, sky];
    },
  },
  film: { vignette: 0.42, grain: 1.9 },
  smoothing: 8,
  pieces: [roll('#c57a5d')],
});

/** A white wall in catalogue light, for garments without a body. */
export const whiteWallShot = emptyShot({
  size: [1200, 1500],
  camera: { eye: [0, 160, 420], middle: [0, 112], height: 115 },
  studio: catalogueStudio(112),
  film: { vignette: 0.03 },
  pieces: [{ mesh: (coarseness) => wall(112, -42, coarseness), surface: whitePaint }],
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
  pieces: [roll('#bfc8bd'), solid(matt(colour('#ccd3c9')), plinth, [-50, -1, -50], [50, plinthHeight + 2, 50], 0.7)],
});
