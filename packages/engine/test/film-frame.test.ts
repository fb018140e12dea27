import { beforeAll, expect, test } from 'vitest';
import type { PersonAnalysis } from '../src/analysis.ts';
import { boxAbove } from '../src/pixels/crop.ts';
import { framePhoto } from '../src/steps/try-on/frame-photo.ts';
import { filmLayers } from '../src/steps/video/layers.ts';
import { openedAnalyses } from './opened.ts';
import { fromLibrary } from './sample-pictures.ts';

/** A little lower than the avatar's photo, so that the photo does not cover it without a crop. */
const SIZE = { width: 720, height: 850 };
/** The nearest that a person comes in any move. */
const NEAREST = 1.19;

const analyses = openedAnalyses();
let photo: Buffer;
let person: PersonAnalysis;

beforeAll(async () => {
  photo = await fromLibrary('avatar-malik');
  person = await analyses().person(photo);
});

const headTop = () => ({ x: 0, y: boxAbove(person.matte, 0.5, 0, 0).top });

test('a film that is wider than the photo shows somebody from head to foot, with the room that the photo has', async () => {
  const { placement } = await framePhoto(photo, person, SIZE, 'film');
  const { top, height } = boxAbove(person.matte, 0.5, 0, 0);
  expect(placement.toOutput(headTop()).y).toBeGreaterThan(0.03 * SIZE.height);
  expect(placement.toOutput({ x: 0, y: top + height }).y).toBeLessThan(SIZE.height);
});

test('no move towards somebody cuts off the head, however near it is to the edge', async () => {
  const { photo: framed, placement } = await framePhoto(photo, person, SIZE, 'film');
  // The head begins in the ninth row or, where it starts between two rows, in the tenth.
  const above = Math.floor(placement.toOutput(headTop()).y) - 8;
  const atEdge = placement.within({ left: 0, top: above, ...SIZE });
  const { pivot } = filmLayers(framed, person, atEdge);
  expect(pivot.y * (1 - 1 / NEAREST)).toBeLessThanOrEqual(9.5 / SIZE.height);
});
