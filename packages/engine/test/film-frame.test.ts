import sharp from 'sharp';
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

const headTop = () => ({ x: 0, y: boxAbove(person.matte, 0.5).top });

test('a film that is wider than the photo shows somebody from head to foot, with the room that the photo has', async () => {
  const { placement } = await framePhoto(photo, person, SIZE, 'film');
  const { top, height } = boxAbove(person.matte, 0.5);
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

test('an upright film crops the elbows of somebody wide rather than show them smaller', async () => {
  const { left, width } = boxAbove(person.matte, 0.5);
  // Stretched, the person fills nearly the whole width of the photo.
  const aside = Math.max(0, left - 0.06 * width);
  const wide = await sharp(photo)
    .extract({
      left: Math.round((aside * (await sharp(photo).metadata()).width) / person.raster.width),
      top: 0,
      width: Math.round((1.12 * width * (await sharp(photo).metadata()).width) / person.raster.width),
      height: (await sharp(photo).metadata()).height,
    })
    .resize(768, 1024, { fit: 'fill' })
    .png()
    .toBuffer();
  const seen = await analyses().person(wide);
  const size = { width: 576, height: 1024 };
  const { extended, placement } = await framePhoto(wide, seen, size, 'film');
  expect(extended).toBe(false);
  const { top, height } = boxAbove(seen.matte, 0.5);
  expect(height * placement.scale).toBeGreaterThan(0.85 * size.height);
  expect(placement.toOutput({ x: 0, y: top }).y).toBeGreaterThan(0);
  const still = await framePhoto(wide, seen, size, 'continued');
  expect(still.extended).toBe(true);
});
