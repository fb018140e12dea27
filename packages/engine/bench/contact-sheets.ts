import path from 'node:path';
import sharp from 'sharp';

/** Pictures shown side by side: person, garments, result. */
export interface Shown {
  readonly name: string;
  readonly pictures: readonly Uint8Array[];
}

const TILE_HEIGHT = 520;
const TILE_WIDTH = 390;
const ROWS = 3;

/** Writes sheets of three rows to a folder, as `sheet-N.png`. */
export async function contactSheets(shown: readonly Shown[], folder: string): Promise<void> {
  for (let start = 0; start < shown.length; start += ROWS * 2) {
    const group = shown.slice(start, start + ROWS * 2);
    const tiles = await Promise.all(group.flatMap(({ pictures }, index) => tilesOf(pictures, index)));
    const sheet = sharp({
      create: { width: TILE_WIDTH * 6, height: TILE_HEIGHT * ROWS, channels: 3, background: '#ffffff' },
    });
    await sheet
      .composite(tiles)
      .png()
      .toFile(path.join(folder, `sheet-${start / (ROWS * 2)}.png`));
  }
}

function tilesOf(pictures: readonly Uint8Array[], index: number) {
  const [first, ...others] = pictures;
  const result = others.at(-1);
  const garments = others.slice(0, -1);
  const left = (index % 2) * TILE_WIDTH * 3;
  const top = Math.floor(index / 2) * TILE_HEIGHT;
  const place = async (picture: Uint8Array, x: number, y: number, width: number, height: number) => ({
    input: await sharp(picture)
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(width, height, { fit: 'contain', background: '#ffffff' })
      .png()
      .toBuffer(),
    left: x,
    top: y,
  });
  const share = Math.floor(TILE_HEIGHT / Math.max(1, garments.length));
  return [
    place(first, left, top, TILE_WIDTH, TILE_HEIGHT),
    ...garments.map((garment, k) => place(garment, left + TILE_WIDTH, top + k * share, TILE_WIDTH, share)),
    ...(result ? [place(result, left + TILE_WIDTH * 2, top, TILE_WIDTH, TILE_HEIGHT)] : []),
  ];
}
