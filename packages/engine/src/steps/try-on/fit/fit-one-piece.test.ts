import { describe, expect, test } from 'vitest';
import type { GarmentAnalysis } from '../../../analysis.ts';
import { point } from '../../../pixels/geometry.ts';
import { areShorts } from './fit-one-piece.ts';

/** Trousers of length 100 with legs of a length from crotch to hem. */
function trousersWith(legs: number): Pick<GarmentAnalysis, 'landmarks'> {
  const at = point(50, 0);
  const landmarks = {
    ...{ neckLeft: at, neckRight: at, shoulderLeft: at, shoulderRight: at, armpitLeft: at, armpitRight: at },
    ...{ elbowOuterLeft: at, elbowOuterRight: at, elbowInnerLeft: at, elbowInnerRight: at },
    ...{ cuffOuterLeft: at, cuffOuterRight: at, cuffInnerLeft: at, cuffInnerRight: at },
    ...{ waistLeft: at, waistRight: at, hemLeft: at, hemRight: at },
    ...{ kneeOuterLeft: at, kneeOuterRight: at, kneeInnerLeft: at, kneeInnerRight: at },
    ...{ waistbandLeft: point(20, 0), waistbandRight: point(80, 0), crotch: point(50, 100 - legs) },
    ...{ legHemOuterLeft: point(10, 100), legHemInnerLeft: point(45, 100) },
    ...{ legHemInnerRight: point(55, 100), legHemOuterRight: point(90, 100) },
  };
  return { landmarks };
}

describe('trousers hang as one piece', () => {
  test.each([
    [10, false, true],
    [10, true, true],
    [30, false, false],
    [30, true, true],
    [60, true, false],
  ])('with legs of %i %% of their length; on a person in a skirt: %s', (legs, wearsSkirt, hang) => {
    expect(areShorts(trousersWith(legs), { wearsSkirt })).toBe(hang);
  });
});
