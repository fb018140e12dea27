import { expect, test } from 'vitest';
import { createLayer } from '../../../pixels/layer.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { enclosedBy } from './enclosed.ts';

const [WIDTH, HEIGHT] = [60, 40];
const MIDDLE = 20 * WIDTH + 30;

type At = (x: number, y: number) => boolean;

const plane = (isIn: At) => planeOf(WIDTH * HEIGHT, (i) => (isIn(i % WIDTH, Math.floor(i / WIDTH)) ? 1 : 0));
const within =
  (left: number, top: number, right: number, bottom: number): At =>
  (x, y) =>
    x >= left && x < right && y >= top && y < bottom;

/** Whether a hole of 6 by 6 pixels in the middle is enclosed by a trunk and a sleeve, before a person 100 pixels across the shoulders. */
function isHole({
  trunk,
  sleeve,
  old = () => true,
  person = () => true,
}: Readonly<Record<'trunk' | 'sleeve', At>> & { old?: At; person?: At }) {
  const hole = within(27, 17, 33, 23);
  const layerOf = (isIn: At) => ({ ...createLayer(WIDTH, HEIGHT), alpha: plane((x, y) => isIn(x, y) && !hole(x, y)) });
  const none = plane(() => false);
  const scene = {
    placement: { width: WIDTH, height: HEIGHT, scale: 1 },
    body: { shoulderWidth: 100 },
    matte: plane(person),
    parts: { upper: plane(old), skin: none },
  };
  return enclosedBy({ body: layerOf(trunk), sleeves: layerOf(sleeve) }, scene)(MIDDLE);
}

const left = within(0, 0, 30, HEIGHT);
const right = within(30, 0, WIDTH, HEIGHT);

test('between a trunk and its sleeve a hole over the old garment is closed', () => {
  expect(isHole({ trunk: left, sleeve: right })).toBe(true);
});

test.each([
  ['within a trunk, as a keyhole', { trunk: () => true, sleeve: () => false }],
  ['within a sleeve, as over a bare shoulder', { trunk: () => false, sleeve: () => true }],
  ['through which the background is seen', { trunk: left, sleeve: right, person: (x: number) => x < 30 }],
  ['that shows trousers', { trunk: left, sleeve: right, old: () => false }],
  ['that goes on beyond the garment', { trunk: left, sleeve: within(30, 0, WIDTH, 20) }],
])('one %s stays', (_, pieces) => {
  expect(isHole(pieces)).toBe(false);
});
