import { expect, test } from 'vitest';
import { type GarmentAnalysis, isAccessory } from '../src/analysis.ts';
import { mix } from '../src/pixels/geometry.ts';
import { pixelsWhere } from '../src/pixels/planes.ts';
import { modelBody } from '../src/steps/try-on/body/body-model.ts';
import { fitTop } from '../src/steps/try-on/fit/fit-top.ts';
import { HANGING } from './hanging.ts';
import { openedAnalyses } from './opened.ts';
import { sample } from './sample-pictures.ts';

const analyses = openedAnalyses();

async function tShirt(): Promise<GarmentAnalysis> {
  const garment = await analyses().garment({ bytes: await sample('garment-tshirt') });
  if (isAccessory(garment)) throw new Error('the T-shirt was taken for an accessory');
  return garment;
}

/** The garment with the ends of some sleeves read farther up, by a share of the way to the elbow. */
function shortened(garment: GarmentAnalysis, sides: readonly ('Left' | 'Right')[], by = 0.2): GarmentAnalysis {
  const landmarks = { ...garment.landmarks };
  for (const side of sides) {
    const { [`elbowOuter${side}` as const]: outer, [`elbowInner${side}` as const]: inner } = landmarks;
    landmarks[`cuffOuter${side}`] = mix(landmarks[`cuffOuter${side}`], outer, by);
    landmarks[`cuffInner${side}`] = mix(landmarks[`cuffInner${side}`], inner, by);
  }
  return { ...garment, landmarks };
}

test('both sleeves get the mean length of the two sleeves in the photo', async () => {
  const garment = await tShirt();
  const body = modelBody(await analyses().person(await sample('person-man')));
  // No old sleeve lengthens the new ones.
  const bare = { ...body, worn: { ...body.worn, sleeveEnd: [null, null] as const } };
  const endsOf = (sides: readonly ('Left' | 'Right')[]) => fitTop(shortened(garment, sides), bare, HANGING).sleeveEnds;
  const [whole, left, right, both] = [endsOf([]), endsOf(['Left']), endsOf(['Right']), endsOf(['Left', 'Right'])];
  for (const arm of [0, 1] as const) {
    expect(both[arm]).toBeLessThan(whole[arm] - 0.02);
    expect(left[arm] - both[arm]).toBeCloseTo(whole[arm] - right[arm], 2);
    expect(left[arm]).toBeCloseTo((whole[arm] + both[arm]) / 2, 2);
  }
});

test('the end of a sleeve below the points of its cuff is no part of the body', async () => {
  const garment = shortened(await tShirt(), ['Left', 'Right'], 0.6);
  const body = modelBody(await analyses().person(await sample('person-man')));
  const { width, height } = garment.raster;
  const { landmarks, alpha } = garment;
  const isBeside = (x: number, y: number) =>
    (x < landmarks.cuffOuterLeft.x && y < landmarks.armpitLeft.y) ||
    (x > landmarks.cuffOuterRight.x && y < landmarks.armpitRight.y);
  const beside = pixelsWhere(width * height, (i) => alpha.data[i] > 0.9 && isBeside(i % width, Math.floor(i / width)));
  expect(beside.length).toBeGreaterThan(400);
  const { trunk } = fitTop(garment, body, HANGING).layers;
  expect(trunk.pieces).toHaveLength(1);
  for (const { share } of trunk.pieces) expect(Math.max(...beside.map((i) => share[i]))).toBe(0);
});
