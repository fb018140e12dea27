import type { GarmentAnalysis } from '../../src/analysis.ts';
import { loadNets, type Nets, releaseNets } from '../../src/models/nets.ts';
import { netLoader } from '../../src/models/sessions.ts';
import { add } from '../../src/pixels/geometry.ts';
import { SIDES, signOf } from '../../src/steps/try-on/body/side.ts';
import { topScale } from '../../src/steps/try-on/fit/fit-top.ts';
import { fitWaistband } from '../../src/steps/try-on/fit/fit-waistband.ts';
import { clothWidth, garmentFrame } from '../../src/steps/try-on/fit/garment-frame.ts';
import { FOLDS } from '../../src/steps/try-on/fit/hanging-cloth.ts';
import { flatGarments, labelEnd, mean, peopleIn, quantile, slopeOf, type Wearer } from './photos.ts';

/**
 * Measures how wide skirts and dresses hang on people in labelled photos and how wide flat ones are, and prints the
 * constants of `src/steps/try-on/fit/hanging-cloth.ts`.
 *
 *   node measure-skirts.ts PERSONS GARMENTS
 */
const [persons, garments] = process.argv.slice(2);
/** Labels of skirts and dresses in the maps. */
const LABELS = { skirt: 6, dress: 7 } as const;
/** Measured places, as shares of the torso: from the hips to the calves. */
const SHARES = [1.2, 1.3, 1.4, 1.6, 1.8, 2];
/** Quantiles of widths that are compared. */
const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9];
/** Widest skirt from the middle line, in girths of the body. */
const REACH = 1.6;
/** Height of the shoulder seam over the line of the shoulders, in torso lengths. */
const SEAM_HEIGHT = 0.055;
/** Each garment is measured on this many wearers. */
const WEARERS = 3;

type Kind = keyof typeof LABELS;

/** Widths at each of {@link SHARES}, in girths of the body. */
type Widths = readonly number[][];

/** People in skirts or dresses, and twice the distance from their middle line to each side before the background. */
async function measurePeople(kind: Kind, nets: Nets): Promise<{ worn: Widths; wearers: Wearer[] }> {
  const worn: number[][] = SHARES.map(() => []);
  const wearers: Wearer[] = [];
  for await (const person of peopleIn(persons, LABELS[kind], nets)) {
    const { body, labelAt } = person;
    if (body.shoulderWidth < body.girth) continue;
    wearers.push(person);
    for (const [k, share] of SHARES.entries())
      for (const side of SIDES) {
        const label = (step: number) => labelAt(add(body.axis(share), body.across, signOf(side) * step));
        const end = labelEnd(label, LABELS[kind], REACH * body.girth);
        if (end !== null) worn[k].push((2 * end) / body.girth);
      }
  }
  return { worn, wearers };
}

/** Widths of flat garments at the engine's scale, on some of the wearers in turn. */
async function measureGarments(kind: Kind, wearers: readonly Wearer[], nets: Nets): Promise<Widths> {
  const flat: number[][] = SHARES.map(() => []);
  let next = 0;
  for await (const garment of flatGarments(garments, { class: kind, kind, every: 1 }, nets))
    for (let k = 0; k < WEARERS; k++) {
      const wearer = wearers[next++ % wearers.length];
      const widthAt = kind === 'skirt' ? skirtOn(garment, wearer) : dressOn(garment, wearer);
      for (const [place, share] of SHARES.entries()) {
        const width = widthAt(share);
        if (width > 0) flat[place].push(width / wearer.body.girth);
      }
    }
  return flat;
}

/** Flat width of a skirt at a share of the torso, in pixels of the person; 0 below its hem. */
function skirtOn(garment: GarmentAnalysis, { body, waist }: Wearer): (share: number) => number {
  const { scale } = fitWaistband(garment, body, waist, { ease: 0 });
  const frame = garmentFrame(garment, ['waistbandLeft', 'waistbandRight'], ['hemLeft', 'hemRight']);
  return (share) => clothWidth(frame, ((share - waist) * body.torsoLength) / scale) * scale;
}

/** The same for a dress. */
function dressOn(garment: GarmentAnalysis, { body }: Wearer): (share: number) => number {
  const scale = topScale(garment, { tuck: null }, body);
  const frame = garmentFrame(garment, ['shoulderLeft', 'shoulderRight'], ['hemLeft', 'hemRight']);
  return (share) => clothWidth(frame, ((share + SEAM_HEIGHT) * body.torsoLength) / scale) * scale;
}

const nets = await loadNets(netLoader(2));
for (const kind of ['skirt', 'dress'] as const) {
  const { worn, wearers } = await measurePeople(kind, nets);
  const flat = await measureGarments(kind, wearers, nets);
  process.stdout.write(`${kind}: ${wearers.length} people\n`);
  process.stdout.write('share, worn / flat width at each quantile, exponent of a line through them, SEEN_BY\n');
  for (const [k, share] of SHARES.entries()) {
    const pairs = QUANTILES.map((q) => [quantile(worn[k], q), quantile(flat[k], q)] as const);
    const exponent = slopeOf(pairs.map(([seen, wide]) => [Math.log(wide), Math.log(seen)] as const));
    const constant = Math.exp(mean(pairs.map(([seen, wide]) => Math.log(seen) - FOLDS * Math.log(wide))));
    const ratios = pairs.map(([seen, wide]) => `${seen.toFixed(2)} / ${wide.toFixed(2)}`);
    process.stdout.write(`${share}, ${ratios.join(', ')}, ${exponent.toFixed(2)}, ${constant.toFixed(2)}\n`);
  }
}
await releaseNets(nets);
