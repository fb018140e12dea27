import type { GarmentAnalysis } from '../../src/analysis.ts';
import { loadNets, type Nets, releaseNets } from '../../src/models/nets.ts';
import { netLoader } from '../../src/models/sessions.ts';
import { add, alongPolyline, distance, dot } from '../../src/pixels/geometry.ts';
import { median } from '../../src/pixels/median.ts';
import type { Point } from '../../src/pixels/raster.ts';
import type { BodyModel } from '../../src/steps/try-on/body/body-model.ts';
import { SIDES, signOf } from '../../src/steps/try-on/body/side.ts';
import { hipScale } from '../../src/steps/try-on/fit/fit-trousers.ts';
import { fitWaistband } from '../../src/steps/try-on/fit/fit-waistband.ts';
import { flatGarments, labelEnd, peopleIn, slopeOf, type Wearer } from './photos.ts';

/**
 * Measures how trousers hang on people in labelled photos and how wide flat trousers are, and prints the constants of
 * `src/steps/try-on/fit/trouser-leg.ts`.
 *
 *   node measure-trousers.ts PERSONS GARMENTS
 */
const [persons, garments] = process.argv.slice(2);
/** One garment of this many is measured. */
const GARMENT_EVERY = 2;
/** Label of trousers in the maps. */
const TROUSERS = 5;
/** Measured places, as shares of the leg: 0 hip, 1 ankle. */
const SHARES = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** Shares of the outer seam beside the hip joint and beside the crotch. */
const HIP_AT = 0.15;
const CROTCH_AT = 0.25;
/** Widest leg, in girths of the body. */
const REACH = 0.6;

/** A leg at one of {@link SHARES}: distances of its seams from the bone, in girths of the body. */
interface Seams {
  readonly share: number;
  readonly outer: number;
  readonly inner: number;
}

/** The seams of both legs that have background beside them. */
function seamsOf(body: BodyModel, labelAt: (p: Point) => number): Seams[] {
  const legs = SIDES.map((side) => [body.joints.hip[side], body.joints.knee[side], body.joints.ankle[side]]);
  return SIDES.flatMap((side) =>
    SHARES.flatMap((share) => {
      const { at, direction } = alongPolyline(legs[side], share);
      const normal = { x: direction.y, y: -direction.x };
      const sign = Math.sign(dot(normal, body.across) * signOf(side));
      const reach = (sense: number, most: number) => {
        const end = labelEnd((step) => labelAt(add(at, normal, sign * sense * step)), TROUSERS, most);
        return end === null ? null : end / body.girth;
      };
      const half = distance(at, alongPolyline(legs[1 - side], share).at) / 2;
      const [outer, inner] = [reach(1, REACH * body.girth), reach(-1, half)];
      return outer === null || inner === null ? [] : [{ share, outer, inner }];
    }),
  );
}

/** People in trousers, and their seams. */
async function measurePeople(nets: Nets) {
  const seams: Seams[] = [];
  const wearers: Wearer[] = [];
  for await (const person of peopleIn(persons, TROUSERS, nets)) {
    const found = seamsOf(person.body, person.labelAt);
    if (found.length === 0) continue;
    seams.push(...found);
    wearers.push(person);
  }
  return { seams, wearers };
}

/** Pixels of a person to one of a garment photo, as `fit-trousers.ts` computes them. */
function scaleOf(garment: GarmentAnalysis, { body, waist }: Wearer): number {
  return Math.min(fitWaistband(garment, body, waist, { ease: 0 }).scale, hipScale(garment, body, waist));
}

/** Widths of flat legs at {@link SHARES} in girths of a wearer, one of the given in turn. */
async function measureGarments(nets: Nets, wearers: readonly Wearer[]): Promise<number[][]> {
  const widths: number[][] = SHARES.map(() => []);
  let k = 0;
  for await (const garment of flatGarments(
    garments,
    { class: 'pants', kind: 'trousers', every: GARMENT_EVERY },
    nets,
  )) {
    const wearer = wearers[k++ % wearers.length];
    const { landmarks: at } = garment;
    const scale = scaleOf(garment, wearer) / wearer.body.girth;
    for (const name of ['Left', 'Right'] as const) {
      const outer = [at[`waistband${name}`], at[`kneeOuter${name}`], at[`legHemOuter${name}`]];
      const inner = [at.crotch, at[`kneeInner${name}`], at[`legHemInner${name}`]];
      for (const [place, share] of SHARES.entries()) {
        const onSeam = HIP_AT + (1 - HIP_AT) * share;
        const below = (onSeam - CROTCH_AT) / (1 - CROTCH_AT);
        widths[place].push(distance(alongPolyline(outer, onSeam).at, alongPolyline(inner, below).at) * scale);
      }
    }
  }
  return widths;
}

const nets = await loadNets(netLoader(2));
const { seams, wearers } = await measurePeople(nets);
const flat = await measureGarments(nets, wearers);
await releaseNets(nets);
process.stdout.write(`${wearers.length} people\nshare, worn width, flat width, ratio, slope\n`);
for (const [k, share] of SHARES.entries()) {
  const here = seams.filter((one) => one.share === share);
  const worn = median(here.map(({ outer, inner }) => outer + inner));
  const wide = median(flat[k]);
  const line = [
    share,
    worn,
    wide,
    worn / wide,
    slopeOf(here.map(({ outer, inner }) => [outer + inner, outer] as const)),
  ].map((value) => value.toFixed(2));
  process.stdout.write(`${line.join(', ')}\n`);
}
