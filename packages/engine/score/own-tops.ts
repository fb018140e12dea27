import fs from 'node:fs/promises';
import { isAccessory } from '../src/analysis.ts';
import type { Nets } from '../src/models/nets.ts';
import { distance } from '../src/pixels/geometry.ts';
import { median } from '../src/pixels/median.ts';
import { unlessRejected } from '../src/rejection.ts';
import { analyseGarment } from '../src/steps/garment/analyse-garment.ts';
import { analysePerson } from '../src/steps/person/analyse-person.ts';
import { modelBody } from '../src/steps/try-on/body/body-model.ts';
import { fitGarment } from '../src/steps/try-on/fit/fit-garment.ts';
import { rejectHidden } from '../src/steps/try-on/judge/garment.ts';
import { rejectPerson } from '../src/steps/try-on/judge/person.ts';
import { layersOf } from '../src/steps/try-on/layers.ts';
import type { LabelledPerson } from './photo-sets.ts';
import { mean, percent, type Score } from './score.ts';

/** The compared landmarks, left and right. */
const LANDMARKS = [
  ['neck', 'neckLeft', 'neckRight'],
  ['shoulders', 'shoulderLeft', 'shoulderRight'],
  ['hem', 'hemLeft', 'hemRight'],
] as const;
/** Greatest distance of a landmark that counts as right, in shoulder widths. */
const NEAR = 0.15;
/** Stands in for the random numbers by which the outputs of a request differ. */
const UNVARIED = () => 0.5;

/**
 * Puts the top of each person on its own wearer, where each of its points must land where it is. The photo is both
 * person photo and garment photo.
 */
export async function scoreOwnTops(people: readonly LabelledPerson[], nets: Nets): Promise<Score> {
  const worn: (readonly number[])[] = [];
  for (const { name, photo } of people) {
    const distances = await landmarksOff(await fs.readFile(photo), nets).catch(unlessRejected);
    if (!distances) continue;
    worn.push(distances);
    process.stderr.write(`${name}: ${distances.map((off) => off.toFixed(2)).join(' ')}\n`);
  }
  return {
    set: 'tops of test numbers on their own wearers',
    lines: [
      ['photos, refused', `${people.length}, ${people.length - worn.length}`],
      ...LANDMARKS.map(([name], k) => {
        const distances = worn.map((all) => all[k]);
        const near = percent(distances.filter((off) => off < NEAR).length, distances.length);
        return [
          `${name} off, median, shoulder widths; off by less than ${NEAR}`,
          `${median(distances).toFixed(3)}; ${near}`,
        ];
      }),
    ],
  };
}

/** Distance of each pair of landmarks from its own place, in shoulder widths. Null for a top read as an accessory. */
async function landmarksOff(photo: Uint8Array, nets: Nets): Promise<readonly number[] | null> {
  const person = await analysePerson(photo, nets);
  const top = await analyseGarment(photo, 'top', nets);
  if (isAccessory(top)) return null;
  rejectPerson(person, [top]);
  rejectHidden(top);
  const body = modelBody(person);
  const [layer] = layersOf([top], '');
  const { pieces } = fitGarment(layer.garment, person, body, layer.wearOn({ person, body }, UNVARIED)).layers.trunk;
  return LANDMARKS.map(([, ...names]) => {
    const distances = names.map((name) => distance(pieces[0].map(top.landmarks[name]), top.landmarks[name]));
    return mean(distances) / body.shoulderWidth;
  });
}
