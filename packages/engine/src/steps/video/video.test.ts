import { expect, test } from 'vitest';
import { yuvFrame, yuvOf } from '../../pixels/yuv.ts';
import { cameraMove, pivotFor, returning } from './camera.ts';
import { openFilm } from './encoder.ts';
import { filmLayers } from './layers.ts';
import { renderFrame } from './render-frame.ts';

const SIZE = { width: 32, height: 48 };

/** A picture whose colours change from pixel to pixel. */
function picture() {
  const data = Uint8ClampedArray.from({ length: SIZE.width * SIZE.height * 3 }, (_, k) => (k * 37) % 251);
  return { ...SIZE, data };
}

test('white, black and red are written as ITU-R BT.709 says', () => {
  const colour = (r: number, g: number, b: number) => {
    const { light, blue, red } = yuvOf({
      width: 2,
      height: 2,
      data: Uint8ClampedArray.from([1, 2, 3, 4].flatMap(() => [r, g, b])),
    });
    return [light.data[0], blue.data[0], red.data[0]];
  };
  expect(colour(255, 255, 255)).toEqual([235, 128, 128]);
  expect(colour(0, 0, 0)).toEqual([16, 128, 128]);
  expect(colour(255, 0, 0)).toEqual([63, 102, 240]);
});

test('a camera that stands still films the picture as it is, but for the last place of its border', () => {
  const whole = yuvFrame(picture());
  const frame = new Uint8Array(whole.length);
  renderFrame(filmLayers(picture(), null, null), { zoom: 1, x: 0, y: 0 }, 0, frame);
  expect(Math.max(...Array.from(frame, (value, i) => Math.abs(value - whole[i])))).toBeLessThanOrEqual(1);
});

test('panning left moves what is seen to the right', () => {
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 3);
  for (let y = 0; y < SIZE.height; y++) data.fill(255, (y * SIZE.width + 16) * 3, (y * SIZE.width + 17) * 3);
  const brightest = (at: number) => {
    const frame = new Uint8Array((SIZE.width * SIZE.height * 3) / 2);
    renderFrame(filmLayers({ ...SIZE, data }, null, null), cameraMove('pan left')(at), 0, frame);
    const row = frame.subarray(SIZE.width * 20, SIZE.width * 21);
    return row.indexOf(Math.max(...row));
  };
  expect(brightest(1)).toBeGreaterThan(brightest(0));
});

test.each(['', 'zoom out', 'pan left', 'pan right', 'tilt up', 'tilt down', 'orbit'])(
  'the move "%s" never leaves the picture, wherever the face is',
  (words) => {
    const move = cameraMove(words);
    for (const face of [
      { x: 0.25, y: 0 },
      { x: 0.75, y: 0.6 },
    ]) {
      const pivot = pivotFor(move, face);
      for (let at = 0; at <= 1; at += 0.05) {
        const { zoom, x, y } = move(at);
        for (const edge of [(pivot.x * (zoom - 1) + x) / zoom, (pivot.y * (zoom - 1) + y) / zoom]) {
          expect(edge).toBeGreaterThan(-1e-3);
          expect(edge).toBeLessThan(1 - 1 / zoom + 1e-3);
        }
      }
    }
  },
);

test.each(['', 'zoom out', 'pan left', 'tilt up', 'orbit'])(
  'with a last frame the move "%s" ends on it as it is',
  (words) => {
    const { zoom, x, y } = returning(cameraMove(words))(1);
    expect([zoom, x, y].map((value) => value + 0)).toEqual([1, 0, 0]);
  },
);

test('the colours of a film are named, and its pictures are where its table says', async () => {
  const film = await openFilm(SIZE, 24);
  for (let frame = 0; frame < 3; frame++) film.add(yuvFrame(picture()));
  const bytes = Buffer.from(film.finish());
  film.close();
  const colours = bytes.indexOf('colrnclx');
  expect([...bytes.subarray(colours + 8, colours + 15)]).toEqual([0, 1, 0, 1, 0, 1, 0]);
  expect(bytes.readUInt32BE(4 + bytes.indexOf('avc1') - 8)).toBe(
    86 + bytes.readUInt32BE(bytes.indexOf('avcC') - 4) + 19,
  );
  const firstChunk = bytes.readUInt32BE(bytes.indexOf('stco') + 12);
  const mdat = bytes.indexOf('mdat');
  expect(bytes.indexOf('moov')).toBeLessThan(mdat);
  // A chunk begins with the length of its first unit, which is an instant refresh (5) at the start of a film.
  expect(firstChunk).toBeGreaterThanOrEqual(mdat + 4);
  expect([5, 7]).toContain(bytes[firstChunk + 4] & 31);
});
