import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { mean } from '../../score/score.ts';
import { type PersonAnalysis, REGIONS } from '../../src/analysis.ts';
import { loadNets, releaseNets } from '../../src/models/nets.ts';
import { netLoader } from '../../src/models/sessions.ts';
import { clamp, pixelMiddle } from '../../src/pixels/geometry.ts';
import { labOfColour, luma } from '../../src/pixels/lab.ts';
import { median } from '../../src/pixels/median.ts';
import { analysePerson } from '../../src/steps/person/analyse-person.ts';
import { type BodyModel, modelBody } from '../../src/steps/try-on/body/body-model.ts';
import { BodyPlace } from '../../src/steps/try-on/body/body-place.ts';
import { SIDES } from '../../src/steps/try-on/body/side.ts';
import { ARM_LIGHT, type LimbPlace, limbTone } from '../../src/steps/try-on/paint/limb-light.ts';
import { skinTone } from '../../src/steps/try-on/paint/paint-skin.ts';
import { trainingPhotos } from './photos.ts';

/**
 * Measures the light on bare arms, legs and chests in labelled photos, and prints the constants of
 * `src/steps/try-on/paint/limb-light.ts` and `paint-skin.ts`.
 *
 *   node measure-light.ts PHOTOS
 */
const [photos] = process.argv.slice(2);
/** Label of skin in the maps. */
const SKIN = 2;
/** Rows of a table from shoulder or hip on, each a tenth of the limb, and columns from the inner edge to the outer. */
const ROWS = 11;
const COLUMNS = 7;
/** Fewest pixels of a limb that count, and fewest in a cell. */
const PIXELS_MIN = 800;
const CELL_MIN = 5;
/** Bounds of log brightness beside the median: beyond are shadows of other things and misplaced labels. */
const DARKEST = -0.8;
const LIGHTEST = 0.5;

type Limb = 'leg' | 'arm';

/** A pixel of bare skin on a limb. */
interface SkinPixel extends LimbPlace {
  readonly colour: readonly [number, number, number];
}

/** Sums of one limb over people. */
class Sums {
  readonly light = new Float64Array(ROWS * COLUMNS);
  readonly people = new Float64Array(ROWS * COLUMNS);
  /** Log brightness of lit skin elsewhere and of the limb, for each person. */
  readonly tones: (readonly [face: number, limb: number])[] = [];
  /** Log brightness of red, green and blue beside the median of a pixel's limb, and that of the whole. */
  readonly slopes = new Float64Array(3);
  square = 0;

  add(pixels: readonly SkinPixel[], face: number): void {
    const lights = pixels.map(({ colour }) => Math.log(luma(colour, 0) + 1));
    const middle = median(lights);
    const channels = [0, 1, 2].map((c) => median(pixels.map(({ colour }) => Math.log(colour[c] + 1))));
    const [sum, weight] = [new Float64Array(ROWS * COLUMNS), new Float64Array(ROWS * COLUMNS)];
    for (const [k, { along, aside, colour }] of pixels.entries()) {
      const light = clamp(lights[k] - middle, DARKEST, LIGHTEST);
      const [row, column] = [clamp(along) * (ROWS - 1), (clamp(aside, -1, 1) + 1) * ((COLUMNS - 1) / 2)];
      for (let cell = 0; cell < sum.length; cell++) {
        const near =
          Math.max(0, 1 - Math.abs(row - Math.floor(cell / COLUMNS))) *
          Math.max(0, 1 - Math.abs(column - (cell % COLUMNS)));
        sum[cell] += near * light;
        weight[cell] += near;
      }
      if (light === DARKEST || light === LIGHTEST) continue;
      this.square += light * light;
      for (let c = 0; c < 3; c++) this.slopes[c] += light * (Math.log(colour[c] + 1) - channels[c]);
    }
    for (let cell = 0; cell < sum.length; cell++) {
      if (weight[cell] < CELL_MIN) continue;
      this.light[cell] += sum[cell] / weight[cell];
      this.people[cell]++;
    }
    this.tones.push([face, middle]);
  }

