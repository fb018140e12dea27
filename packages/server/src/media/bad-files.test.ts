import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestIntake, type TestIntake } from '../../test/support/intake.ts';
import { MediaRejection } from './rejection.ts';

const LIMIT = 15 * 1024 * 1024;

/**
 * The collection's expected outcome for a file, and ours. Moving pictures give their first frame; file names do not
 * matter.
 */
const EXPECTATIONS: Readonly<Record<string, readonly ('taken' | 'refused')[]>> = {
  accept: ['taken'],
  reject: ['refused'],
  either: ['taken', 'refused'],
  'accept-or-422': ['taken', 'refused'],
  'reject-or-422': ['refused'],
  'reject-or-first-frame': ['taken'],
  'accept-or-415': ['taken'],
  'accept-or-reject': ['taken', 'refused'],
};

interface BadFile {
  readonly path: string;
  readonly expect: string;
  readonly width?: number;
  readonly height?: number;
  readonly orientation?: number;
}

const FOLDER = join(import.meta.dirname, '../../../../../shared/data/bad');
const isHere = existsSync(join(FOLDER, 'MANIFEST.json'));
const files: readonly BadFile[] = isHere ? JSON.parse(readFileSync(join(FOLDER, 'MANIFEST.json'), 'utf8')).files : [];

describe.skipIf(!isHere)('the collected bad files (needs ../shared/data/bad)', () => {
  let intake: TestIntake;
  beforeEach(async () => {
    intake = await openTestIntake(LIMIT);
  });
  afterEach(() => intake.close());

  test('are all here', () => {
    expect(files.length).toBeGreaterThan(70);
  });

  test.each(files)('$path: $expect', async (file) => {
    const outcome = await intake.attempt(readFileSync(join(FOLDER, file.path)));
    expect(EXPECTATIONS[file.expect]).toContain(outcome instanceof MediaRejection ? 'refused' : 'taken');
    if (outcome instanceof MediaRejection) return;
    const shown = (file.orientation ?? 1) > 4 ? [file.height, file.width] : [file.width, file.height];
    expect([outcome.width, outcome.height]).toEqual(shown);
  });

  test('padded to 15 MiB is taken, one byte more is refused', async () => {
    const picture = readFileSync(join(FOLDER, 'exif/Portrait_1.jpg'));
    const padded = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
    await intake.clean(padded(LIMIT));
    expect(await intake.rejection(padded(LIMIT + 1))).toMatchObject({ code: 'payload_too_large' });
  });
});
