import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { isTestSender } from '../../score/photo-sets.ts';
import { loadNets, releaseNets } from '../../src/models/nets.ts';
import { netLoader } from '../../src/models/sessions.ts';
import { decodePicture } from '../../src/pixels/decode.ts';
import { cutOutGarment, type GarmentCutOut } from '../../src/steps/garment/cut-out/cut-out.ts';
import { cutOutByNet } from '../../src/steps/garment/cut-out/product-matte.ts';

/**
 * Outlines the garments of photos in two ways, for `labels.py`: from an even background, and by the committed net.
 *
 *   node cut-photos.ts PHOTOS OUT [PART PARTS]
 *
 * PHOTOS is the folder with `index.json`. OUT gets `CLASS-ID.even.png` and `CLASS-ID.net.png`, 255 on the garment,
 * where the outline is not hopeless. Photos of senders that are kept for testing are left out. PART of PARTS runs a
 * share of the photos.
 */
const [photos, out, part = '0', parts = '1'] = process.argv.slice(2);
/** Size that photos are fitted into: theirs. */
const SIZE = { width: 400, height: 400 };
/** Least trust in an outline that is kept, 0 to 1. */
const CONFIDENCE_MIN = 0.15;

interface PhotoIndex {
  readonly files: readonly { readonly file: string; readonly sender: number; readonly split: string }[];
}

async function keep(cutOut: GarmentCutOut | null, name: string): Promise<void> {
  if (!cutOut || cutOut.confidence < CONFIDENCE_MIN) return;
  const { width, height } = cutOut.alpha;
  const mask = Buffer.from(cutOut.silhouette.map((value) => value * 255));
  await sharp(mask, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toFile(path.join(out, name));
}

await fs.mkdir(out, { recursive: true });
const nets = await loadNets(netLoader(path.join(os.tmpdir(), 'atelier-nets'), 1));
const { files }: PhotoIndex = JSON.parse(await fs.readFile(path.join(photos, 'index.json'), 'utf8'));
for (const [index, { file, sender, split }] of files.entries()) {
  if (split === 'dev' || isTestSender(sender) || index % Number(parts) !== Number(part)) continue;
  const name = file.replace('/', '-').replace(/\.jpg$/, '');
  const { raster } = await decodePicture(await fs.readFile(path.join(photos, file)), SIZE);
  await keep(cutOutGarment(raster), `${name}.even.png`);
  await keep(await cutOutByNet(raster, nets.productMatte), `${name}.net.png`);
}
await releaseNets(nets);
