import { anatomy } from '../body/anatomy.ts';
import { eyebrows } from '../body/brows.ts';
import { bob } from '../body/hair-styles.ts';
import { armsRaised } from '../body/pose.ts';
import type { Stance } from '../body/stance.ts';
import { woman } from '../body/woman.ts';
import { fabric, plain } from '../cloth/fabric.ts';
import { fan, fans } from '../cloth/folds.ts';
import { armhole, level, sideSeam, sleeveHem } from '../cloth/seams.ts';
import type { TopCut, TrousersCut } from '../cloth/shell.ts';
import { armLift } from '../cloth/worn.ts';
import { colour } from '../light/surface.ts';
import { type Look, personShot } from './look.ts';
import type { Dressed } from './person.ts';
import type { Shot } from './shot.ts';

const womanTee: TopCut = {
  trunk: [
    { level: 131, front: 9.5, back: 10.5, side: 14.5 },
    { level: 122, front: 12.8, back: 11.2, side: 15.6 },
    { level: 112, front: 13, back: 11.2, side: 15.8 },
    { level: 100, front: 13.2, back: 12.8, side: 17.8 },
    { level: 90, front: 13.4, back: 14, side: 19.2 },
    { level: 78, front: 13.6, back: 14.4, side: 19.8 },
  ],
  sleeve: {
    length: 17,
    sections: [
      { level: 0, front: 5.2, back: 5.2, side: 4.8 },
      { level: 10, front: 5.5, back: 5.5, side: 5.2 },
      { level: 19, front: 5.6, back: 5.6, side: 5.4 },
      { level: 27, front: 5.6, back: 5.6, side: 5.4 },
    ],
  },
  neck: { centre: [0, 142.5, 0.5], radii: [8.2, 7, 9.5] },
  hem: 85,
  ease: 0.8,
};

const womanJeans: TrousersCut = {
  seat: [
    { level: 100, front: 9.6, back: 9.6, side: 13.2 },
    { level: 94, front: 9.8, back: 10.8, side: 14.7 },
    { level: 87, front: 9, back: 11, side: 15.2 },
    { level: 83, front: 8, back: 10, side: 13 },
  ],
  leg: {
    length: 79,
    sections: [
      { level: 0, front: 8.4, back: 9.6, side: 8.2 },
      { level: 14, front: 8.7, back: 9.2, side: 8 },
      { level: 28, front: 7.7, back: 7.8, side: 6.8 },
      { level: 42, front: 6.6, back: 6.5, side: 6 },
      { level: 55, front: 5.9, back: 6.8, side: 5.7 },
      { level: 70, front: 5.4, back: 6, side: 5.2 },
      { level: 86, front: 5.4, back: 5.8, side: 5.1 },
    ],
  },
  waist: 99,
  waistTilt: 0,
  ease: 0.6,
};

const cutFigure = armsRaised(woman, armLift);
const topSeams = [armhole(cutFigure, 9), sideSeam(-0.5)];
const topStitches = [level(womanTee.hem + 1.8), sleeveHem(cutFigure, 15.2)];

const topFolds = [
  ...fans({ at: [15.5, 121], between: [160, 250], count: 7, length: 20, width: 1.1, depth: 0.32, seed: 21 }),
  ...fans({ at: [17, 120], between: [-55, 25], count: 5, length: 13, width: 0.9, depth: 0.32, seed: 22 }),
  ...fan({ at: [15, 101], between: [140, 205], count: 4, length: 19, width: 1.1, depth: 0.32, seed: 23 }),
  ...fan({ at: [16, 96], between: [135, 190], count: 3, length: 14, width: 1, depth: 0.28, seed: 29 }, true),
];
const legFolds = [
  ...fans({ at: [1.5, 79], between: [-20, 65], count: 7, length: 14, width: 0.8, depth: 0.42, seed: 24 }),
  ...fans({ at: [9, 46], between: [-40, 40], count: 5, length: 13, width: 0.9, depth: 0.42, seed: 25 }),
  ...fans({ at: [26, 44], between: [150, 215], count: 4, length: 12, width: 0.9, depth: 0.4, seed: 26 }),
  ...fans({ at: [12, 15], between: [-60, 60], count: 6, length: 12, width: 0.8, depth: 0.5, seed: 27 }),
  ...fans({ at: [29, 17], between: [130, 230], count: 6, length: 12, width: 0.8, depth: 0.5, seed: 28 }),
];

/** How the woman stands. */
export const womanStance: Stance = {
  hips: 1.6,
  turn: -0.07,
  tilt: 0.02,
  knee: -3.2,
  arms: 1.6,
  hipLevel: 92,
  shoulderLevel: 136,
};

/** A woman in a plain T-shirt, jeans and white trainers, as the look says. */
export function womanPicture(look: Look): Shot {
  const figure = {
    ...woman,
    head: { ...woman.head, face: { ...woman.head.face, ...look.face }, sculpted: look.mannequin !== undefined },
  };
  const body = anatomy(figure);
  const person: Dressed = { figure, body, hair: look.hair, top: womanTee, trousers: womanJeans, stance: womanStance };
  return personShot(person, look, {
    camera: { eye: [0, 105, 520], middle: [0, 87], height: 186 },
    top: fabric({ weave: 'jersey', folds: topFolds, dye: plain(look.top), seams: topSeams, stitches: topStitches }),
    trousers: fabric({ weave: 'denim', folds: legFolds, seams: [sideSeam(-0.4)], dye: plain(look.trousers) }),
  });
}

/** The woman of the samples. */
export const womanShot: Shot = womanPicture({
  complexion: {
    skin: colour('#dcae95'),
    blush: colour('#cf8672'),
    lips: colour('#b86c66'),
    brow: colour('#3a2419'),
    iris: colour('#5b3a22'),
    scalp: colour('#2a1a13'),
    beard: 0,
  },
  hair: [bob, eyebrows(0.8)],
  hairTones: ['#2c1a12', '#5a3822'],
  top: '#5f8f8b',
  trousers: '#2c3950',
  shoes: '#e9e6e0',
  paper: '#c9c6c1',
});
