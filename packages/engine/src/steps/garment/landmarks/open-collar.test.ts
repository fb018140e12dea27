import { expect, test } from 'vitest';
import { clamp } from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { findOpenCollar } from './open-collar.ts';

const SIZE = { width: 300, height: 400 };
const POINTS = {
  neckLeft: { x: 110, y: 60 },
  neckRight: { x: 190, y: 60 },
  armpitLeft: { x: 50, y: 150 },
  armpitRight: { x: 250, y: 150 },
  hemLeft: { x: 50, y: 380 },
  hemRight: { x: 250, y: 380 },
};
/** A row of buttons down the middle. */
const BUTTONS = { certainty: 0.9, left: [60, 220, 380].map((y) => ({ x: 150, y })) };
const PULLOVER = { ...BUTTONS, certainty: 0.2 };

const FRONT = 190;
const INSIDE = 90;
/** Grey, black or white, at each place of a garment that is 200 pixels wide and begins at the height of its neck. */
type Paint = (x: number, y: number) => number;

/** A round neckline where there is none. */
const ROUND = [110, 130, 150, 170, 190].map((x) => ({ x, y: 80 - ((x - 150) / 40) ** 2 * 20 }));

function openingOf(paint: Paint, front = BUTTONS, found = ROUND) {
  const { width, height } = SIZE;
  const isCloth = (x: number, y: number) => x > 50 && x < 250 && y > 60 && y < 380;
  const grey = Array.from({ length: width * height }, (_, i) => paint(i % width, Math.floor(i / width)));
  const raster = { width, height, data: Uint8ClampedArray.from(grey.flatMap((value) => [value, value, value])) };
  const alpha = {
    width,
    height,
    data: planeOf(grey.length, (i) => (isCloth(i % width, Math.floor(i / width)) ? 1 : 0)),
  };
  return findOpenCollar({ raster, alpha }, POINTS, front, { edge: found })?.edge ?? null;
}

const lowestOf = (edge: ReturnType<typeof openingOf>) =>
  (edge ?? []).reduce((lowest, p) => (p.y > lowest.y ? p : lowest), { x: 0, y: 0 });

/** The inside of the back between two leaves that meet below the neck, a little to the right. */
const inV: Paint = (x, y) => (Math.abs(x - 150 - (y - 60) / 20) < 40 * clamp((150 - y) / 90) ? INSIDE : FRONT);

test('of a front that opens the neckline goes down to where both leaves of its collar meet', () => {
  const { x, y } = lowestOf(openingOf(inV));
  expect(Math.abs(x - 154)).toBeLessThan(6);
  expect(Math.abs(y - 150)).toBeLessThan(7);
});

test('a V on what does not open, and a front without one, are no collar', () => {
  expect(openingOf(inV, PULLOVER)).toBeNull();
  expect(openingOf(() => FRONT)).toBeNull();
});

test('a neckline that was found, and whose edge is seen, stays', () => {
  const found = [115, 135, 154, 173, 192].map((x) => ({ x, y: 150 - Math.abs(x - 154) * 2.3 }));
  expect(openingOf(inV, BUTTONS, found)).toBeNull();
});

/** Straight down from the neck to the bar of a hanger, and from there to a tip; the bar lies between both leaves. */
const isInside: Paint = (x, y) => (Math.abs(x - 150) < (y < 150 ? 36 : 36 - (y - 150) * 0.9) ? 1 : 0);
const onHanger: Paint = (x, y) => (isInside(x, y) ? (Math.abs(y - 142) < 3 ? 250 : INSIDE) : FRONT);

test('where the bar of a hanger is seen from leaf to leaf, the neckline lies below it, though nothing tells that the front opens', () => {
  const edge = openingOf(onHanger, PULLOVER);
  expect(lowestOf(edge).y).toBeGreaterThan(160);
  const aboveBar = (edge ?? []).filter(({ y }) => y > 80 && y < 140);
  for (const { x } of aboveBar) expect(Math.abs(Math.abs(x - 150) - 36)).toBeLessThan(7);
});

test('stripes and a bar without leaves above it are no hanger', () => {
  expect(openingOf((_, y) => (y % 30 < 6 ? 250 : INSIDE), PULLOVER)).toBeNull();
  expect(openingOf((x, y) => (Math.abs(x - 150) < 36 && Math.abs(y - 142) < 3 ? 250 : FRONT), PULLOVER)).toBeNull();
});
