import { type Studio, softbox } from '../light/studio.ts';
import { colour, matt } from '../light/surface.ts';
import { mix } from '../maths/scalar.ts';
import { emptyShot } from './empty-scene.ts';
import { flat, windowWall } from './pieces.ts';
import { oakBoards, plaster } from './surfaces.ts';

/** Depth of the wall behind the place where a person stands, centimetres. */
const wallDepth = -130;
const skirtingHeight = 9;
const skirtingDepth = 1.8;

const limeWash = colour('#d8c4aa');
const skirting = matt(colour('#ded6c9'));

/** Low sun through the window on the left, a bright room around. */
const studio: Studio = {
  softboxes: [
    softbox([-700, 330, 330], [-40, 110, -90], [13, 13], [7000, 5900, 4500], 5),
    softbox([160, 270, 330], [0, 90, -60], [240, 200], [2.3, 2.3, 2.4], 3),
  ],
  surroundings: (x, y, z) => {
    const sky = mix(0.24, 0.62, 0.5 + 0.5 * y) * (0.85 + 0.15 * z) * (1 - 0.2 * x);
    return [sky * 1.02, sky, sky * 0.96];
  },
};

/** A plain room with a lime-washed wall, oak boards and the light of a window. */
export const roomShot = emptyShot({
  size: [1200, 1600],
  camera: { eye: [0, 105, 520], middle: [0, 87], height: 186 },
  studio,
  smoothing: 1.4,
  pieces: [
    flat(plaster(limeWash, 0.09, 0.025), [-260, 0, wallDepth], [520, 0, 0], [0, 330, 0], 1.6),
    flat(oakBoards, [-260, 0, 200], [520, 0, 0], [0, 0, wallDepth - 200], 2.2),
    flat(skirting, [-260, 0, wallDepth + skirtingDepth], [520, 0, 0], [0, skirtingHeight, 0], 1.5),
    flat(skirting, [-260, skirtingHeight, wallDepth + skirtingDepth], [520, 0, 0], [0, 0, -skirtingDepth], 0.9),
    ...windowWall(matt(limeWash), { x: -260, bottom: 150, top: 244, back: 4, front: 64 }),
  ],
});