  /** The table, and by linear regression how the limb's brightness follows that of the face. */
  toString(): string {
    const rows = Array.from({ length: ROWS }, (_, row) => {
      const cells = Array.from({ length: COLUMNS }, (_, column) => row * COLUMNS + column);
      const values = cells.map((cell) => (this.light[cell] / Math.max(1, this.people[cell])).toFixed(2));
      return `${(row / 10).toFixed(1)}: [${values.join(', ')}], people ${Math.min(...cells.map((cell) => this.people[cell]))}`;
    });
    const [face, limb] = [mean(this.tones.map(([ofFace]) => ofFace)), mean(this.tones.map(([, ofLimb]) => ofLimb))];
    const product = this.tones.reduce((sum, tone) => sum + (tone[0] - face) * (tone[1] - limb), 0);
    const rise = product / this.tones.reduce((sum, tone) => sum + (tone[0] - face) ** 2, 0);
    const even = Math.exp((limb - rise * face) / (1 - rise));
    const channels = Array.from(this.slopes, (slope) => (slope / this.square).toFixed(2));
    return [
      ...rows,
      `people ${this.tones.length}, slope ${(1 - rise).toFixed(2)}, even ${even.toFixed(0)}, channels ${channels.join(', ')}`,
      `mean log brightness beside the face ${(limb - face).toFixed(2)}`,
    ].join('\n');
  }
}

/** The tones of one person in L*a*b*: lit skin of the face, the chest, and pairs of a hand and its arm. */
interface Tones {
  readonly face: Lab;
  /** The tone of arms by the face. */
  readonly armByFace: Lab;
  readonly chest: Lab | null;
  readonly arms: readonly { readonly hand: Lab; readonly arm: Lab }[];
}

type Lab = readonly [l: number, a: number, b: number];

/** Fewest pixels of a chest, of an arm and of a hand that give a tone. */
const TONE_MIN = { chest: 250, arm: 400, hand: 60 };

/** How a chest differs from lit skin of the face, and arms from a mean of two tones, by face and by hand. */
function tonesOf(tones: readonly Tones[]): string {
  const chests = tones.flatMap(({ face, chest }) => (chest ? [{ face, chest }] : []));
  const chroma = ([, a, b]: Lab) => Math.hypot(a, b);
  const lighter = median(chests.map(({ face, chest }) => chest[0] - face[0]));
  const saturation = median(chests.map(({ face, chest }) => chroma(chest) / chroma(face)));
  const arms = tones.flatMap(({ armByFace, arms }) => arms.map((pair) => ({ ...pair, armByFace })));
  const differencesAt = (weight: number) =>
    ([0, 1, 2] as const).map((axis) => {
      const differences = arms.map(
        ({ armByFace, hand, arm }) => arm[axis] - hand[axis] * weight - armByFace[axis] * (1 - weight),
      );
      const middle = mean(differences);
      const spread = Math.sqrt(mean(differences.map((difference) => (difference - middle) ** 2)));
      return `${middle.toFixed(1)} ± ${spread.toFixed(1)}`;
    });
  const weights = Array.from({ length: 11 }, (_, k) => k / 10);
  return [
    `chests ${chests.length}, L* beside the face ${lighter.toFixed(1)}, chroma ${saturation.toFixed(2)} times`,
    ...weights.map(
      (weight) =>
        `arms ${arms.length}, weight of the hand ${weight}: above the mean of both by ${differencesAt(weight).join(', ')}`,
    ),
  ].join('\n');
}

/** Rows of the table of the neck, and their height in torso lengths. */
const NECK_ROWS = 8;
const NECK_ROW = 0.04;

/** Log brightness beside the chest in each row below the jaw: sums over people, and their number. */
const neck = { light: new Float64Array(NECK_ROWS), people: new Float64Array(NECK_ROWS) };

/** Adds a person's neck, if the chest shows. */
function addNeck({ neck: pixels, chest }: Skin): void {
  if (chest.length < TONE_MIN.chest) return;
  const lightOf = (some: readonly SkinPixel[]) => median(some.map(({ colour }) => Math.log(luma(colour, 0) + 1)));
  const even = lightOf(chest);
  for (const [row, some] of pixels.entries()) {
    if (some.length < CELL_MIN) continue;
    neck.light[row] += lightOf(some) - even;
    neck.people[row]++;
  }
}

