import { slimForm } from '../body/mannequin.ts';
import { armsRaised } from '../body/pose.ts';
import { ribCollar } from '../cloth/collar.ts';
import { fabric, rib } from '../cloth/fabric.ts';
import { fans } from '../cloth/folds.ts';
import { handWobble, stripeShare } from '../cloth/prints.ts';
import { armhole, level, sideSeam, sleevePlace } from '../cloth/seams.ts';
import type { TopCut } from '../cloth/shell.ts';
import { armLift, wornTop } from '../cloth/worn.ts';
import { blendColour, colour } from '../light/surface.ts';
import type { Vector } from '../maths/vector.ts';
import { garmentShot } from './garment.ts';

const sleeveLength = 49;

const cut: TopCut = {
  trunk: [
    { level: 131, front: 10, back: 10.6, side: 15 },
    { level: 122, front: 12.2, back: 11, side: 16 },
    { level: 112, front: 11.8, back: 10.8, side: 16 },
    { level: 98, front: 11.6, back: 11.2, side: 16.6 },
    { level: 78, front: 11.8, back: 12, side: 17.4 },
  ],
  sleeve: {
    length: sleeveLength,
    sections: [
      { level: 0, front: 5.4, back: 5.4, side: 5.2 },
      { level: 14, front: 5.6, back: 5.6, side: 5.4 },
      { level: 32, front: 5, back: 5, side: 4.8 },
      { level: sleeveLength, front: 4.1, back: 4.1, side: 4.1 },
      { level: sleeveLength + 8, front: 4.1, back: 4.1, side: 4.1 },
    ],
  },
  neck: { centre: [0, 142.8, 0.5], radii: [9.6, 6.2, 9.4] },
  hem: 83,
  ease: 0.8,
};

const cutFigure = armsRaised(slimForm, armLift);
const seam = armhole(cutFigure, 9.5);
const place = sleevePlace(cutFigure);
const [ecru, navy] = [colour('#e3d7bd'), colour('#26324d')];
const pitch = 3.1;
/** Yoke and hem stay plain, as on a fisherman's jersey. */
const stripesFrom = 133.5;
const stripesTo = 89;

/** Navy stripes round body and sleeves. */
function dye(rest: Vector): Vector {
  const [x, y, z] = rest;
  const onSleeve = seam(x, y, z) > 0;
  const { along } = place(rest);
  const striped = onSleeve ? along > 4 && along < sleeveLength - 5 : y < stripesFrom && y > stripesTo;
  if (!striped) return ecru;
  return blendColour(ecru, navy, stripeShare(onSleeve ? along : y, pitch, 0.42, handWobble(x, z)));
}

const folds = [
  ...fans({ at: [15.5, 121], between: [150, 240], count: 7, length: 20, width: 1, depth: 0.4, seed: 4 }),
  ...fans({ at: [17, 120], between: [-60, 20], count: 5, length: 15, width: 0.9, depth: 0.36, seed: 5 }),
  ...fans({ at: [9, 114], between: [245, 295], count: 4, length: 32, width: 1.6, depth: 0.45, seed: 6 }),
];

/** Ecru long-sleeved jersey with navy stripes and a wide neck. */
export const stripesShot = garmentShot({
  middle: 112,
  height: 94,
  materials: [
    fabric({ weave: 'jersey', folds, dye, seams: [seam, sideSeam(-0.5)], stitches: [level(cut.hem + 2)] }),
    rib('#e9e3d5'),
  ],
  pieces: (coarseness) => {
    const cloth = wornTop(cut, slimForm, () => 99, coarseness);
    return [
      { mesh: cloth, material: 0 },
      { mesh: ribCollar(cloth, cut.neck, { height: 1.3, thickness: 0.2 }), material: 1 },
    ];
  },
});
