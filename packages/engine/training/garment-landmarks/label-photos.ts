import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { GARMENT_LANDMARKS, type NetCategory } from '../../src/analysis.ts';
import { loadNets, releaseNets } from '../../src/models/nets.ts';
import { netLoader } from '../../src/models/sessions.ts';
import { layCaps } from '../../src/steps/garment/landmarks/cap-sleeves.ts';
import { settleSleeves } from '../../src/steps/garment/landmarks/hanging-sleeves.ts';
import { findLandmarks } from '../../src/steps/garment/landmarks/landmarks.ts';
import { clothOf } from '../../src/steps/garment/landmarks/sleeve-outline.ts';

/**
 * Labels cut-out garments with the landmarks that the engine finds, for `samples.py`.
 *
 *   node label-photos.ts CUT-OUTS LABELS.json
 */
const [folder, out] = process.argv.slice(2);

/** The category of each class of photos that shows no top. */
const CATEGORIES: Readonly<Record<string, NetCategory>> = {
  dress: 'dress',
  pants: 'trousers',
  shorts: 'trousers',
  skirt: 'skirt',
};
const NO_GARMENT = ['shoes', 'hat'];

const nets = await loadNets(netLoader(path.join(os.tmpdir(), 'atelier-nets'), 1));
const labels = [];
for (const file of (await fs.readdir(folder)).sort()) {
  const [name] = file.match(/^(t-shirt|[a-z]+)/) ?? [''];
  if (NO_GARMENT.includes(name)) continue;
  const { data, info } = await sharp(path.join(folder, file)).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const silhouette = new Uint8Array(width * height).map((_, i) => (data[i * 4 + 3] > 127 ? 1 : 0));
  const category = CATEGORIES[name] ?? 'top';
  const found = await findLandmarks(silhouette, { width, height }, nets.garmentLandmarks, category);
  const { landmarks, sleeveConfidence } = found;
  let { sleeves } = found;
  if (category === 'top' || category === 'dress') {
    const capped = sleeves === 'short' && layCaps(landmarks, clothOf(landmarks, silhouette, width, height));
    if (!capped) sleeves = settleSleeves(landmarks, sleeves, silhouette, width, height).sleeves;
  }
  const points = GARMENT_LANDMARKS.flatMap((mark) => [landmarks[mark].x, landmarks[mark].y].map(Math.round));
  labels.push({ file, class: name, category, sleeves, certainty: Number(sleeveConfidence.toFixed(2)), points });
}
await releaseNets(nets);
await fs.writeFile(out, JSON.stringify({ landmarks: GARMENT_LANDMARKS, labels }));
process.stdout.write(`${labels.length} labels\n`);
