import fs from 'node:fs/promises';
import path from 'node:path';
import { loadNets, releaseNets } from '../../src/models/nets.ts';
import { findPose } from '../../src/models/pose.ts';
import { netLoader } from '../../src/models/sessions.ts';
import { decodePicture } from '../../src/pixels/decode.ts';
import { resizeValues } from '../../src/pixels/filters.ts';
import { analysePerson } from '../../src/steps/person/analyse-person.ts';
import { findMatte, regionRaster } from '../../src/steps/person/matte.ts';

/**
 * Computes the engine's analysis of the labelled photos once: landmarks and the first matte for the training, and
 * regions of the test photos for `evaluate.py`.
 *
 *   node analyse-photos.ts PHOTOS OUT
 *
 * - PHOTOS: the folder with `index.json`.
 * - OUT receives `NNNN.json` (size and landmarks) and `NNNN.matte` (one byte a pixel). For every fifth photo it also
 *   receives `NNNN.regions` (one byte a pixel of the region map, half as wide and high).
 */
const [photos, out] = process.argv.slice(2);
/** One photo of this many, by number, is kept for testing. */
const TEST_EVERY = 5;
/** Size that `analysePerson` fits photos into. */
const ANALYSIS_SIZE = { width: 768, height: 1024 };

interface PhotoIndex {
  readonly files: readonly { readonly photo: string; readonly split: 'train' | 'dev' }[];
}

await fs.mkdir(out, { recursive: true });
const nets = await loadNets(netLoader(2));
const { files }: PhotoIndex = JSON.parse(await fs.readFile(path.join(photos, 'index.json'), 'utf8'));
for (const { photo, split } of files) {
  const name = path.basename(photo, '.jpg');
  if (split === 'dev') continue;
  const bytes = await fs.readFile(path.join(photos, photo));
  const { raster } = await decodePicture(bytes, ANALYSIS_SIZE);
  const small = await regionRaster(raster);
  const found = await findPose(raster, small, nets.pose);
  const { first } = await findMatte(raster, small, found, nets);
  const matte = resizeValues(first.data, first.width, first.height, raster.width, raster.height);
  await fs.writeFile(
    path.join(out, `${name}.matte`),
    Uint8Array.from(matte, (share) => Math.round(share * 255)),
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
