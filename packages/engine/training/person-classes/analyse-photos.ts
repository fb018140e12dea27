import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { loadNets, releaseNets } from '../../src/models/nets.ts';
import { findPose } from '../../src/models/pose.ts';
import { netLoader } from '../../src/models/sessions.ts';
import { decodePicture } from '../../src/pixels/decode.ts';
import { analysePerson, findMatte, regionRaster } from '../../src/steps/person/analyse-person.ts';

/**
 * Computes once what the engine finds in the labelled photos: landmarks and matte for the training, regions of the
 * photos kept for testing for `evaluate.py`.
 *
 *   node analyse-photos.ts PHOTOS OUT
 *
 * PHOTOS is the folder with `index.json`. OUT gets `NNNN.json` (size and landmarks), `NNNN.matte` (a byte a pixel) and,
 * of every fifth photo, `NNNN.regions` (a byte a pixel of the region map, half as wide and high).
 */
const [photos, out] = process.argv.slice(2);
/** Every so many photos, by their numbers, one is kept for testing. */
const TEST_EVERY = 5;
/** Size that `analysePerson` fits photos into. */
const ANALYSIS_SIZE = { width: 768, height: 1024 };

interface PhotoIndex {
  readonly files: readonly { readonly photo: string; readonly split: 'train' | 'dev' }[];
}

await fs.mkdir(out, { recursive: true });
const nets = await loadNets(netLoader(path.join(os.tmpdir(), 'atelier-nets'), 2));
const { files }: PhotoIndex = JSON.parse(await fs.readFile(path.join(photos, 'index.json'), 'utf8'));
for (const { photo, split } of files) {
  const name = path.basename(photo, '.jpg');
  if (split === 'dev') continue;
  const bytes = await fs.readFile(path.join(photos, photo));
  const { raster } = await decodePicture(bytes, ANALYSIS_SIZE);
  const small = await regionRaster(raster);
  const found = await findPose(raster, small, nets.pose);
  const matte = await findMatte(raster, small, found, nets.selfie);
  await fs.writeFile(
    path.join(out, `${name}.matte`),
    Uint8Array.from(matte.data, (share) => Math.round(share * 255)),
  );
  const landmarks = found.pose.landmarks.map(({ x, y }) => [x, y]);
  const known = { width: raster.width, height: raster.height, landmarks };
  await fs.writeFile(path.join(out, `${name}.json`), JSON.stringify(known));
}
for (const { photo, split } of files) {
  const name = path.basename(photo, '.jpg');
  if (split === 'dev' || Number(name) % TEST_EVERY !== 0) continue;
  try {
    const { regions } = await analysePerson(await fs.readFile(path.join(photos, photo)), nets);
    await fs.writeFile(path.join(out, `${name}.regions`), regions.labels);
  } catch (error) {
    process.stdout.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
await releaseNets(nets);
