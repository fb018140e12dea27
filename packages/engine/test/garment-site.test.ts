import fs from 'node:fs/promises';
import { expect, test } from 'vitest';
import { samples } from '../samples/index.ts';
import { cropRaster } from '../src/pixels/crop.ts';
import { point } from '../src/pixels/geometry.ts';
import { framePhoto } from '../src/steps/try-on/frame-photo.ts';
import { layScene, sceneWithin } from '../src/steps/try-on/garment-site.ts';
import { openScene } from '../src/steps/try-on/scene.ts';
import { openedAnalyses } from './opened.ts';

const analyses = openedAnalyses();

test('within a box of a scene every pixel lies where it lay on the person, and what changes there changes nothing beside it', async () => {
  const bytes = await fs.readFile(samples['person-woman'].url);
  const person = await analyses().person(bytes);
  const { photo, stage, placement } = await framePhoto(bytes, person, { width: 444, height: 592 }, 'smooth');
  const scene = openScene(person, placement.within(stage), cropRaster(photo, stage));
  const box = { left: 40, top: 96, width: 120, height: 160 };
  const part = sceneWithin(scene, box);
  expect(part.placement.toPerson(point(10.5, 20.5))).toEqual(scene.placement.toPerson(point(50.5, 116.5)));
  const { width } = scene.placement;
  expect(part.parts.upper[20 * box.width + 10]).toBe(scene.parts.upper[116 * width + 50]);
  layScene(scene, { ...part, colours: part.colours.fill(-1), worn: part.worn.fill(1) }, box);
  const changed = scene.colours.filter((value) => value === -1).length;
  expect([changed, scene.worn.filter((value) => value === 1).length]).toEqual([
    box.width * box.height * 3,
    box.width * box.height,
  ]);
  expect([scene.colours[(96 * width + 40) * 3], scene.colours[(96 * width + 39) * 3] >= 0]).toEqual([-1, true]);
});
