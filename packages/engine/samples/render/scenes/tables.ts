import { type Studio, softbox } from '../light/studio.ts';
import { colour, matt } from '../light/surface.ts';
import { mix } from '../maths/scalar.ts';
import { emptyShot } from './empty-scene.ts';
import { frond } from './frond.ts';
import { block, flat, solid, windowWall } from './pieces.ts';
import { linen, plaster, tableBoards, travertine } from './surfaces.ts';

/** Tables seen from straight above, and plinths: places where products lie or stand. Lengths are centimetres. */

const size = [1200, 1500] as const;

/** The view of a table: up in the picture is away from the viewer. */
const above = { eye: [0, 0, 260], middle: [0, 0], height: 110 } as const;

/** Daylight around a table, stronger from above. */
function daylight(level: number): Studio['surroundings'] {
  return (x, y, z) => {
    const sky = level * mix(0.56, 1, 0.5 + 0.5 * z) * (1 - 0.12 * x + 0.1 * y);
    return [sky, sky, sky * 1.01];
  };
}

/** A table under linen in the daylight of a window at the upper left. */
export const linenShot = emptyShot({
  size,
  camera: above,
  studio: {
    softboxes: [
      softbox([-150, 170, 130], [0, 0, 0], [120, 160], [10, 9.9, 9.7], 4),
      softbox([170, -60, 190], [0, 0, 0], [200, 200], [1.9, 1.95, 2.05], 3),
    ],
    surroundings: daylight(0.8),
  },
  pieces: [flat(linen, [-160, -160, 0], [320, 0, 0], [0, 320, 0], 1.5)],
});

/** Low sun from the upper left over a table. */
const tableSun: Studio = {
  softboxes: [
    softbox([-520, 420, 420], [0, 0, 0], [8, 8], [18500, 16700, 14000], 6),
    softbox([170, -60, 190], [0, 0, 0], [200, 200], [1.3, 1.35, 1.45], 3),
  ],
  surroundings: daylight(0.5),
};

/** A table of broad boards in the light of a window of four panes. */
export const woodShot = emptyShot({
  size,
  camera: above,
  studio: tableSun,
  smoothing: 0.8,
  pieces: [
    flat(tableBoards, [-160, -160, 0], [320, 0, 0], [0, 320, 0], 0.9),
    ...windowWall(matt(colour('#c9bca8')), { x: -150, bottom: 62, top: 168, back: 66, front: 152 }),
  ],
});

/** Warm white plaster under the shadows of palm leaves. */
export const palmShot = emptyShot({
  size,
  camera: above,
  studio: tableSun,
  smoothing: 0.8,
  pieces: [
    flat(plaster(colour('#e6dccd'), 0.06, 0.03), [-160, -160, 0], [320, 0, 0], [0, 320, 0], 0.7),
    { mesh: () => frond([-150, 92, 52], [1, -0.42, 0], [0.42, 1, 0], 112, 5), surface: matt(colour('#5c6b45')) },
    { mesh: () => frond([-112, 138, 66], [0.6, -1, 0], [1, 0.6, 0], 98, 8), surface: matt(colour('#5c6b45')) },
  ],
});

/** Blocks of travertine before a warm wall: a product stands on the lower one. */
export const travertineShot = emptyShot({
  size,
  camera: { eye: [0, 92, 420], middle: [0, 44], height: 150 },
  studio: {
    softboxes: [
      softbox([-560, 470, 430], [0, 40, -60], [13, 13], [6900, 5900, 4700], 5),
      softbox([240, 150, 230], [0, 40, 0], [200, 200], [1.3, 1.3, 1.35], 3),
    ],
    surroundings: (x, y, z) => {
      const sky = mix(0.26, 0.6, 0.5 + 0.5 * y) * (0.8 + 0.2 * z) * (1 - 0.12 * x);
      return [sky * 1.01, sky, sky * 0.97];
    },
  },
  smoothing: 1.4,
  pieces: [
    flat(plaster(colour('#d9c2a4'), 0.08, 0.03), [-240, 0, -95], [480, 0, 0], [0, 300, 0], 1.6),
    flat(plaster(colour('#d3bc9e'), 0.05, 0.02), [-240, 0, 160], [480, 0, 0], [0, 0, -255], 1.6),
    solid(travertine, block([-44, 0, -34], [44, 14, 34], 0.5), [-46, -1, -36], [46, 16, 36], 0.8),
    solid(travertine, block([22, 0, -70], [58, 58, -38], 0.5), [20, -1, -72], [60, 60, -36], 0.8),
    ...windowWall(matt(colour('#d9c2a4')), { x: -250, bottom: 150, top: 330, back: 20, front: 200 }),
  ],
});
