import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { isTestSender } from '../score/photo-sets.ts';
import { loadNets, releaseNets } from '../src/models/nets.ts';
import { netLoader } from '../src/models/sessions.ts';
import { decodePicture } from '../src/pixels/decode.ts';
import { fitBackground } from '../src/steps/garment/cut-out/background.ts';
import { cutOutProduct } from '../src/steps/garment/cut-out/cut-out-product.ts';

/**
 * Cuts the garments out of their photos, for trainings, which lay them on paper or learn their outlines.
 *
 *   node cut-photos.ts PHOTOS CUT-OUTS
 *
 * PHOTOS is the folder with `index.json`. CUT-OUTS gets `CLASS-ID.png`, transparent off the garment, of each
 * photo with a sure outline. Photos of senders that are kept for testing are left out.
 */
const [photos, out] = process.argv.slice(2);
/** Size that photos are fitted into: theirs. */
const SIZE = { width: 400, height: 400 };
/** Least trust in a cut-out that is kept, 0 to 1. */
const CONFIDENCE_MIN = 0.5;

interface PhotoIndex {
  readonly files: readonly { readonly file: string; readonly sender: number; readonly split: string }[];
}

await fs.mkdir(out, { recursive: true });
const nets = await loadNets(netLoader(1));
const { files }: PhotoIndex = JSON.parse(await fs.readFile(path.join(photos, 'index.json'), 'utf8'));
let kept = 0;
for (const { file, sender, split } of files) {
  if (split === 'dev' || isTestSender(sender)) continue;
  const { raster } = await decodePicture(await fs.readFile(path.join(photos, file)), SIZE);
  const cutOut = await cutOutProduct(raster, fitBackground(raster), nets.productMatte);
  if (cutOut.confidence < CONFIDENCE_MIN) continue;
  const { width, height } = cutOut.alpha;
  const pixels = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    pixels.set(cutOut.raster.data.subarray(i * 3, i * 3 + 3), i * 4);
    pixels[i * 4 + 3] = Math.round(cutOut.alpha.data[i] * 255);
  }
  await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(path.join(out, file.replace('/', '-').replace(/\.jpg$/, '.png')));
  kept++;
}
await releaseNets(nets);
process.stdout.write(`${kept} cut-outs\n`);
