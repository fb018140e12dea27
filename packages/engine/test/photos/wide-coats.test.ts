import { describe, expect, test } from 'vitest';
import { modelBody } from '../../src/steps/try-on/body/body-model.ts';
import { SIDES } from '../../src/steps/try-on/body/side.ts';
import { openedAnalyses } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';

const analyses = openedAnalyses();

/** Half widths of a body between its waist and below its hips, in shoulder widths, the widest first. */
async function widestHalf(person: string): Promise<number> {
  const body = modelBody(await analyses().person(await photo(`persons/${person}`)));
  const halves = [0.7, 0.8, 0.9, 1, 1.1].flatMap((share) => SIDES.map((side) => body.halfWidth(share, side)));
  return Math.max(...halves) / body.shoulderWidth;
}

describe.skipIf(!hasPhotos)('how wide a body is, with real photos (skipped where ../shared/data is missing)', () => {
  test.each([
    ['in a wide coat', 'ccp-0732.jpg'],
    ['in a coat that hangs on one side', 'ccp-0796.jpg'],
    ['in a wide pullover', 'ccp-0482.jpg'],
  ])('someone %s is as wide as in close clothes', async (_, person) => {
    expect(await widestHalf(person)).toBeLessThan(0.6);
  });

  test.each([
    ['with a hand in a pocket', 'ccp-0737.jpg'],
    ['with a bag on the forearm', 'ccp-0107.jpg'],
  ])('someone %s is no wider than others', async (_, person) => {
    expect(await widestHalf(person)).toBeLessThan(0.75);
  });
});
