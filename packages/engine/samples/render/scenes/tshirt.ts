import { broadForm } from '../body/mannequin.ts';
import { armsRaised } from '../body/pose.ts';
import { ribCollar } from '../cloth/collar.ts';
import { fabric, rib } from '../cloth/fabric.ts';
import { fans } from '../cloth/folds.ts';
import { landscapePrint } from '../cloth/prints.ts';
import { armhole, level, sideSeam, sleeveHem } from '../cloth/seams.ts';
import type { TopCut } from '../cloth/shell.ts';
import { armLift, wornTop } from '../cloth/worn.ts';
import { blendColour, colour } from '../light/surface.ts';
import type { Vector } from '../maths/vector.ts';
import { garmentShot } from './garment.ts';

const cut: TopCut = {
  trunk: [
    { level: 142, front: 11.4, back: 11.8, side: 17.6 },
    { level: 134, front: 13.2, back: 12.4, side: 18.8 },
    { level: 122, front: 13, back: 12.2, side: 19 },
    { level: 108, front: 12.6, back: 12.2, side: 19.2 },
    { level: 86, front: 12.6, back: 12.6, side: 19.8 },
  ],
  sleeve: {
    length: 21,
    sections: [
      { level: 0, front: 6.6, back: 6.6, side: 6 },
      { level: 12, front: 7.2, back: 7.2, side: 6.8 },
      { level: 28, front: 7.4, back: 7.4, side: 7.2 },
    ],
  },
  neck: { centre: [0, 154.5, 0.8], radii: [10.2, 7.2, 10.2] },
  hem: 88,
  ease: 0.9,
};

const cutFigure = armsRaised(broadForm, armLift);
const cotton = colour('#5f7694');
const printMiddle = 129;

/** Slate-blue cotton with a print on the chest. */
function dye([x, y, z]: Vector, outside: boolean): Vector {
  const ink = outside && z > 0 ? landscapePrint(x, y - printMiddle) : undefined;
  return ink ? blendColour(cotton, ink.ink, ink.cover * 0.94) : cotton;
}

const folds = [
  ...fans({ at: [18, 130], between: [150, 245], count: 7, length: 24, width: 1.1, depth: 0.42, seed: 1 }),
  ...fans({ at: [19, 129], between: [-40, 35], count: 5, length: 16, width: 0.9, depth: 0.36, seed: 2 }),
  ...fans({ at: [12, 124], between: [245, 292], count: 4, length: 36, width: 1.7, depth: 0.5, seed: 3 }),
];

/** Slate-blue T-shirt with an abstract landscape print. */
export const tshirtShot = garmentShot({
  middle: 119,
  height: 94,
  materials: [
    fabric({
      weave: 'jersey',
      folds,
      dye,
      seams: [armhole(cutFigure, 11), sideSeam(-0.5)],
      stitches: [level(cut.hem + 2.2), sleeveHem(cutFigure, 19)],
    }),
    rib('#5a708d'),
  ],
  pieces: (coarseness) => {
    const cloth = wornTop(cut, broadForm, () => 99, coarseness);
    return [
      { mesh: cloth, material: 0 },
      { mesh: ribCollar(cloth, cut.neck, { height: 1.8, thickness: 0.24 }), material: 1 },
    ];
  },
});
