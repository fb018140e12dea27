import type { GarmentAnalysis } from '../../src/analysis.ts';
import { loadNets, type Nets, releaseNets } from '../../src/models/nets.ts';
import { netLoader } from '../../src/models/sessions.ts';
import { add, distance } from '../../src/pixels/geometry.ts';
import { median } from '../../src/pixels/median.ts';
import { roundedArmPath } from '../../src/steps/try-on/body/arm-path.ts';
import type { BodyModel } from '../../src/steps/try-on/body/body-model.ts';
import { SIDES, type Side } from '../../src/steps/try-on/body/side.ts';
import { expectedHalfWidth } from '../../src/steps/try-on/body/torso-width.ts';
import { landmarksOf, topScale } from '../../src/steps/try-on/fit/fit-top.ts';
import { garmentFrame } from '../../src/steps/try-on/fit/garment-frame.ts';
import { sleeveEdges } from '../../src/steps/try-on/fit/sleeve-edges.ts';
import { flatGarments, labelEnd, peopleIn, quantile, type Wearer } from './photos.ts';

/**
 * Measures how wide sleeves are on people in labelled photos and how wide flat ones are, and the trunks of people.
 * `src/steps/try-on/fit/sleeve-room.ts` and `src/steps/try-on/body/torso-width.ts` use the results.
 *
 *   node measure-tops.ts PERSONS GARMENTS
 */
const [persons, garments] = process.argv.slice(2);
/** Labels in the maps, and the classes of the garments with long sleeves. */
const KINDS = [
  { kind: 'top', label: 3, classes: ['shirt', 'longsleeve', 'hoodie'] },
  { kind: 'outerwear', label: 4, classes: ['blazer', 'outwear'] },
] as const;
/** Measured places of sleeves, as shares of the arm, and of trunks, as shares of the torso. */
const ARM = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const TRUNK = [0.4, 0.6, 0.8, 1];
const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9];
/** Widest sleeve on one side of the bone, in girths of the body. */
const REACH = 0.5;
/** One garment of this many is measured. */
const GARMENT_EVERY = 2;

type Kind = (typeof KINDS)[number];

const armOf = ({ joints: { shoulder, elbow, wrist } }: BodyModel, side: Side) =>
  roundedArmPath(side, [shoulder[side], elbow[side], wrist[side]]);

/** People in clothes of a kind, widths of sleeves with background on both sides, and half widths of trunks. */
async function measurePeople({ label }: Kind, nets: Nets) {
  const sleeves: number[][] = ARM.map(() => []);
  const trunks: number[][] = TRUNK.map(() => []);
  const wearers: Wearer[] = [];
  for await (const person of peopleIn(persons, label, nets)) {
    const { body, wearsOuterwear, labelAt } = person;
    if (body.shoulderWidth < body.girth) continue;
    wearers.push(person);
    for (const side of SIDES) {
      const arm = armOf(body, side);
      for (const [k, share] of ARM.entries()) {
        const { at, outwards } = arm.station(share);
        const [outer, inner] = [1, -1].map((sense) =>
          labelEnd((step) => labelAt(add(at, outwards, sense * step)), label, REACH * body.girth),
        );
        if (outer !== null && inner !== null) sleeves[k].push((outer + inner) / body.girth);
      }
      // The outline of outerwear does not count as that of a trunk.
      if (wearsOuterwear) continue;
      for (const [k, share] of TRUNK.entries())
        trunks[k].push(body.halfWidth(share, side) / (expectedHalfWidth(share) * body.shoulderWidth));
    }
  }
  return { sleeves, trunks, wearers };
}

/** Widths of flat sleeves at the engine's scale, in girths of a wearer, one of the given in turn. */
async function measureGarments({ classes }: Kind, wearers: readonly Wearer[], nets: Nets): Promise<number[][]> {
  const widths: number[][] = ARM.map(() => []);
  let next = 0;
  for (const shown of classes)
    for await (const garment of flatGarments(garments, { class: shown, kind: 'top', every: GARMENT_EVERY }, nets)) {
      if (garment.sleeves !== 'long') continue;
      const { body } = wearers[next++ % wearers.length];
      for (const side of SIDES)
        for (const [k, width] of sleeveOn(garment, body, side).entries()) if (width !== null) widths[k].push(width);
    }
  return widths;
}

/** Flat widths of a sleeve at {@link ARM}, in girths of the body; null beyond its cuff. */
function sleeveOn(garment: GarmentAnalysis, body: BodyModel, side: Side): (number | null)[] {
  const frame = garmentFrame(garment, ['neckLeft', 'neckRight'], ['hemLeft', 'hemRight']);
  const { outer, inner } = sleeveEdges({ garment, frame, landmark: landmarksOf(garment) }, side);
  const scale = topScale(garment, { tuck: null }, body);
  const arm = armOf(body, side).length;
  let length = 0;
  const lengths = outer.map((p, k) => (length += k > 0 ? distance(p, outer[k - 1]) : 0));
  return ARM.map((share) => {
    const k = lengths.findIndex((along) => along * scale >= share * arm);
    return k < 0 ? null : (distance(outer[k], inner[k]) * scale) / body.girth;
  });
}

const nets = await loadNets(netLoader(2));
for (const kind of KINDS) {
  const { sleeves, trunks, wearers } = await measurePeople(kind, nets);
  const flat = await measureGarments(kind, wearers, nets);
  process.stdout.write(`${kind.kind}: ${wearers.length} people\nshare of the arm, worn width, flat width, ratio\n`);
  for (const [k, share] of ARM.entries()) {
    const [worn, wide] = [median(sleeves[k]), median(flat[k])];
    process.stdout.write(`${[share, worn, wide, worn / wide].map((value) => value.toFixed(2)).join(', ')}\n`);
  }
  if (kind.kind === 'outerwear') continue;
  process.stdout.write('share of the torso, half widths at each quantile, in expected ones\n');
  for (const [k, share] of TRUNK.entries())
    process.stdout.write(`${share}, ${QUANTILES.map((q) => quantile(trunks[k], q).toFixed(2)).join(', ')}\n`);
}
await releaseNets(nets);
