import { describe, expect, test } from 'vitest';
import { LANDMARK } from '../../src/steps/person/body-frame.ts';
import { openedAnalyses } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';

const analyses = openedAnalyses();

describe.skipIf(!hasPhotos)('the pose, with real photos (skipped where ../shared/data is missing)', () => {
  test.each([
    ['0375', 'people painted on a wall'],
    ['0910', 'a tree in a street'],
  ])('both forearms of %s hang down, though %s beside a shoulder could pass for an arm', async (name) => {
    const { pose } = await analyses().person(await photo(`training/persons/photos/${name}.jpg`));
    const drop = (side: 'Left' | 'Right') =>
      pose.landmarks[LANDMARK[`wrist${side}`]].y - pose.landmarks[LANDMARK[`elbow${side}`]].y;
    const [left, right] = [drop('Left'), drop('Right')];
    expect(Math.min(left, right)).toBeGreaterThan(0.5 * Math.max(left, right));
  });
});
