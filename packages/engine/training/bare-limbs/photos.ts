import fs from 'node:fs/promises';
import path from 'node:path';

/** One photo of this many, by number, is kept for testing. */
const TEST_EVERY = 5;

/** A labelled photo: paths of the picture and its map of labels within the folder. */
interface LabelledPhoto {
  readonly photo: string;
  readonly label: string;
}

interface PhotoIndex {
  readonly files: readonly (LabelledPhoto & { readonly split: 'train' | 'dev' })[];
}

/** The photos of `../shared/data/training/persons` that no test uses. */
export async function trainingPhotos(folder: string): Promise<readonly LabelledPhoto[]> {
  const { files }: PhotoIndex = JSON.parse(await fs.readFile(path.join(folder, 'index.json'), 'utf8'));
  return files.filter(({ photo, split }) => split !== 'dev' && Number(path.basename(photo, '.jpg')) % TEST_EVERY !== 0);
}
