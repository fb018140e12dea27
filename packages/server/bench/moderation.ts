import fs from 'node:fs';
import path from 'node:path';
import { createPictureInspector } from '@atelier/engine';
import { DEFAULT_PICTURE_MODERATION, pictureCheck } from '../src/moderation/picture-rules.ts';

/**
 * Measures how often the picture rules are wrong. Real photos show nothing to refuse, so each refusal is an error.
 * Rendered mannequins without clothes stand for nudity, so each pass is an error; no picture of a naked person is kept
 * here.
 */

const root = path.resolve(import.meta.dirname, '../../..');
const inspector = await createPictureInspector({ threads: 2 });
const check = pictureCheck(DEFAULT_PICTURE_MODERATION);

const photos = ['persons', 'garments', 'pairs', 'scenes'].flatMap((name) =>
  picturesIn(path.join(root, '../shared/data', name)),
);
const figures = picturesIn(path.join(root, 'packages/engine/test/mannequins'));
const samples = [path.join(root, 'packages/engine/samples'), path.join(root, 'packages/server/library')].flatMap(
  picturesIn,
);
const naked = figures.filter((file) => path.basename(file).startsWith('mannequin-'));

await report('real photos refused', photos, true);
await report(
  'rendered people, garments and swimwear refused',
  [...samples, ...figures.filter((file) => !naked.includes(file))],
  true,
);
await report('rendered figures without clothes let through', naked, false);
await report(
  'swimwear let through with words that name people under age',
  figures.filter((file) => path.basename(file).startsWith('swimwear-')),
  false,
  true,
);

async function report(what: string, files: readonly string[], isFine: boolean, namesMinors = false): Promise<void> {
  const wrong: string[] = [];
  const startMs = performance.now();
  for (const file of files) {
    const refused = check(await inspector.inspect(fs.readFileSync(file)), { namesMinors });
    if ((refused === null) !== isFine) wrong.push(path.relative(root, file));
  }
  const each = files.length > 0 ? ((performance.now() - startMs) / files.length).toFixed(0) : '–';
  process.stdout.write(`${what}: ${wrong.length} of ${files.length} (${each} ms each)\n`);
  for (const file of wrong) process.stdout.write(`  ${file}\n`);
}

function picturesIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(jpe?g|png|webp)$/i.test(name) && !name.includes('render/'))
    .map((name) => path.join(folder, name))
    .sort();
}
