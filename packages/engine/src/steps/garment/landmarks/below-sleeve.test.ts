import { expect, test } from 'vitest';
import type { Point } from '../../../pixels/raster.ts';
import { belowSleeve } from './below-sleeve.ts';

const at = (x: number, y: number): Point => ({ x, y });
/** A T-shirt, clockwise from the left shoulder; both sleeves have a fold on their outer side. */
const CONTOUR = [
  at(60, 20),
  at(140, 20),
  at(165, 40),
  at(160, 50),
  at(190, 60),
  at(180, 80),
  at(150, 75),
  at(150, 180),
].concat([at(50, 180), at(50, 75), at(20, 80), at(10, 60), at(40, 50), at(35, 40)]);
const [SHOULDER, FOLD, CUFF_OUTER, CUFF_INNER, ARMPIT, HEM] = [1, 3, 4, 5, 6, 7].map((k) => CONTOUR[k]);
const mirrored = ({ x, y }: Point) => at(200 - x, y);

/** The points of both sides with the armpits at a place of the right one. */
function pointsWith(armpit: Point, cuffOuter = CUFF_OUTER) {
  return {
    ...{
      shoulderRight: SHOULDER,
      armpitRight: armpit,
      cuffOuterRight: cuffOuter,
      cuffInnerRight: CUFF_INNER,
      hemRight: HEM,
    },
    ...{ shoulderLeft: mirrored(SHOULDER), armpitLeft: mirrored(armpit), cuffOuterLeft: mirrored(cuffOuter) },
    ...{ cuffInnerLeft: mirrored(CUFF_INNER), hemLeft: mirrored(HEM) },
  };
}

test.each(['Left', 'Right'] as const)(
  'an armpit that lies in a fold of the sleeve is looked for between cuff and hem: %s',
  (side) => {
    const isBelow = belowSleeve(CONTOUR, pointsWith(FOLD), side);
    const allowed = CONTOUR.filter((_, k) => isBelow?.(k));
    expect(allowed).toEqual([side === 'Right' ? ARMPIT : mirrored(ARMPIT)]);
  },
);

test.each(['Left', 'Right'] as const)(
  'one below the cuff stays, as does one beside a cuff that lies on the trunk: %s',
  (side) => {
    expect(belowSleeve(CONTOUR, pointsWith(ARMPIT), side)).toBeNull();
    expect(belowSleeve(CONTOUR, pointsWith(FOLD, at(150, 120)), side)).toBeNull();
  },
);
