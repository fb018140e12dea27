import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestIntake, type TestIntake } from '../../test/support/intake.ts';
import { MediaRejection } from './rejection.ts';
import { TemporaryFile } from './temporary-file.ts';

const MIB = 1024 * 1024;
const LIMIT = 15 * MIB;

let taking: TestIntake;
beforeEach(async () => {
  taking = await openTestIntake(LIMIT);
});
afterEach(() => taking.close());

/** A picture with detail: a gradient with noise, 90 × 60. */
function sample(channels: 3 | 4 = 3): Sharp {
  const pixels = Buffer.alloc(90 * 60 * channels);
  for (let index = 0; index < pixels.length; index++) pixels[index] = (index * 31 + (index % 97) * (index % 13)) % 256;
  return sharp(pixels, { raw: { width: 90, height: 60, channels } });
}

const raw = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

function pngChunk(type: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(content, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length);
  return chunk;
}

/** A PNG whose header claims a size its data need not have. */
function pngOf(width: number, height: number, rows: Uint8Array = Buffer.alloc(100)): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A whole grey PNG of that size, all black. */
const blackPng = (width: number, height: number) => pngOf(width, height, Buffer.alloc((width + 1) * height));

/**
 * A progressive JPEG of one grey block: one pass over the lowest coefficient, then as many empty passes as asked for.
 */
function jpegOfScans(scans: number): Buffer {
  const segment = (code: number, content: readonly number[]) =>
    Buffer.from([0xff, code, 0, content.length + 2, ...content]);
  const oneCode = (table: number) => segment(0xc4, [table, 1, ...Array(15).fill(0), 0]);
  const empty = Buffer.concat([segment(0xda, [1, 1, 0, 1, 1, 0]), Buffer.from([0x3f])]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]),
    oneCode(0x00),
    oneCode(0x10),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.from([0x3f]),
    ...Array<Buffer>(scans - 1).fill(empty),
    Buffer.from([0xff, 0xd9]),
  ]);
}

