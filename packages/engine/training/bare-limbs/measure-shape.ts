import fs from 'node:fs/promises';
import path from 'node:path';
import { loadNets, releaseNets } from '../../src/models/nets.ts';
import { netLoader } from '../../src/models/sessions.ts';
import { distance, mix } from '../../src/pixels/geometry.ts';
import { median } from '../../src/pixels/median.ts';
import type { Point } from '../../src/pixels/raster.ts';
import { analysePerson } from '../../src/steps/person/analyse-person.ts';
import { type BodyModel, modelBody } from '../../src/steps/try-on/body/body-model.ts';
import { acrossBone, limbAcross } from '../../src/steps/try-on/body/limb-across.ts';
import { photoReader } from '../../src/steps/try-on/body/photo-at.ts';
import { SIDES, type Side, signOf } from '../../src/steps/try-on/body/side.ts';
import { trainingPhotos } from './photos.ts';

/**
 * Measures where the edges of bare arms and legs lie beside their bones, and prints the medians over people. They are
 * the constants of `src/steps/try-on/body/leg-shape.ts` and `arm-place.ts`.
 *
 *   node measure-shape.ts PHOTOS
 */
const [photos] = process.argv.slice(2);
/** Measured places on each bone. */
const STATIONS = 20;
/** Thickest plausible bare limb, in expected ones, and fewest limbs that give a median. */
const THICKEST = 1.6;
const LIMBS_MIN = 8;

type Limb = 'leg' | 'arm';
type Edges = readonly [inner: number, outer: number];

/** Edges of bare limbs beside the bone, in girths, by limb and share of its length in twentieths of a bone. */
const found: Record<Limb, Edges[][]> = { leg: [], arm: [] };

const nets = await loadNets(netLoader(1));
for (const { photo } of await trainingPhotos(photos)) {
  const person = await analysePerson(await fs.readFile(path.join(photos, photo)), nets).catch(() => null);
  if (!person) continue;
  const body = modelBody(person);
  for (const side of SIDES)
    for (const limb of ['leg', 'arm'] as const)
      for (const [place, edges] of edgesOf(body, limb, side, photoReader(person))) {
        found[limb][place] ??= [];
        found[limb][place].push(edges);
      }
}
await releaseNets(nets);
for (const [limb, places] of Object.entries(found)) {
  process.stdout.write(`${limb}: share of its length, inner and outer edge in girths, limbs\n`);
  for (const [place, edges] of places.entries()) {
    if (edges === undefined || edges.length < LIMBS_MIN) continue;
    const [inner, outer] = [0, 1].map((k) => median(edges.map((one) => one[k])).toFixed(3));
    process.stdout.write(`${(place / (2 * STATIONS)).toFixed(3)}: ${inner}, ${outer}, ${edges.length}\n`);
  }
}

/** The visible edges of a bare limb by their place. */
function* edgesOf(
  { joints, girth, armRadius, legMiddle }: BodyModel,
  limb: Limb,
  side: Side,
  photoAt: ReturnType<typeof photoReader>,
): Generator<readonly [place: number, edges: Edges]> {
  const { hip, knee, ankle, shoulder, elbow, wrist } = joints;
  const bones: readonly (readonly [Point, Point])[] =
    limb === 'leg'
      ? [
          [hip[side], knee[side]],
          [knee[side], ankle[side]],
        ]
      : [
          [shoulder[side], elbow[side]],
          [elbow[side], wrist[side]],
        ];
  const lengths = bones.map(([from, to]) => distance(from, to));
  const whole = lengths[0] + lengths[1];
  for (const [half, [from, to]] of bones.entries())
    for (let k = 0; k < STATIONS; k++) {
      const { x, y } = acrossBone(from, to);
      const outwards = { x: -signOf(side) * x, y: -signOf(side) * y };
      const place = half * STATIONS + k;
      const share = place / (2 * STATIONS);
      const radius =
        limb === 'leg'
          ? legMiddle(side, (lengths[0] * half + (k / STATIONS) * lengths[half]) / whole).radius
          : armRadius(share);
      const seen = limbAcross({ at: mix(from, to, k / STATIONS), across: outwards, radius }, 'skin', THICKEST, photoAt);
      if (seen) yield [place, [(seen.edges[0] - 0.5) / girth, (seen.edges[1] + 0.5) / girth]];
    }
}
