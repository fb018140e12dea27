import { broadForm } from '../body/mannequin.ts';
import { fabric } from '../cloth/fabric.ts';
import { fans } from '../cloth/folds.ts';
import { level } from '../cloth/seams.ts';
import type { TrousersCut } from '../cloth/shell.ts';
import { wornTrousers } from '../cloth/worn.ts';
import { colour } from '../light/surface.ts';
import { fractalNoise } from '../maths/noise.ts';
import { scale, type Vector } from '../maths/vector.ts';
import type { Field } from '../shapes/field.ts';
import { garmentShot } from './garment.ts';

const cut: TrousersCut = {
  seat: [
    { level: 108, front: 10, back: 10.2, side: 15.6 },
    { level: 99, front: 10.4, back: 11, side: 16.6 },
    { level: 92, front: 10, back: 11.6, side: 17 },
    { level: 87, front: 9, back: 10.4, side: 14 },
  ],
  leg: {
    length: 83,
    sections: [
      { level: 0, front: 9, back: 10.2, side: 8.2 },
      { level: 15, front: 9.2, back: 10, side: 9.2 },
      { level: 30, front: 8.5, back: 8.8, side: 8.7 },
      { level: 45, front: 7.8, back: 8, side: 8.1 },
      { level: 64, front: 7.3, back: 7.6, side: 7.6 },
      { level: 92, front: 7.1, back: 7.4, side: 7.4 },
    ],
  },
  waist: 105,
  waistTilt: 0.1,
  ease: 0.7,
};

const twill = colour('#b29a75');

/** Garment-dyed twill, a little uneven. */
function dye([x, y, z]: Vector, outside: boolean): Vector {
  return scale(twill, (outside ? 1 : 0.82) * (1 + 0.05 * fractalNoise(x * 0.12, y * 0.06, z * 0.12, 3)));
}

/** Only on the front of the cloth. */
const front =
  (line: Field): Field =>
  (x, y, z) =>
    z > 0 ? line(x, y, z) : 9;
/** Edge of the waistband. */
const waistband: Field = (_x, y, z) => y + z * cut.waistTilt - (cut.waist - 3.6);
/** Slanted pocket openings. */
const pockets = front((x, y) => (y < 101.2 && y > 86 ? (Math.abs(x) - 11.2 - (101.2 - y) * 0.32) * 0.95 : 9));
/** Middle seam and the curve of the fly. */
const middleSeam: Field = (x, y) => (y > 70 && y < 101.4 ? x : 9);
const fly = front((x, y) => {
  if (y > 101.4 || x < -0.5) return 9;
  return y > 90 ? x - 3.4 : Math.hypot(x, (90 - y) * 0.8) - 3.4;
});
/** Pressed side seams. */
const outseam: Field = (x, y, z) => (Math.abs(x) > 12 && y < 101 ? z + 0.5 : 9);
/** Belt loops: upright bars across the waistband. */
const loops = front((x, y) => {
  const bar = Math.abs(Math.abs(x) - 8.2) - 0.5;
  return y > cut.waist - 4.4 && y < cut.waist + 1 ? bar : 9;
});

const folds = [
  ...fans({ at: [1.5, 84], between: [-25, 62], count: 7, length: 16, width: 0.9, depth: 0.4, seed: 7 }),
  ...fans({ at: [7, 52], between: [-35, 35], count: 4, length: 14, width: 1.1, depth: 0.4, seed: 8 }),
  ...fans({ at: [27, 49], between: [150, 215], count: 4, length: 13, width: 1.1, depth: 0.38, seed: 9 }),
  ...fans({ at: [12, 82], between: [262, 284], count: 2, length: 60, width: 1.5, depth: 0.45, seed: 10 }),
];

/** Sand-coloured chinos. */
export const trousersShot = garmentShot({
  middle: 57,
  height: 116,
  materials: [
    fabric({
      weave: 'denim',
      folds,
      dye,
      seams: [waistband, pockets, middleSeam, loops, outseam],
      stitches: [fly, level(12.5)],
    }),
  ],
  pieces: (coarseness) => [{ mesh: wornTrousers(cut, broadForm, () => 99, coarseness), material: 0 }],
});
