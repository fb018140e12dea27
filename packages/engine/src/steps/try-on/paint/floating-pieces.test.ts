import { expect, test } from 'vitest';
import { REGIONS, type Region } from '../../../analysis.ts';
import { pixelMiddle } from '../../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import { BECOMES } from './beneath.ts';
import { dropFloatingPieces } from './floating-pieces.ts';

const SIDE = 60;
const SIZE = SIDE * SIDE;

/**
 * A person who fills the left 20 columns, and a thing 10 × 10 pixels large in a coat that goes. Returns what the middle
 * of the thing becomes.
 */
function thingOf(region: Region, left: number) {
  const at = (i: number) => ({ x: i % SIDE, y: Math.floor(i / SIDE) });
  const isThing = (i: number) => at(i).x >= left && at(i).x < left + 10 && at(i).y >= 20 && at(i).y < 30;
  const isBody = (i: number) => at(i).x < 20;
  const labels = new Uint8Array(SIZE).map((_, i) =>
    REGIONS.indexOf(isThing(i) ? region : isBody(i) ? 'skin' : 'background'),
  );
  const isCoat = (i: number) => !isThing(i) && !isBody(i) && at(i).x < 48;
  const none = () => new Float32Array(SIZE);
  const scene = {
    matte: planeOf(SIZE, (i) => (isThing(i) || isBody(i) || isCoat(i) ? 1 : 0)),
    worn: none(),
    parts: { hair: none(), skin: none(), upper: none(), lower: none(), carried: planeOf(SIZE, (i) => +isThing(i)) },
    placement: { width: SIDE, height: SIDE, scale: 1, placeOf: (i: number) => pixelMiddle(i, SIDE) },
    person: { regions: { width: SIDE, height: SIDE, scale: 1, labels } },
  };
  const becomes = maskOf(SIZE, isCoat).map((gone) => (gone ? BECOMES.background : BECOMES.nothing));
  const old = planeOf(SIZE, (i) => +isCoat(i));
  dropFloatingPieces(scene, { becomes, skin: none(), cover: none(), old, oldDistance: none() });
  const middle = 25 * SIDE + left + 5;
  return { becomes: becomes[middle], old: old[middle], carried: scene.parts.carried[middle] };
}

test('a thing that only the removed clothes held becomes background', () => {
  expect(thingOf('other', 35)).toEqual({ becomes: BECOMES.background, old: 1, carried: 0 });
});

test('a thing beside the rest of the person stays', () => {
  expect(thingOf('other', 20)).toEqual({ becomes: BECOMES.nothing, old: 0, carried: 1 });
});

test('a thing that no removed clothes touched stays', () => {
  expect(thingOf('other', 50).becomes).toBe(BECOMES.nothing);
});

test.each(['skin', 'shoes', 'hair'] as const)('%s that removed clothes part from the person stays', (region) => {
  expect(thingOf(region, 35).becomes).toBe(BECOMES.nothing);
});
