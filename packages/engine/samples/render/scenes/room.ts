import { type Studio, softbox } from '../light/studio.ts';
import { colour, type Material, matt } from '../light/surface.ts';
import { fractalNoise, noise } from '../maths/noise.ts';
import { hashed } from '../maths/random.ts';
import { bell, mix } from '../maths/scalar.ts';
import { add, normalize, scale } from '../maths/vector.ts';
import type { Mesh } from '../meshes/mesh.ts';
import { gradedSteps, parametricSheet } from '../meshes/sheet.ts';
import { emptyShot } from './empty-scene.ts';

/** Depth of the wall behind the place where a person stands, centimetres. */
const wallDepth = -130;
const skirtingHeight = 9;
const skirtingDepth = 1.8;

const plaster = colour('#d8c4aa');
const oak = colour('#a5805a');
const plankWidth = 14;
const plankLength = 190;

/** Lime wash: clouds of a little more and a little less pigment, laid on with a brush. */
const limeWash: Material = ({ position: [x, y], normal }) => {
  const cloud = fractalNoise(x * 0.016, y * 0.016, 3, 4);
  const stroke = noise(x * 0.09 + y * 0.05, y * 0.16 - x * 0.06, 7);
  return { albedo: scale(plaster, 1 + 0.09 * cloud + 0.025 * stroke), specular: 0, roughness: 1, sheen: 0, normal };
};

/** Oiled oak boards across the room: every board of its own tone, dark joints, long grain. */
const oakBoards: Material = ({ position: [x, , z], normal }) => {
  const row = Math.floor(z / plankWidth);
  const shifted = x + hashed(row, 1, 0) * plankLength;
  const board = Math.floor(shifted / plankLength);
  const tone = mix(0.82, 1.14, hashed(row, board, 2));
  const grain = noise(x * 0.05, row * 7, z * 1.9) * 0.1 + noise(x * 0.4, row * 3, z * 7) * 0.05;
  const across = z - (row + 0.5) * plankWidth;
  const along = shifted - (board + 0.5) * plankLength;
  const joint = bell(Math.abs(across) - plankWidth / 2, 0.22) + bell(Math.abs(along) - plankLength / 2, 0.22);
  return {
    albedo: scale(oak, tone * (1 + grain) * (1 - 0.55 * Math.min(1, joint))),
    specular: 0.035,
    roughness: 0.42,
    sheen: 0,
    normal: normalize(add(normal, [grain * 0.12, 0, grain * 0.12])),
  };
};

/** A flat piece of the room between two corners of a plane. */
function sheet(
  from: readonly [number, number],
  to: readonly [number, number],
  fine: number,
  at: (u: number, v: number) => [number, number, number],
): Mesh {
  const us = gradedSteps(from[0], to[0], 0, 130, fine);
  const vs = gradedSteps(from[1], to[1], (from[1] + to[1]) / 2, (to[1] - from[1]) / 2, fine);
  return parametricSheet(us, vs, at);
}

/** Where the window on the left stands, and its opening in height and depth, centimetres. */
const windowX = -260;
const opening = { bottom: 150, top: 244, back: 4, front: 64 } as const;
const barHalf = 1.6;

/** The wall around the window and its glazing bars: they shade the low sun. */
function windowWall(): Mesh[] {
  const piece = (y0: number, y1: number, z0: number, z1: number) =>
    parametricSheet([z0, z1], [y0, y1], (z, y) => [windowX, y, z] as const);
  const { bottom, top, back, front } = opening;
  const [middleY, middleZ] = [(bottom + top) / 2, (back + front) / 2];
  return [
    piece(-20, bottom, -400, 400),
    piece(top, 500, -400, 400),
    piece(bottom, top, -400, back),
    piece(bottom, top, front, 400),
    piece(middleY - barHalf, middleY + barHalf, back, front),
    piece(bottom, top, middleZ - barHalf, middleZ + barHalf),
  ];
}

/** Low sun through the window on the left, a bright room around. */
const studio: Studio = {
  softboxes: [
    softbox([-700, 330, 330], [-40, 110, -90], [15, 15], [3600, 3150, 2500], 5),
    softbox([160, 270, 330], [0, 90, -60], [240, 200], [2.3, 2.3, 2.4], 3),
  ],
  surroundings: (x, y, z) => {
    const sky = mix(0.28, 0.74, 0.5 + 0.5 * y) * (0.85 + 0.15 * z) * (1 - 0.2 * x);
    return [sky * 1.02, sky, sky * 0.96];
  },
};

/** A plain room with a lime-washed wall, oak boards and the light of a window. */
export const roomShot = emptyShot({
  size: [1200, 1600],
  camera: { eye: [0, 105, 520], middle: [0, 87], height: 186 },
  studio,
  pieces: (coarseness) => [
    sheet([-260, 0], [260, 330], 2.2 * coarseness, (u, v) => [u, v, wallDepth]),
    sheet([-260, wallDepth], [260, 200], 2.2 * coarseness, (u, v) => [u, 0, -v + wallDepth + 200]),
    sheet([-260, 0], [260, skirtingHeight], 1.5 * coarseness, (u, v) => [u, v, wallDepth + skirtingDepth]),
    sheet([-260, 0], [260, skirtingDepth], 0.9 * coarseness, (u, v) => [
      u,
      skirtingHeight,
      wallDepth + skirtingDepth - v,
    ]),
    ...windowWall(),
  ],
  materials: [
    limeWash,
    oakBoards,
    matt(colour('#ded6c9')),
    matt(colour('#ded6c9')),
    ...windowWall().map(() => matt(plaster)),
  ],
});
