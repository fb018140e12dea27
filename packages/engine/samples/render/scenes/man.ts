import { anatomy } from '../body/anatomy.ts';
import { eyebrows, stubble } from '../body/brows.ts';
import { curls } from '../body/hair-styles.ts';
import { man } from '../body/man.ts';
import { armsRaised } from '../body/pose.ts';
import type { Stance } from '../body/stance.ts';
import { fabric, plain } from '../cloth/fabric.ts';
import { fan, fans } from '../cloth/folds.ts';
import { armhole, level, sideSeam, sleeveHem } from '../cloth/seams.ts';
import type { TopCut, TrousersCut } from '../cloth/shell.ts';
import { armLift } from '../cloth/worn.ts';
import { colour } from '../light/surface.ts';
import { type Look, personShot } from './look.ts';
import type { Dressed } from './person.ts';
import type { Shot } from './shot.ts';

/** The man's T-shirt. */
const manTee: TopCut = {
  trunk: [
    { level: 142, front: 11, back: 11.8, side: 17 },
    { level: 134, front: 13.4, back: 12.6, side: 18.2 },
    { level: 122, front: 13.2, back: 12.2, side: 17.6 },
    { level: 108, front: 13, back: 12.4, side: 17.6 },
    { level: 96, front: 13, back: 13.4, side: 18.4 },
    { level: 84, front: 13, back: 13.8, side: 18.8 },
  ],
  sleeve: {
    length: 21,
    sections: [
      { level: 0, front: 6.4, back: 6.4, side: 5.8 },
      { level: 12, front: 6.8, back: 6.8, side: 6.4 },
      { level: 22, front: 6.8, back: 6.8, side: 6.6 },
      { level: 31, front: 6.8, back: 6.8, side: 6.6 },
    ],
  },
  neck: { centre: [0, 154.5, 0.8], radii: [9.4, 6.8, 10] },
  hem: 87,
  ease: 0.8,
};

/** The man's chinos. */
const manJeans: TrousersCut = {
  seat: [
    { level: 106, front: 10.6, back: 10.2, side: 14.8 },
    { level: 99, front: 10.6, back: 11.2, side: 15.4 },
    { level: 92, front: 10, back: 11.8, side: 15.8 },
    { level: 87, front: 9, back: 10.4, side: 13.4 },
  ],
  leg: {
    length: 83.5,
    sections: [
      { level: 0, front: 9, back: 10.2, side: 8.4 },
      { level: 15, front: 9.4, back: 10, side: 8.9 },
      { level: 30, front: 8.7, back: 8.9, side: 8 },
      { level: 45, front: 7.5, back: 7.4, side: 7 },
      { level: 64, front: 6.8, back: 7.4, side: 6.5 },
      { level: 92, front: 6.3, back: 6.8, side: 6 },
    ],
  },
  waist: 104,
  waistTilt: 0,
  ease: 0.7,
};

const cutFigure = armsRaised(man, armLift);
const topSeams = [armhole(cutFigure, 10.5), sideSeam(-0.5)];
const topStitches = [level(manTee.hem + 1.8), sleeveHem(cutFigure, 19.2)];

const topFolds = [
  ...fans({ at: [18, 131], between: [160, 250], count: 7, length: 24, width: 1.2, depth: 0.34, seed: 31 }),
  ...fans({ at: [19, 130], between: [-50, 30], count: 5, length: 15, width: 1, depth: 0.34, seed: 32 }),
  ...fan({ at: [17, 107], between: [140, 210], count: 4, length: 20, width: 1.2, depth: 0.34, seed: 33 }),
  ...fan({ at: [17, 101], between: [135, 190], count: 3, length: 15, width: 1.1, depth: 0.3, seed: 39 }, true),
];
const legFolds = [
  ...fans({ at: [1.5, 83], between: [-20, 65], count: 7, length: 16, width: 0.9, depth: 0.42, seed: 34 }),
  ...fans({ at: [9, 50], between: [-40, 40], count: 4, length: 14, width: 1.1, depth: 0.42, seed: 35 }),
  ...fans({ at: [30, 48], between: [150, 215], count: 4, length: 13, width: 1.1, depth: 0.4, seed: 36 }),
  ...fans({ at: [14, 16], between: [-60, 60], count: 6, length: 13, width: 0.9, depth: 0.5, seed: 37 }),
  ...fans({ at: [33, 18], between: [130, 230], count: 6, length: 13, width: 0.9, depth: 0.5, seed: 38 }),
];

/** How the man stands. */
export const manStance: Stance = {
  hips: -1.5,
  turn: 0.06,
  tilt: -0.015,
  knee: 3,
  arms: -1.5,
  hipLevel: 97,
  shoulderLevel: 147,
};

/** A man in a plain T-shirt, chinos and white trainers, as the look says. */
export function manPicture(look: Look): Shot {
  const figure = {
    ...man,
    head: { ...man.head, face: { ...man.head.face, ...look.face }, sculpted: look.mannequin !== undefined },
  };
  const body = anatomy(figure);
  const person: Dressed = { figure, body, hair: look.hair, top: manTee, trousers: manJeans, stance: manStance };
  return personShot(person, look, {
    camera: { eye: [0, 112, 550], middle: [0, 94], height: 200 },
    top: fabric({ weave: 'jersey', folds: topFolds, dye: plain(look.top), seams: topSeams, stitches: topStitches }),
    trousers: fabric({ weave: 'poplin', folds: legFolds, seams: [sideSeam(-0.4)], dye: plain(look.trousers) }),
  });
}

/** The man of the samples. */
export const manShot: Shot = manPicture({
  complexion: {
    skin: colour('#8f6147'),
    blush: colour('#7d4a36'),
    lips: colour('#7d4a41'),
    brow: colour('#1d130f'),
    iris: colour('#3d2414'),
    scalp: colour('#1c1411'),
    beard: 0.55,
  },
  hair: [curls, eyebrows(1.1), stubble(4200, 0.3)],
  hairTones: ['#17100d', '#2a1d17'],
  top: '#a9b7c4',
  trousers: '#4b4a45',
  shoes: '#e6e4e0',
  paper: '#c6c5c2',
});
