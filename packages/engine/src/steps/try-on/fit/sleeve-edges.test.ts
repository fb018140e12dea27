import { describe, expect, test } from 'vitest';
import { pixelMiddle } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { garmentFrame } from './garment-frame.ts';
import { sleeveEdges, sleeveShares } from './sleeve-edges.ts';

const SIZE = { width: 200, height: 260 };

/** Landmarks of the left half of a knit whose sleeves hang straight down beside the trunk. */
const LEFT: Readonly<Record<string, Point>> = {
  neckLeft: { x: 85, y: 40 },
  shoulderLeft: { x: 62, y: 46 },
  // Farther out than the shoulder, at the outer end of a slit between sleeve and trunk.
  armpitLeft: { x: 40, y: 100 },
  elbowOuterLeft: { x: 36, y: 150 },
  elbowInnerLeft: { x: 56, y: 150 },
  cuffOuterLeft: { x: 36, y: 230 },
  cuffInnerLeft: { x: 56, y: 230 },
  waistLeft: { x: 60, y: 140 },
  hemLeft: { x: 60, y: 180 },
};

const isCloth = ({ x, y }: Point) => {
  const aside = Math.abs(x - 100);
  return (aside < 40 && y > 40 && y < 180) || (aside > 42 && aside < 64 && y > 60 && y < 230);
};

function hangingSleeves() {
  const alpha = {
    ...SIZE,
    data: Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
      isCloth(pixelMiddle(i, SIZE.width)) ? 1 : 0,
    ),
  };
  const at = (name: string): Point => {
    const left = LEFT[name.replace(/Right$/, 'Left')];
    if (!left) throw new Error(`no landmark ${name}`);
    return name.endsWith('Right') ? { x: SIZE.width - left.x, y: left.y } : left;
  };
  const landmarks = {
    neckLeft: at('neckLeft'),
    neckRight: at('neckRight'),
    hemLeft: at('hemLeft'),
    hemRight: at('hemRight'),
  };
  const raster = { ...SIZE, data: new Uint8ClampedArray(SIZE.width * SIZE.height * 3) };
  return {
    garment: { raster, alpha, sleeves: 'long' as const },
    frame: garmentFrame({ alpha, landmarks }, ['neckLeft', 'neckRight'], ['hemLeft', 'hemRight']),
    landmark: (name: string, side: 0 | 1) => at(`${name}${side === 0 ? 'Left' : 'Right'}`),
  };
}

describe('sleeves that hang straight down beside the trunk', () => {
  test('their seams face the trunk', () => {
    const garment = hangingSleeves();
    expect(sleeveEdges(garment, 0).intoTrunk.x).toBeGreaterThan(0.5);
    expect(sleeveEdges(garment, 1).intoTrunk.x).toBeLessThan(-0.5);
  });

  test.each([0, 1] as const)('the chest belongs to the trunk and the sleeve is whole, side %d', (side) => {
    const garment = hangingSleeves();
    const { seam, inside } = sleeveShares(garment, side, sleeveEdges(garment, side));
    const pixel = (x: number, y: number) => y * SIZE.width + (side === 0 ? x : SIZE.width - 1 - x);
    expect([seam[pixel(90, 80)], seam[pixel(75, 95)]]).toEqual([1, 1]);
    expect([inside[pixel(48, 160)], inside[pixel(52, 200)]]).toEqual([1, 1]);
  });
});
