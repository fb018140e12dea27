import { expect, test } from 'vitest';
import { drawnRegions } from '../../../test/drawn-regions.ts';
import { type Pose, REGIONS, type Region } from '../../analysis.ts';
import { pixelMiddle } from '../../pixels/geometry.ts';
import { planeOf } from '../../pixels/planes.ts';
import { LANDMARK } from './body-frame.ts';
import { settleHandles } from './handles.ts';

const SIZE = { width: 140, height: 220 };

/** What the picture shows, by its grey and its histogram bin. */
const LOOKS = {
  ground: { grey: 220, bin: 3 },
  denim: { grey: 120, bin: 900 },
  leather: { grey: 40, bin: 2400 },
  skin: { grey: 170, bin: 4000 },
} as const;
type Look = keyof typeof LOOKS;

const isTrousers = (x: number, y: number) => x > 20 && x < 76 && y > 40 && y < 210;
const isHand = (x: number, y: number) => x > 88 && x < 98 && y > 74 && y < 90;
const isBag = (x: number, y: number) => x > 79 && x < 116 && y > 140 && y < 190;
/** Both handles reach from the hand down to the bag. */
const isHandle = (x: number, y: number) => y >= 90 && y <= 140 && [0, 1].some((k) => Math.abs(x - (86 + 14 * k)) < 3);
/** Ground between the handles, which passes for the person. */
const isBetween = (x: number, y: number) => x > 82 && x < 104 && y >= 90 && y <= 140;

function lookAt(x: number, y: number): Look {
  if (isBag(x, y) || isHandle(x, y)) return 'leather';
  if (isHand(x, y)) return 'skin';
  return isTrousers(x, y) ? 'denim' : 'ground';
}

/** Somebody whose hand holds a bag, legs and arms beside it. */
const JOINTS: ReadonlyMap<number, readonly [number, number]> = new Map([
  [LANDMARK.elbowLeft, [92, 30]],
  [LANDMARK.wristLeft, [92, 76]],
  [LANDMARK.indexLeft, [93, 88]],
  [LANDMARK.hipRight, [35, 50]],
  [LANDMARK.kneeRight, [35, 130]],
  [LANDMARK.ankleRight, [35, 205]],
  [LANDMARK.hipLeft, [60, 50]],
  [LANDMARK.kneeLeft, [60, 130]],
  [LANDMARK.ankleLeft, [60, 205]],
]);
const pose: Pose = {
  landmarks: Array.from({ length: 33 }, (_, index) => {
    const [x, y] = JOINTS.get(index) ?? [-500, -500];
    return { x, y, z: 0, visibility: 1, presence: 1 };
  }),
  detectionScore: 1,
  presence: 1,
};

/** The region of a place once handles are told, where the net takes each pixel for what `taken` says. */
function settledAt(place: readonly [number, number], taken: (x: number, y: number) => Region): Region {
  const map = drawnRegions(SIZE, taken);
  const looks = Array.from(map.labels, (_, i) => {
    const { x, y } = pixelMiddle(i, SIZE.width);
    return LOOKS[lookAt(x, y)];
  });
  const data = new Uint8ClampedArray(looks.flatMap(({ grey }) => [grey, grey, grey]));
  const { labels } = settleHandles(map, {
    raster: { ...SIZE, data },
    bins: Int32Array.from(looks, ({ bin }) => bin),
    matte: planeOf(map.labels.length, (i) => (map.labels[i] === 0 ? 0 : 1)),
    pose,
    frame: { shoulderWidth: 90 },
  });
  return REGIONS[labels[place[1] * SIZE.width + place[0]]];
}

/** As nets take it: the handles, and what is between them, for the trousers down to a row, and for the bag below. */
function takenDownTo(row: number): (x: number, y: number) => Region {
  return (x, y) => {
    if (isHand(x, y)) return 'skin';
    if (isBag(x, y)) return 'other';
    if (isBetween(x, y)) return y < row ? 'lower' : 'other';
    return isTrousers(x, y) ? 'lower' : 'background';
  };
}

test.each([
  ['the left handle', [86, 100]],
  ['the right handle', [100, 100]],
] as const)('%s is carried up to the hand, though it was taken for the trousers', (_, place) => {
  expect(settledAt(place, takenDownTo(120))).toBe('other');
});

test('the ground between handles is no part of the bag', () => {
  expect(settledAt([93, 115], takenDownTo(100))).not.toBe('other');
});

/** A scrap of the clothes beside the bag. */
const isScrap = (x: number, y: number) => x > 60 && y > 150 && y < 180 && (isTrousers(x, y) || (x < 80 && x >= 76));

test('a scrap of the trousers beside a bag goes back to them', () => {
  const taken = takenDownTo(100);
  expect(settledAt([68, 165], (x, y) => (isScrap(x, y) ? 'other' : taken(x, y)))).toBe('lower');
});

test('a strip of the bag that was taken for the trousers goes back to it', () => {
  const taken = takenDownTo(100);
  expect(settledAt([84, 165], (x, y) => (isBag(x, y) && x < 88 ? 'lower' : taken(x, y)))).toBe('other');
});

test('a scrap of a coat beside a bag goes back to the coat', () => {
  const taken = takenDownTo(100);
  const coat = (x: number, y: number) => (taken(x, y) === 'lower' ? 'upper' : taken(x, y));
  expect(settledAt([68, 165], (x, y) => (isScrap(x, y) ? 'other' : coat(x, y)))).toBe('upper');
});

test('a thing of which the smaller part is found again stays what it is', () => {
  const taken = takenDownTo(100);
  const isMost = (x: number, y: number) => x > 24 && y > 144 && y < 186 && x < 80;
  expect(settledAt([50, 165], (x, y) => (isMost(x, y) ? 'other' : taken(x, y)))).toBe('other');
});

test('trousers behind a handle stay what they are beside it', () => {
  const places: [number, number][] = [
    [86, 100],
    [72, 120],
  ];
  expect(places.map((place) => settledAt(place, takenDownTo(120)))).toEqual(['other', 'lower']);
});