const sums = { leg: new Sums(), arm: new Sums() };
const tones: Tones[] = [];
const nets = await loadNets(netLoader(1));
for (const { photo, label } of await trainingPhotos(photos)) {
  const person = await analysePerson(await fs.readFile(path.join(photos, photo)), nets).catch(() => null);
  if (!person) continue;
  const body = modelBody(person);
  const found = await skinOf(person, body, path.join(photos, label));
  const lit = skinTone(withoutLimbs(person, body));
  const face = Math.log(luma(lit, 0) + 1);
  tones.push({
    face: labOfColour(lit),
    armByFace: labOfColour(limbTone(ARM_LIGHT, lit)),
    chest: toneOf(found.chest, TONE_MIN.chest),
    arms: armsOf(found),
  });
  addNeck(found);
  for (const limb of ['leg', 'arm'] as const) if (found[limb].length >= PIXELS_MIN) sums[limb].add(found[limb], face);
}
for (const [limb, sum] of Object.entries(sums)) process.stdout.write(`${limb}\n${sum}\n`);
process.stdout.write(`${tonesOf(tones)}\n`);
for (const [row, light] of neck.light.entries())
  process.stdout.write(
    `neck ${((row + 0.5) * NECK_ROW).toFixed(2)}: ${(light / neck.people[row]).toFixed(2)}, people ${neck.people[row]}\n`,
  );
await releaseNets(nets);

/** The limb that shows its skin at a place, away from hands and from other limbs; null elsewhere. */
function limbAt({ share, leg, arms }: BodyPlace): { readonly limb: Limb; readonly place: LimbPlace } | null {
  if (arms.some(({ hand }) => hand < 1.7)) return null;
  const [arm] = arms.toSorted((one, other) => one.radii - other.radii);
  if (arm.radii < 1.1 && share > 0) return { limb: 'arm', place: arm };
  return share > 1.1 && leg.radii < 1.1 && arm.radii > 1.5 ? { limb: 'leg', place: leg } : null;
}

/** Pixels of skin by their place. Arms and hands have a list for each side. */
interface Skin extends Readonly<Record<Limb, SkinPixel[]>> {
  readonly chest: SkinPixel[];
  /** Rows below the jaw. */
  readonly neck: readonly SkinPixel[][];
  readonly arms: readonly SkinPixel[][];
  readonly hands: readonly SkinPixel[][];
}

/** The median of pixels in L*a*b*; null with too few. */
function toneOf(pixels: readonly SkinPixel[], least: number): Lab | null {
  if (pixels.length < least) return null;
  const values = pixels.map(({ colour }) => labOfColour(colour));
  return [median(values.map(([l]) => l)), median(values.map(([, a]) => a)), median(values.map(([, , b]) => b))];
}

/** The tones of both arms whose hand is visible too. */
function armsOf({ arms, hands }: Skin): Tones['arms'] {
  return SIDES.flatMap((side) => {
    const [arm, hand] = [toneOf(arms[side], TONE_MIN.arm), toneOf(hands[side], TONE_MIN.hand)];
    return arm && hand ? [{ arm, hand }] : [];
  });
}

/** The pixels of skin on arms, legs, hands and the chest, by a map of labels. */
async function skinOf({ raster, matte }: PersonAnalysis, body: BodyModel, label: string): Promise<Skin> {
  const { width, height, data } = raster;
  const labels = await sharp(label)
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const rows = Array.from({ length: NECK_ROWS }, (): SkinPixel[] => []);
  const found: Skin = { leg: [], arm: [], chest: [], neck: rows, arms: [[], []], hands: [[], []] };
  for (let i = 0; i < labels.length; i += 2) {
    if (labels[i] !== SKIN || matte.data[i] < 0.95) continue;
    const place = new BodyPlace(body, pixelMiddle(i, width, 1));
    const at = limbAt(place);
    const { along, aside } = at?.place ?? { along: 0, aside: 0 };
    const pixel: SkinPixel = { along, aside, colour: [data[i * 3], data[i * 3 + 1], data[i * 3 + 2]] };
    if (at) found[at.limb].push(pixel);
    const { share, arms } = place;
    for (const side of SIDES) {
      if (arms[side].hand < 1.3) found.hands[side].push(pixel);
      else if (at?.limb === 'arm' && arms[side].radii < 1.1) found.arms[side].push(pixel);
    }
    if (arms.some(({ radii }) => radii <= 1.15)) continue;
    if (share > 0.05 && share < 0.4) found.chest.push(pixel);
    rows[Math.floor((share - body.jaw) / NECK_ROW)]?.push(pixel);
  }
  return found;
}

/** The person with arms and legs that count as ground, as if clothes hid them. */
function withoutLimbs(person: PersonAnalysis, body: BodyModel): PersonAnalysis {
  const { labels, width, scale } = person.regions;
  const skin = REGIONS.indexOf('skin');
  const seen = labels.map((one, k) =>
    one === skin && limbAt(new BodyPlace(body, pixelMiddle(k, width, scale))) ? 0 : one,
  );
  return { ...person, regions: { ...person.regions, labels: seen } };
}
