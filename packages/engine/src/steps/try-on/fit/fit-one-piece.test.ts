import { describe, expect, test } from 'vitest';
import { GARMENT_LANDMARKS, type GarmentAnalysis, type GarmentLandmark } from '../../../analysis.ts';
import { point } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { hangsAsOnePiece } from './fit-one-piece.ts';

function isWhole(points: Record<string, Point>): points is Record<GarmentLandmark, Point> {
  return GARMENT_LANDMARKS.every((name) => points[name] !== undefined);
}

/** Trousers of length 100 with legs of a length from crotch to hem. */
function trousersWith(legs: number): Pick<GarmentAnalysis, 'landmarks'> {
  const landmarks = {
    ...Object.fromEntries(GARMENT_LANDMARKS.map((name) => [name, point(50, 0)])),
    crotch: point(50, 100 - legs),
    legHemInnerLeft: point(45, 100),
    legHemInnerRight: point(55, 100),
  };
  if (!isWhole(landmarks)) throw new Error('a landmark is missing');
  return { landmarks };
}

describe('on a person in trousers', () => {
  test('very short shorts hang as one piece', () => {
    expect(hangsAsOnePiece(trousersWith(10), { wearsSkirt: false })).toBe(true);
  });

  test('other shorts get a leg each', () => {
    expect(hangsAsOnePiece(trousersWith(30), { wearsSkirt: false })).toBe(false);
  });
});

describe('on a person in a skirt', () => {
  test('all shorts hang as one piece', () => {
    expect([10, 30].map((legs) => hangsAsOnePiece(trousersWith(legs), { wearsSkirt: true }))).toEqual([true, true]);
  });

  test('long trousers get a leg each', () => {
    expect(hangsAsOnePiece(trousersWith(60), { wearsSkirt: true })).toBe(false);
  });
});
