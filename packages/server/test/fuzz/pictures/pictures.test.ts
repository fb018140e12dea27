import { afterAll, beforeAll, expect, test } from 'vitest';
import { MediaRejection } from '../../../src/media/rejection.ts';
import { openTestIntake, type TestIntake } from '../../support/intake.ts';
import { type GoodPicture, goodPictures } from './good.ts';
import { bentPicture } from './mutations.ts';

let intake: TestIntake;
let pictures: readonly GoodPicture[];
beforeAll(async () => {
  intake = await openTestIntake(15 * 1024 * 1024);
  pictures = await goodPictures();
});
afterAll(() => intake.close());

test('every coding is taken as it is', async () => {
  for (const { name, bytes } of pictures) expect(await intake.attempt(bytes), name).not.toBeInstanceOf(MediaRejection);
});

test('three hundred bent pictures are each taken clean or refused in words, and no file is left', async () => {
  const outcomes = { taken: 0, refused: 0 };
  for (let n = 0; n < 300; n++) {
    const { name, bytes } = bentPicture(pictures, 1, n);
    const outcome = await intake.attempt(bytes).catch((error: unknown) => {
      throw new Error(name, { cause: error });
    });
    outcomes[outcome instanceof MediaRejection ? 'refused' : 'taken'] += 1;
  }
  expect(Math.min(outcomes.taken, outcomes.refused)).toBeGreaterThan(20);
});

test('the same seed bends the same pictures the same way', () => {
  expect(bentPicture(pictures, 5, 3)).toEqual(bentPicture(pictures, 5, 3));
  expect(bentPicture(pictures, 5, 3)).not.toEqual(bentPicture(pictures, 6, 3));
});