describe('an image', () => {
  test('stays a PNG without the loss of a pixel', async () => {
    for (const channels of [3, 4] as const) {
      const given = await sample(channels).png().toBuffer();
      const picture = await taking.clean(given);
      expect(picture).toMatchObject({ mimeType: 'image/png', width: 90, height: 60 });
      expect((await raw(picture.bytes)).equals(await raw(given))).toBe(true);
    }
  });

  test('becomes a PNG with the same pixels when it was a WebP without loss, also where it is transparent', async () => {
    const given = await sample(4).webp({ lossless: true, exact: true }).toBuffer();
    const picture = await taking.clean(given);
    expect(picture.mimeType).toBe('image/png');
    expect((await raw(picture.bytes)).equals(await raw(given))).toBe(true);
  });

  test('stays a JPEG or a lossy WebP that looks the same', async () => {
    const photo = sample().blur(3);
    for (const given of [await photo.clone().jpeg().toBuffer(), await photo.clone().webp().toBuffer()]) {
      const picture = await taking.clean(given);
      expect(await largestDifference(picture.bytes, given)).toBeLessThan(16);
    }
  });

  test('larger than 4 megapixels becomes a PNG when it was a lossy WebP', async () => {
    const given = await sample().resize(2000, 2001, { fit: 'fill', kernel: 'nearest' }).webp({ effort: 0 }).toBuffer();
    const picture = await taking.clean(given);
    expect(picture).toMatchObject({ mimeType: 'image/png', width: 2000, height: 2001 });
    expect((await raw(picture.bytes)).equals(await raw(given))).toBe(true);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('is turned upright by EXIF orientation %i', async (orientation) => {
    const upright = await sample().png().toBuffer();
    // Stored turned the other way round, so that orientation brings it back; 6 and 8 undo each other, the rest
    // themselves.
    const inverse = orientation === 6 ? 8 : orientation === 8 ? 6 : orientation;
    const stored = await sharp(await sharp(upright).withMetadata({ orientation: inverse }).png().toBuffer())
      .autoOrient()
      .png()
      .toBuffer();
    const given = await sharp(stored).withMetadata({ orientation }).png().toBuffer();
    const picture = await taking.clean(given);
    expect([picture.width, picture.height]).toEqual([90, 60]);
    expect((await raw(picture.bytes)).equals(await raw(upright))).toBe(true);
  });

  test('loses its metadata and all that is not pixels', async () => {
    const exif = { IFD0: { Copyright: 'SECRET-EXIF' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>';
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const marked = await sample().withExif(exif).withXmp(xmp).withIccProfile('p3').toFormat(format).toBuffer();
      const given = Buffer.concat([marked, Buffer.from('PK\x03\x04SECRET-TAIL')]);
      const picture = await taking.clean(given);
      for (const mark of ['SECRET', 'GPS', 'ICC_PROFILE'])
        expect(picture.bytes.includes(mark), `${mark} in ${format}`).toBe(false);
    }
  });

  test('becomes 8-bit sRGB whatever its colours were', async () => {
    const grey = await taking.clean(await sample().greyscale().png().toBuffer());
    expect((await sharp(grey.bytes).metadata()).channels).toBe(3);
    const deep = await taking.clean(await sample().toColourspace('rgb16').png().toBuffer());
    expect(await largestDifference(deep.bytes, await sample().png().toBuffer())).toBeLessThanOrEqual(1);
    const print = await taking.clean(
      await sharp({ create: { width: 16, height: 16, channels: 3, background: '#2060c0' } })
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer(),
    );
    const [red = 0, green = 0, blue = 0] = await raw(print.bytes);
    expect(blue).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(red);
  });

  test('with a profile is converted to sRGB, not relabelled', async () => {
    const given = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#30a060' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const picture = await taking.clean(given);
    // The profile was attached after its pixels were converted to it, so undoing it gives the original colour.
    const [red = 0, green = 0, blue = 0] = await raw(picture.bytes);
    expect(
      [Math.abs(red - 0x30), Math.abs(green - 0xa0), Math.abs(blue - 0x60)].every((difference) => difference <= 2),
    ).toBe(true);
    expect([...(await sharp(given).raw().toBuffer()).subarray(0, 3)]).toEqual([
      ...(await raw(picture.bytes)).subarray(0, 3),
    ]);
  });

  test('that moves is taken as its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 4, background } })
          .png()
          .toBuffer(),
      ),
    );
    const given = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(given).metadata()).pages).toBe(2);
    const picture = await taking.clean(given);
    expect(picture).toMatchObject({ mimeType: 'image/png', width: 20, height: 20 });
    expect([...(await raw(picture.bytes)).subarray(0, 3)]).toEqual([255, 0, 0]);
  });
});

describe('the size in bytes', () => {
  const png = blackPng(100, 100);
  const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);

  test('may be the limit exactly', async () => {
    await taking.clean(padded(LIMIT));
  });

  test('is refused one byte above the limit, naming the limit', async () => {
    expect(await taking.rejection(padded(LIMIT + 1))).toMatchObject({
      code: 'payload_too_large',
      message: 'The file is too large; allowed: at most 15 MiB.',
    });
  });

  test('is refused while reading: the rest of the source is never asked for', async () => {
    let askedBytes = 0;
    let ended = false;
    async function* endless() {
      try {
        for (;;) {
          askedBytes += MIB;
          yield Buffer.alloc(MIB);
        }
      } finally {
        ended = true;
      }
    }
    await expect(taking.intake.take(endless(), 3 * MIB)).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(askedBytes).toBe(4 * MIB);
    expect(ended, 'the source was told to stop').toBe(true);
    expect(await readdir(taking.folder)).toEqual([]);
  });

  test('is held to a limit that is known only after the bytes', async () => {
    const received = await taking.intake.receive([padded(10 * MIB + 1)], LIMIT);
    await expect(taking.intake.clean(received, 10 * MIB)).rejects.toMatchObject({
      code: 'payload_too_large',
      message: expect.stringContaining('10 MiB'),
    });
    expect(await readdir(taking.folder)).toEqual([]);
  });

  test('zero is refused', async () => {
    expect(await taking.rejection(Buffer.alloc(0))).toMatchObject({
      code: 'invalid_request',
      message: 'The file is empty; send a JPEG, PNG or WebP image.',
    });
  });
});

