import { eyebrows, stubble } from '../body/brows.ts';
import { afro, bob, curls, sidePart } from '../body/hair-styles.ts';
import { colour } from '../light/surface.ts';
import type { Look } from './look.ts';

/** Paper behind every avatar. */
const backdrop = '#c3c1bd';

/** Lena: light skin, brown bob. */
export const lenaLook: Look = {
  complexion: {
    skin: colour('#e3b79d'),
    blush: colour('#d48d7a'),
    lips: colour('#c07570'),
    brow: colour('#3f281b'),
    iris: colour('#4c6b74'),
    scalp: colour('#3a2418'),
    beard: 0,
  },
  hair: [bob, eyebrows(0.8)],
  hairTones: ['#4a2f1d', '#8a5f3a'],
  top: '#e4e1da',
  trousers: '#4a6285',
  shoes: '#4b4e54',
  paper: backdrop,
};

/** Amara: dark skin, rounded afro. */
export const amaraLook: Look = {
  complexion: {
    skin: colour('#7c4f38'),
    blush: colour('#6d3a2b'),
    lips: colour('#7c3f3b'),
    brow: colour('#150d0a'),
    iris: colour('#2e1a10'),
    scalp: colour('#140d0a'),
    beard: 0,
  },
  face: { jaw: 4, lips: 1.35, nose: 1.02, cheek: 2.5, chin: { radius: 1.15, forward: 8.4 } },
  hair: [afro, eyebrows(1)],
  hairTones: ['#120c0a', '#2a1c15'],
  top: '#dfdcd6',
  trousers: '#3c3d41',
  shoes: '#4b4e54',
  paper: backdrop,
};

/** Malik: brown skin, short curls, stubble. */
export const malikLook: Look = {
  complexion: {
    skin: colour('#9a6b4f'),
    blush: colour('#85513c'),
    lips: colour('#84504a'),
    brow: colour('#1d130f'),
    iris: colour('#3d2414'),
    scalp: colour('#1c1411'),
    beard: 0.5,
  },
  hair: [curls, eyebrows(1.1), stubble(4200, 0.3)],
  hairTones: ['#17100d', '#2a1d17'],
  top: '#c9cbcd',
  trousers: '#2d3a52',
  shoes: '#4b4e54',
  paper: backdrop,
};

/** Erik: fair skin, dark blond hair parted on the side. */
export const erikLook: Look = {
  complexion: {
    skin: colour('#e0b59c'),
    blush: colour('#d28a78'),
    lips: colour('#bd7a73'),
    brow: colour('#5a4027'),
    iris: colour('#55707c'),
    scalp: colour('#6b4c30'),
    beard: 0.12,
  },
  face: { jaw: 4.5, nose: 0.98, lips: 0.95, eyeOpening: 1 },
  hair: [sidePart, eyebrows(0.9)],
  hairTones: ['#4e3722', '#94703f'],
  top: '#e6e3dd',
  trousers: '#9b9080',
  shoes: '#4b4e54',
  paper: backdrop,
};

/** A look as a mannequin of a colour: the same clothes, without hair and the details of a face. */
export function asMannequin(look: Look, mannequin: string): Look {
  return { ...look, mannequin, hair: [] };
}
