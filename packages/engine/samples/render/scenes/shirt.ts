import { broadForm } from '../body/mannequin.ts';
import { armsRaised } from '../body/pose.ts';
import { buttonsOn } from '../cloth/buttons.ts';
import { fabric } from '../cloth/fabric.ts';
import { fans } from '../cloth/folds.ts';
import { armhole, level, sideSeam, sleevePlace } from '../cloth/seams.ts';
import type { TopCut } from '../cloth/shell.ts';
import { shirtCollar } from '../cloth/shirt-collar.ts';
import { armLift, wornTop } from '../cloth/worn.ts';
import { colour, type Material } from '../light/surface.ts';
import { noise } from '../maths/noise.ts';
import { scale, type Vector } from '../maths/vector.ts';
import type { Field } from '../shapes/field.ts';
import { garmentShot } from './garment.ts';

const sleeveLength = 53;

const cut: TopCut = {
  trunk: [
    { level: 142, front: 11.2, back: 11.6, side: 17.4 },
    { level: 134, front: 12.8, back: 12.2, side: 18.6 },
    { level: 118, front: 12.4, back: 12, side: 18.6 },
    { level: 100, front: 12.4, back: 12.4, side: 18.8 },
    { level: 76, front: 12.4, back: 12.8, side: 19.4 },
  ],
  sleeve: {
    length: sleeveLength,
    sections: [
      { level: 0, front: 6.6, back: 6.6, side: 6 },
      { level: 16, front: 6.8, back: 6.8, side: 6.4 },
      { level: 38, front: 6.2, back: 6.2, side: 5.9 },
      { level: sleeveLength - 7, front: 5.6, back: 5.6, side: 5.4 },
      { level: sleeveLength - 5, front: 4.6, back: 4.6, side: 4.6 },
      { level: sleeveLength + 8, front: 4.6, back: 4.6, side: 4.6 },
    ],
  },
  neck: { centre: [0, 154.5, 0.4], radii: [7.9, 6, 8.6] },
  hem: 80,
  ease: 0.9,
};

const cutFigure = armsRaised(broadForm, armLift);
const place = sleevePlace(cutFigure);
const hole = armhole(cutFigure, 11);
const oxford = colour('#8fabc9');

/** Blue oxford: coloured warp, white weft, so single threads show. */
function dye([x, y, z]: Vector, outside: boolean): Vector {
  const threads = 1 + 0.05 * noise(x * 13, y * 3, z * 13) + 0.04 * noise(x * 3, y * 13, z * 3);
  return scale(oxford, threads * (outside ? 1 : 0.9));
}

const front =
  (line: Field): Field =>
  (x, y, z) =>
    z > 0 ? line(x, y, z) : 9;
/** Both edges of the button placket. */
const placket = front((x) => Math.abs(x) - 1.7);
/** Chest pocket on the wearer's left. */
const pocket = front((x, y) => {
  const point = 118.5 + 0.16 * Math.abs(x - 9.2);
  return Math.max(Math.abs(x - 9.2) - 5.2, y - 131, point - y);
});
/** Where the yoke meets the front. */
const yoke = front((x, y) => (Math.abs(x) < 17 ? y - 146.5 + 0.12 * (Math.abs(x) - 9) : 9));
const cuff: Field = (x, y, z) => (hole(x, y, z) > 0 ? place([x, y, z]).along - (sleeveLength - 6) : 9);

const folds = [
  ...fans({ at: [18, 130], between: [165, 240], count: 6, length: 22, width: 1, depth: 0.42, seed: 41 }),
  ...fans({ at: [19, 129], between: [-60, 20], count: 6, length: 18, width: 0.9, depth: 0.4, seed: 42 }),
  ...fans({ at: [13, 120], between: [250, 290], count: 4, length: 36, width: 1.6, depth: 0.45, seed: 43 }),
  ...fans({ at: [38, 124], between: [-110, 20], count: 6, length: 14, width: 0.9, depth: 0.42, seed: 44 }),
];

const seams = [hole, sideSeam(-0.5), placket, pocket, yoke, cuff];
const cloth = fabric({ weave: 'poplin', folds, dye, seams, stitches: [level(cut.hem + 1.4)] });

/** Collar cloth: stitched half a centimetre from its edge. */
const collarCloth: Material = ({ rest, normal, outside }) => {
  const line = rest[2] === 1 ? 0.18 * Math.exp(-(((rest[1] - 0.9) / 0.02) ** 2)) : 0;
  return { albedo: scale(oxford, (outside ? 1 : 0.94) * (1 - line)), specular: 0, roughness: 1, sheen: 0.2, normal };
};

const shell: Material = ({ normal }) => ({
  albedo: colour('#efeae0'),
  specular: 0.04,
  roughness: 0.25,
  sheen: 0,
  normal,
});

const buttonHeights = [143, 133.5, 124, 114.5, 105, 95.5, 86.5];

/** Blue button-down shirt with a turned collar and a chest pocket. */
export const shirtShot = garmentShot({
  middle: 117,
  height: 112,
  materials: [cloth, collarCloth, shell],
  pieces: (coarseness) => {
    const body = wornTop(cut, broadForm, () => 99, coarseness);
    return [
      { mesh: body, material: 0 },
      ...shirtCollar(body, cut.neck, { stand: 2.6, leaf: 4, points: 3.4, gap: 0.16 }).map((mesh) => ({
        mesh,
        material: 1,
      })),
      ...buttonsOn(
        body,
        buttonHeights.map((y) => [0, y] as const),
      ).map((mesh) => ({ mesh, material: 2 })),
    ];
  },
});
