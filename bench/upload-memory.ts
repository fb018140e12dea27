/**
 * How much memory eight parallel uploads of 15 MiB take, for each kind of picture. The figure is the peak of the
 * resident set over idle, in a process that does nothing else. Run: `node bench/upload-memory.ts`.
 */
import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { pictureIntake } from '../packages/server/src/media/intake.ts';

const UPLOADS = 8;
const UPLOAD_BYTES = 15 * 1024 * 1024;

/** Kinds of picture: sides in pixels, and how it is written. */
const CASES: Readonly<Record<string, readonly [width: number, height: number, write: (picture: Sharp) => Sharp]>> = {
  'PNG, 5 MP': [2500, 2000, (picture) => picture.png({ compressionLevel: 0 })],
  'JPEG turned by EXIF, 8 MP': [
    3264,
    2448,
    (picture) => picture.withMetadata({ orientation: 6 }).jpeg({ quality: 95 }),
  ],
  'JPEG, 24 MP': [6000, 4000, (picture) => picture.jpeg({ quality: 90 })],
  'JPEG turned by EXIF, 24 MP': [
    6000,
    4000,
    (picture) => picture.withMetadata({ orientation: 6 }).jpeg({ quality: 90 }),
  ],
  'progressive JPEG, 24 MP': [6000, 4000, (picture) => picture.jpeg({ quality: 80, progressive: true })],
  'lossy WebP, 24 MP': [6000, 4000, (picture) => picture.webp({ quality: 50, effort: 0 })],
  'lossless WebP, 8 MP': [4000, 2000, (picture) => picture.blur(2).webp({ lossless: true, effort: 0 })],
  'progressive 4:4:4 JPEG turned by EXIF, 50 MP': [
    8000,
    6250,
    (picture) =>
      picture.withMetadata({ orientation: 6 }).jpeg({ quality: 40, progressive: true, chromaSubsampling: '4:4:4' }),
  ],
};

/** Noise, the hardest thing to compress; written once, then filled up with zeros to exactly 15 MiB. */
async function makeFile(name: string, path: string): Promise<void> {
  const [width, height, write] = CASES[name] ?? [1, 1, (picture: Sharp) => picture];
  const noise = sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
  });
  await write(noise).toFile(path);
  const { size } = await stat(path);
  if (size > UPLOAD_BYTES) throw new Error(`${name}: ${size} bytes are over 15 MiB`);
  await appendFile(path, Buffer.alloc(UPLOAD_BYTES - size));
}

/** Runs in a process of its own: takes the file in eight times at once and prints figures. */
async function measure(path: string, folder: string): Promise<void> {
  const intake = await pictureIntake({ temporaryFolder: folder });
  const warmUp = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  await (await intake.take([warmUp], UPLOAD_BYTES)).file.remove();
  const idleBytes = process.memoryUsage().rss;
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: UPLOADS }, async () => {
      const { file } = await intake.take(createReadStream(path), UPLOAD_BYTES);
      await file.remove();
    }),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  console.log(
    JSON.stringify({
      idleMB: mega(idleBytes),
      peakOverIdleMB: mega(peakBytes - idleBytes),
      afterOverIdleMB: mega(process.memoryUsage().rss - idleBytes),
      seconds: Number(seconds.toFixed(1)),
    }),
  );
}

function mega(bytes: number): number {
  return Math.round(bytes / 1e6);
}

const [path, folder] = process.argv.slice(2);
if (path && folder) await measure(path, folder);
else {
  const work = await mkdtemp(join(tmpdir(), 'atelier-upload-memory-'));
  for (const name of Object.keys(CASES)) {
    const file = join(work, 'picture');
    await makeFile(name, file);
    console.log(
      name.padEnd(46),
      execFileSync(process.execPath, [import.meta.filename, file, join(work, 'incoming')], { encoding: 'utf8' }).trim(),
    );
    await rm(file);
  }
  await rm(work, { recursive: true });
}
