import sharp from 'sharp';
import { decodeAt } from '../../src/pixels/decode.ts';
import { distanceTo } from '../../src/pixels/distance.ts';
import { blur } from '../../src/pixels/filters.ts';
import { planeOf } from '../../src/pixels/planes.ts';
import type { Plane, Raster, Size } from '../../src/pixels/raster.ts';
import { readMask } from '../../src/steps/inpaint/read-mask.ts';
import type { Figures } from '../measures/figures.ts';
import { meanDeltaE } from '../measures/pixels.ts';
import { textureOf } from '../measures/texture.ts';
import { asPng, type Bench, type Case, type Outcome, standardSize, timed, VARIETY } from './case.ts';

/** Holes in a photo, in percent of its sides. Their content is known. */
interface Holes {
  readonly name: string;
  readonly file: string;
  readonly boxes: readonly (readonly [left: number, top: number, width: number, height: number])[];
}

const HOLES: readonly Holes[] = [
  { name: 'stone-wall', file: 'scenes/kodak-01.jpg', boxes: [[42, 34, 12, 14]] },
  { name: 'window-frame', file: 'scenes/kodak-07.jpg', boxes: [[8, 60, 20, 16]] },
  { name: 'water', file: 'scenes/kodak-16.jpg', boxes: [[30, 65, 25, 25]] },
  { name: 'fence-and-grass', file: 'scenes/kodak-19.png', boxes: [[10, 80, 30, 14]] },
  { name: 'horizon', file: 'scenes/kodak-16.jpg', boxes: [[70, 30, 14, 40]] },
  { name: 'sky-large', file: 'scenes/kodak-21.jpg', boxes: [[55, 5, 40, 35]] },
  { name: 'wood-floor', file: 'scenes/anydoor-000000116225.jpg', boxes: [[35, 66, 25, 20]] },
  { name: 'lawn', file: 'scenes/anydoor-park.jpg', boxes: [[20, 70, 40, 20]] },
  { name: 'wall-of-blocks', file: 'scenes/paperkit-ilya-yakover.jpg', boxes: [[30, 2, 25, 20]] },
  { name: 'pavement', file: 'persons/ccp-0021.jpg', boxes: [[5, 75, 22, 15]] },
  { name: 'cloth', file: 'persons/ccp-0820.jpg', boxes: [[46, 30, 8, 6]] },
  {
    name: 'specks',
    file: 'persons/kodak-18.png',
    boxes: [
      [10, 20, 3, 2],
      [50, 50, 4, 3],
      [70, 80, 2, 6],
      [30, 66, 5, 2],
    ],
  },
];
/** Photos with a mask of a thing to remove. The background behind it is not known. */
const MASKED = [
  'anydoor-000000047948.png',
  'compvis-6458524847_2f4c361183_k.jpg',
  'compvis-8399166846_f6fb4e4b8e_k.jpg',
  'compvis-bertrand-gabioud-CpuFzIsHYJ0.jpg',
  'compvis-billow926-12-Wc-Zgx6Y.jpg',
  'compvis-overture-creations-5sI6fQgYIuo.jpg',
  'compvis-photo-1583445095369-9c651e7e5d34.jpg',
] as const;
const HELD: ReadonlySet<string> = new Set([
  'stone-wall',
  'wood-floor',
  'lawn',
  'compvis-overture-creations-5sI6fQgYIuo',
]);

/**
 * Radius of the blur before a fill's colours are compared, as a share of the height, because its details may differ.
 */
const STRUCTURE = 0.008;
/**
 * Width of the ring around a hole whose texture the fill should have where nothing better is known, as a share of the
 * height.
 */
const RING = 0.03;

/** Holes to fill, known and unknown. */
export const FILLS: readonly Case[] = [
  ...HOLES.map(
    (holes): Case => ({
      operation: 'inpaint',
      name: holes.name,
      held: HELD.has(holes.name),
      run: (bench) => fillHoles(holes, bench),
    }),
  ),
  ...MASKED.map((file): Case => {
    const name = file.replace(/\..*/, '');
    return { operation: 'inpaint', name, held: HELD.has(name), run: (bench) => fillMasked(file, name, bench) };
  }),
];

async function fillHoles({ file, boxes }: Holes, bench: Bench): Promise<Outcome> {
  const image = await bench.photo(file);
  const size = await standardSize(image);
  const truth = await decodeAt(image, size);
  const mask = await maskOfBoxes(boxes, size);
  return fill(image, mask, size, bench, (result, { data }) => {
    const inside = (i: number) => data[i] > 0.5;
    return {
      trueDeltaE: meanDeltaE(blurred(result), blurred(truth), inside),
      textureOffPercent: offBy(textureOf(result, inside), textureOf(truth, inside)),
    };
  });
}

async function fillMasked(file: string, name: string, bench: Bench): Promise<Outcome> {
  const image = await bench.photo(`masks/inpaint/${file}`);
  const size = await standardSize(image);
  const mask = await bench.photo(`masks/inpaint/${name}-mask.png`);
  return fill(image, mask, size, bench, (result, { data }) => {
    const away = distanceTo(data, size.width, size.height);
    const ring = (i: number) => away[i] > 2 && away[i] < RING * size.height;
    return {
      textureOffPercent: offBy(
        textureOf(result, (i) => data[i] > 0.5),
        textureOf(result, ring),
      ),
    };
  });
}

async function fill(
  image: Buffer,
  mask: Buffer,
  size: Size,
  { engine }: Bench,
  judge: (result: Raster, mask: Plane) => Figures,
): Promise<Outcome> {
  const { result, firstMs } = await timed(() =>
    engine.inpaint({ image, mask, prompt: '', size, strength: 1, ...VARIETY }),
  );
  const plane = await readMask(mask, size);
  const shown = await sharp(image)
    .autoOrient()
    .resize(size.width, size.height, { fit: 'fill' })
    .composite([{ input: await redWhere(plane) }])
    .png()
    .toBuffer();
  return {
    pictures: [shown, await asPng(result.raster)],
    figures: judge(result.raster, plane),
    warnings: result.warnings,
    firstMs,
  };
}

function maskOfBoxes(boxes: Holes['boxes'], { width, height }: Size): Promise<Buffer> {
  const holes = boxes
    .map(([x, y, w, h]) => `<rect x="${x}%" y="${y}%" width="${w}%" height="${h}%" fill="#fff"/>`)
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/>${holes}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** The hole as a see-through red, to be laid over the photo. */
function redWhere({ width, height, data }: Plane): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4);
  for (let i = 0; i < data.length; i++) pixels.set([220, 20, 30, data[i] * 190], i * 4);
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

function blurred({ width, height, data }: Raster): Raster {
  const out = new Uint8ClampedArray(data.length);
  for (let c = 0; c < 3; c++) {
    const soft = blur(
      planeOf(width * height, (i) => data[i * 3 + c]),
      width,
      height,
      height * STRUCTURE,
    );
    for (let i = 0; i < soft.length; i++) out[i * 3 + c] = soft[i];
  }
  return { width, height, data: out };
}

const offBy = (value: number, truth: number) => 100 * Math.abs(value / Math.max(truth, 1e-6) - 1);