describe('the size in pixels', () => {
  test.each([
    [12_001, 2],
    [2, 12_001],
    [8000, 6400],
    [40_000, 40_000],
  ])('%i × %i is refused before decoding, naming it', async (width, height) => {
    const { code, message } = await taking.rejection(pngOf(width, height));
    expect(code).toBe('invalid_request');
    expect(message).toContain(`${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`);
    expect(message).toContain('at most 12,000 pixels a side and 50 megapixels');
  });

  test.each([
    [2_147_483_647, 2_147_483_647],
    [0, 10],
  ])('%i × %i is refused', async (width, height) => {
    expect((await taking.rejection(pngOf(width, height))).code).toBe('invalid_request');
  });

  test.each([
    [12_000, 2],
    [2, 12_000],
    [8, 8],
  ])('%i × %i is taken', async (width, height) => {
    expect(await taking.clean(blackPng(width, height))).toMatchObject({ width, height });
  });

  test('fewer than 64 in all are refused', async () => {
    expect(await taking.rejection(blackPng(9, 7))).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('9 × 7 pixels'),
    });
  });
});

describe('a hostile file', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'is refused wherever a %s breaks off before its last pixels',
    async (format) => {
      const whole = await sample().toFormat(format).toBuffer();
      const cuts = Array.from({ length: 40 }, (_, index) => 12 + Math.floor((index * (whole.length * 0.98 - 12)) / 40));
      for (const cut of cuts)
        expect((await taking.rejection(whole.subarray(0, cut))).code, `cut at ${cut} of ${whole.length}`).toBe(
          'invalid_request',
        );
    },
  );

  test('is told apart from our own disk failing', async () => {
    const received = await taking.intake.receive([await sample().png().toBuffer()], LIMIT);
    const kept = join(await mkdtemp(join(tmpdir(), 'atelier-kept-')), 'picture');
    await rename(received.path, kept);
    await rm(taking.folder, { recursive: true });
    const moved = new TemporaryFile(kept, received.sizeBytes);
    await expect(taking.intake.clean(moved)).rejects.not.toBeInstanceOf(MediaRejection);
  });

  test('with more scans than any encoder makes is refused; a hundred are taken', async () => {
    expect(await taking.clean(jpegOfScans(100))).toMatchObject({ mimeType: 'image/jpeg', width: 8, height: 8 });
    expect(await taking.rejection(jpegOfScans(101))).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('more than 100 scans'),
    });
  });

  test.each([
    ['a GIF', 'GIF89a\x01\x00\x01\x00'],
    ['an AVIF', '\0\0\0\x20ftypavif\0\0\0\0'],
    ['a HEIC', '\0\0\0\x20ftypheic\0\0\0\0'],
    ['a video', '\0\0\0\x20ftypisom\0\0\0\0'],
    ['a PDF', '%PDF-1.7'],
    ['an SVG', '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an HTML page', '<!doctype html><title>x</title>'],
    ['of an unknown kind', 'hello, this is no picture'],
    ['of an unknown kind', '\xff\xd8'],
  ])('that is %s is refused as such', async (kind, text) => {
    expect(await taking.rejection(Buffer.from(text, 'latin1'))).toMatchObject({
      code: 'unsupported_media_type',
      message: `The file is ${kind} by its bytes; JPEG, PNG and WebP are accepted.`,
    });
  });

  test('whose source breaks off leaves nothing, and the error is passed on', async () => {
    async function* aborted() {
      yield Buffer.alloc(1000);
      throw new Error('the client went away');
    }
    await expect(taking.intake.take(aborted(), LIMIT)).rejects.toThrow('the client went away');
    expect(await readdir(taking.folder)).toEqual([]);
  });
});

test('many pictures at once are all taken', async () => {
  const given = await sample().png().toBuffer();
  const pictures = await Promise.all(Array.from({ length: 12 }, () => taking.intake.take([given], LIMIT)));
  expect(new Set(pictures.map(({ sha256 }) => sha256.toString('hex'))).size).toBe(1);
  await Promise.all(pictures.map(({ file }) => file.remove()));
  expect(await readdir(taking.folder)).toEqual([]);
});

async function largestDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [left, right] = [await raw(one), await raw(other)];
  return left.reduce((largest, value, index) => Math.max(largest, Math.abs(value - (right[index] ?? 0))), 0);
}
