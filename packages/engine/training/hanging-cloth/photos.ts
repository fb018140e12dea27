import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { isTestSender } from '../../score/photo-sets.ts';
import { type GarmentAnalysis, type GarmentCategory, isAccessory } from '../../src/analysis.ts';
import type { Nets } from '../../src/models/nets.ts';
import type { Point } from '../../src/pixels/raster.ts';
import { unlessRejected } from '../../src/rejection.ts';
import { analyseGarment } from '../../src/steps/garment/analyse-garment.ts';
import { analysePerson } from '../../src/steps/person/analyse-person.ts';
import { type BodyModel, modelBody } from '../../src/steps/try-on/body/body-model.ts';
import { findWaist } from '../../src/steps/try-on/fit/tuck-line.ts';

/** One photo of this many people, by number, is kept for testing. */
const TEST_EVERY = 5;
/** Label of a place outside the photo. */
const OUTSIDE = 255;
/** Greatest gap in a label, in pixels. */
const GAP = 3;

/** A body, and the place of its waistband as a share of the torso. */
export interface Wearer {
  readonly body: BodyModel;
  readonly waist: number;
}

interface Index {
  readonly files: readonly (Readonly<Record<'photo' | 'label' | 'file' | 'class' | 'split', string>> & {
    readonly sender: number;
    readonly classes: readonly number[];
  })[];
}

const indexOf = async (folder: string): Promise<Index['files']> =>
  JSON.parse(await fs.readFile(path.join(folder, 'index.json'), 'utf8')).files;

/**
 * People whose legs show and who wear something with a label, without the test photos. `labelAt` reads the label map
 * at a pixel of the analysed person.
 */
export async function* peopleIn(folder: string, label: number, nets: Nets) {
  for (const { photo, label: map, split, classes } of await indexOf(folder)) {
    const isTest = split === 'dev' || Number(path.basename(photo, '.jpg')) % TEST_EVERY === 0;
    if (isTest || !classes.includes(label)) continue;
    const person = await analysePerson(await fs.readFile(path.join(folder, photo)), nets).catch(unlessRejected);
    if (!person) continue;
    const body = modelBody(person);
    if (!body.joints.kneesSeen) continue;
    const { width, height } = person.raster;
    const size = { width, height, kernel: 'nearest', fit: 'fill' } as const;
    const labels = await sharp(path.join(folder, map)).resize(size).extractChannel(0).raw().toBuffer();
    const isInside = ({ x, y }: Point) => x >= 0 && y >= 0 && x < width && y < height;
    const labelAt = (p: Point) => (isInside(p) ? labels[Math.floor(p.y) * width + Math.floor(p.x)] : OUTSIDE);
    yield { body, waist: findWaist(person, body), wearsOuterwear: person.regions.wearsOuterwear, labelAt };
  }
}

/** Flat garments of a class, read as a kind, without those of the test senders. It takes one of each `every`. */
export async function* flatGarments(
  folder: string,
  garments: { readonly class: string; readonly kind: GarmentCategory; readonly every: number },
  nets: Nets,
): AsyncGenerator<GarmentAnalysis> {
  const files = (await indexOf(folder)).filter(
    ({ class: shows, split, sender }) => shows === garments.class && split !== 'dev' && !isTestSender(sender),
  );
  for (const [k, { file }] of files.entries()) {
    if (k % garments.every > 0) continue;
    const photo = await fs.readFile(path.join(folder, file));
    const garment = await analyseGarment(photo, garments.kind, nets).catch(unlessRejected);
    if (garment && !isAccessory(garment) && !garment.isWorn) yield garment;
  }
}

/**
 * Steps of one pixel over which a label continues, up to `most`. Null if it does not begin within the greatest gap, or
 * if something else than the background lies beyond it. `at` reads the label at a step.
 */
export function labelEnd(at: (step: number) => number, label: number, most: number): number | null {
  let last = -1;
  for (let step = 0; step < most && step - last <= GAP + 1; step++) if (at(step) === label) last = step;
  return last >= 0 && at(last + GAP) === 0 ? last + 1 : null;
}

/** Slope of the second value over the first, by least squares. */
export function slopeOf(pairs: readonly (readonly [number, number])[]): number {
  const x = mean(pairs.map(([first]) => first));
  const y = mean(pairs.map(([, second]) => second));
  return mean(pairs.map((one) => (one[0] - x) * (one[1] - y))) / mean(pairs.map((one) => (one[0] - x) ** 2));
}

/** Mean of at least one value. */
export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The value that a share of the values, at least one, lies below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
