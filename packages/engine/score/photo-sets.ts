import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the photos to train on and to measure with; a clone of the repository alone has none. */
const TRAINING = fileURLToPath(new URL('../../../../shared/data/training/', import.meta.url));

/** One garment photo and its true content. */
export interface GarmentPhoto {
  readonly path: string;
  /** The contributor's word: `t-shirt`, `pants`, …, `shoes`, `hat`. */
  readonly shows: string;
}

/** A person who wears the garment of the other photo. */
export interface TruePair {
  readonly name: string;
  readonly person: string;
  readonly garment: string;
}

/** A street photo and its map of parts, an 8-bit PNG whose values are classes of `persons/labels`. */
export interface LabelledPerson {
  readonly name: string;
  readonly photo: string;
  readonly labels: string;
}

/** A garment photo with the front edge of its neck opening, from the left end to the right one. */
export interface LabelledNeck {
  readonly path: string;
  /** In percent of the width and height of the photo. */
  readonly edge: readonly (readonly [x: number, y: number])[];
}

interface GarmentFile {
  readonly file: string;
  readonly class: string;
  readonly sender: number;
  readonly split: string;
}

interface PersonFile {
  readonly photo: string;
  readonly label: string;
  readonly split: string;
}

/**
 * Garment photos of the senders that no training sees, in the order of the index. Those of the split `dev` constants
 * were tuned on.
 */
export const testGarments = (): GarmentPhoto[] =>
  indexOf<GarmentFile>('garments')
    .filter(({ sender, split }) => split !== 'dev' && isTestSender(sender))
    .map(({ file, class: shows }) => ({ path: pathOf('garments', file), shows }));

/** A fifth of the senders, which trainings leave out; `training/garment-kind/photos.py` leaves the same out. */
export const isTestSender = (sender: number) => (Math.imul(sender, 2_654_435_761) >>> 0) % 5 === 0;

/**
 * People who wear exactly the garment of their pair. They are for measuring alone: no weight and no constant may learn
 * from them.
 */
export function truePairs(): TruePair[] {
  const people = indexOf<{ readonly file: string }>('pairs-dev').filter(({ file }) => file.endsWith('person.jpg'));
  return people.map(({ file }) => {
    const name = path.dirname(file);
    const at = (picture: string) => pathOf('pairs-dev', `${name}/${picture}`);
    return { name, person: at('person.jpg'), garment: at('garment.jpg') };
  });
}

/** Every fifth labelled street photo by its number; trainings leave these out. */
export const testPersons = (): LabelledPerson[] =>
  indexOf<PersonFile>('persons')
    .map(({ photo, label, split }) => {
      const name = path.basename(photo, '.jpg');
      return { name, split, photo: pathOf('persons', photo), labels: pathOf('persons', label) };
    })
    .filter(({ name, split }) => split !== 'dev' && Number(name) % 5 === 0);

/**
 * Garment photos of the senders that no training sees, with necklines that were marked by eye to about 0.03 neck
 * widths.
 */
export function testNecks(): LabelledNeck[] {
  const lines = readFileSync(new URL('true-necklines.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { photo, edge }: { photo: string; edge: LabelledNeck['edge'] } = JSON.parse(line);
    return { path: pathOf('garments', photo), edge };
  });
}

/**
 * People and garments for try-ons that a person judges. They are photos of other projects and the test photos. Only the
 * judge learned from try-ons with the test photos (`training/try-on-judge`).
 */
export function surveyPhotos(): { readonly people: readonly string[]; readonly garments: readonly string[] } {
  const others = indexOf<{ readonly file: string }>('new-dev').map(({ file }) => file);
  const named = (folder: string) =>
    others.filter((file) => file.startsWith(folder)).map((file) => pathOf('new-dev', file));
  const isGarment = ({ shows }: GarmentPhoto) => shows !== 'shoes' && shows !== 'hat';
  return {
    people: [...named('persons/'), ...testPersons().map(({ photo }) => photo)],
    garments: [
      ...named('garments/'),
      ...testGarments()
        .filter(isGarment)
        .map((garment) => garment.path),
    ],
  };
}

const pathOf = (set: string, file: string) => path.join(TRAINING, set, file);

function indexOf<T>(set: string): readonly T[] {
  const index = pathOf(set, 'index.json');
  if (!existsSync(index)) throw new Error(`the photos of ../shared are not here: ${index} is missing`);
  const { files }: { files: readonly T[] } = JSON.parse(readFileSync(index, 'utf8'));
  return files;
}
