import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { samples } from '../../samples/index.ts';
import { ANALYSIS_SIZE, REGIONS, type Region } from '../analysis.ts';
import { decodePicture } from '../pixels/decode.ts';
import { add, mix } from '../pixels/geometry.ts';
import { sumOf } from '../pixels/planes.ts';
import type { Point } from '../pixels/raster.ts';
import { measureBody } from '../steps/person/body-frame.ts';
import { findMatte, REGION_SCALE, regionRaster } from '../steps/person/matte.ts';
import { loadNets, releaseNets } from './nets.ts';
import { guessRegions } from './person-regions.ts';
import { findPose } from './pose.ts';
import { netLoader } from './sessions.ts';

test('the net tells the parts of a person from head to foot, and that she wears no dress, skirt or coat', async () => {
  const nets = await loadNets(netLoader(2));
  const { raster } = await decodePicture(await readFile(samples['person-woman'].url), ANALYSIS_SIZE);
  const small = await regionRaster(raster);
  const detected = await findPose(raster, small, nets.pose);
  const { first } = await findMatte(raster, small, detected, nets);
  const guess = await guessRegions(
    { raster: small, matte: first.data, pose: detected.pose, scale: REGION_SCALE },
    nets.personRegions,
  );
  await releaseNets(nets);
  const { landmarks } = detected.pose;
  const { faceCentre, faceRadius, shoulderCentre, hipCentre, down } = measureBody(detected.pose, raster);
  const likeliest = ({ x, y }: Point): Region => {
    const i = Math.floor(y / REGION_SCALE) * small.width + Math.floor(x / REGION_SCALE);
    const shares = guess.probability.map((plane) => plane[i]);
    expect(shares.reduce((sum, share) => sum + share, guess.classes.dress[i])).toBeCloseTo(1);
    return REGIONS[shares.indexOf(Math.max(...shares))];
  };
  expect({
    crown: likeliest(add(faceCentre, down, -1.2 * faceRadius)),
    face: likeliest(faceCentre),
    chest: likeliest(mix(shoulderCentre, hipCentre, 0.5)),
    knee: likeliest(landmarks[25]),
    forearm: likeliest(mix(landmarks[13], landmarks[15], 0.6)),
    foot: likeliest(mix(landmarks[29], landmarks[31], 0.5)),
    corner: likeliest({ x: 1, y: 1 }),
  }).toEqual({
    crown: 'hair',
    face: 'skin',
    chest: 'upper',
    knee: 'lower',
    forearm: 'skin',
    foot: 'shoes',
    corner: 'background',
  });
  const { dress, skirt, outerwear } = guess.classes;
  const [upper, lower] = [guess.probability[REGIONS.indexOf('upper')], guess.probability[REGIONS.indexOf('lower')]];
  expect(sumOf(dress) / (sumOf(upper) + sumOf(lower))).toBeLessThan(0.25);
  expect(sumOf(skirt) / sumOf(lower)).toBeLessThan(0.25);
  expect(sumOf(outerwear) / sumOf(upper)).toBeLessThan(0.25);
});
