import { anatomy } from '../body/anatomy.ts';
import { slimForm } from '../body/mannequin.ts';
import { armsRaised } from '../body/pose.ts';
import { ribCollar } from '../cloth/collar.ts';
import { fabric, plain } from '../cloth/fabric.ts';
import { fans } from '../cloth/folds.ts';
import { floralPrint } from '../cloth/prints.ts';
import { armhole, level, sideSeam } from '../cloth/seams.ts';
import type { TopCut } from '../cloth/shell.ts';
import { armLift, wornTop } from '../cloth/worn.ts';
import { blendColour, colour } from '../light/surface.ts';
import type { Vector } from '../maths/vector.ts';
import { garmentShot } from './garment.ts';

const waist = 108;

const cut: TopCut = {
  trunk: [
    { level: 131, front: 10, back: 10.4, side: 14.8 },
    { level: 122, front: 12, back: 10.6, side: 14.6 },
    { level: waist, front: 9.8, back: 9, side: 12.6 },
    { level: 100, front: 11.4, back: 11, side: 15.4 },
    { level: 84, front: 14.5, back: 14.4, side: 20.5 },
    { level: 50, front: 17, back: 15, side: 28 },
    { level: 40, front: 17, back: 15, side: 30 },
  ],
  sleeve: {
    length: 14,
    sections: [
      { level: 0, front: 5.6, back: 5.6, side: 5.2 },
      { level: 8, front: 6.2, back: 6.2, side: 5.8 },
      { level: 15, front: 6.8, back: 6.8, side: 6.6 },
      { level: 22, front: 7, back: 7, side: 7 },
    ],
  },
  neck: { centre: [0, 142.6, 0.6], radii: [8.8, 6.4, 9.4], point: 9 },
  hem: 50,
  ease: 0.6,
  flounce: { folds: 11, depth: 2.4, below: 103 },
};

const cutFigure = armsRaised(slimForm, armLift);
const ground = colour('#20474a');
const print = floralPrint(4.6, ['#f0c9a8', '#e98d6f', '#f6e7d2', '#d8a13c'], '#8c3b2a', '#6fa08c');

/** Flowers on deep green. */
function dye([x, y, z]: Vector, outside: boolean): Vector {
  // Round the side the print runs on instead of being drawn out along the depth.
  const found = print(x + Math.sign(x) * Math.max(0, 7 - z) * 0.6, y);
  const tone = found ? blendColour(ground, found.ink, found.cover) : ground;
  return outside ? tone : blendColour(tone, ground, 0.55);
}

const folds = [
  ...fans({ at: [14, 122], between: [165, 235], count: 6, length: 16, width: 0.9, depth: 0.34, seed: 11 }),
  ...fans({ at: [9, 107], between: [50, 130], count: 6, length: 12, width: 0.8, depth: 0.34, seed: 12 }),
  ...fans({ at: [6, 108], between: [240, 300], count: 7, length: 20, width: 0.9, depth: 0.4, seed: 13 }),
];

/** Flowered summer dress with a V-neck and a full skirt. */
export const dressShot = garmentShot({
  middle: 96,
  height: 118,
  materials: [
    fabric({
      weave: 'poplin',
      folds,
      dye,
      seams: [armhole(cutFigure, 10), level(waist), sideSeam(-0.5)],
      stitches: [level(cut.hem + 1.6)],
    }),
    fabric({ weave: 'poplin', dye: plain('#1d4144') }),
  ],
  pieces: (coarseness) => {
    const cloth = wornTop(cut, slimForm, anatomy(slimForm).lower, coarseness);
    return [
      { mesh: cloth, material: 0 },
      { mesh: ribCollar(cloth, cut.neck, { height: 0.8, thickness: 0.16 }), material: 1 },
    ];
  },
});
