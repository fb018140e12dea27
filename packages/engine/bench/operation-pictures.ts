import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { samples } from '../samples/index.ts';
import { createEngine } from '../src/index.ts';
import { loadNets, releaseNets } from '../src/models/nets.ts';
import { netLoader } from '../src/models/sessions.ts';
import type { Raster } from '../src/pixels/raster.ts';
import { yuvLength } from '../src/pixels/yuv.ts';
import { analysePerson } from '../src/steps/person/analyse-person.ts';
import { framePhoto } from '../src/steps/try-on/frame-photo.ts';
import { cameraMove } from '../src/steps/video/camera.ts';
import { filmLayers, withPivotOf } from '../src/steps/video/layers.ts';
import { renderFrame } from '../src/steps/video/render-frame.ts';
import { fromLibrary } from '../test/sample-pictures.ts';
import { asPng } from './cases/case.ts';

/**
 * Writes the pictures of docs/operations-by-engine.md: the embedded engine's results for the project's own rendered
 * samples, one strip for each operation. `npm run bench:operation-pictures [-- OPERATION]`.
 */

const TILE = { width: 300, height: 400 };
const BACKGROUND = '#f1f0ee';
const SIZE = { width: 888, height: 1184 };
const VARIETY = { seed: 1, variation: 0 };

const engine = await createEngine({ threads: 2 });
const sample = (name: keyof typeof samples) => fs.readFile(samples[name].url);

/** Tiles side by side, as a file beside the page. */
async function strip(name: string, pictures: readonly Uint8Array[]): Promise<void> {
  const tiles = pictures.map(async (picture, index) => ({
    input: await sharp(picture)
      .resize({ ...TILE, fit: 'contain', background: BACKGROUND })
      .png()
      .toBuffer(),
    left: index * TILE.width,
    top: 0,
  }));
  await sharp({
    create: { width: TILE.width * tiles.length, height: TILE.height, channels: 3, background: BACKGROUND },
  })
    .composite(await Promise.all(tiles))
    .webp({ quality: 82, effort: 6 })
    .toFile(fileURLToPath(new URL(`../../../docs/images/operations/${name}.webp`, import.meta.url)));
  process.stdout.write(`${name}\n`);
}

async function tryOn(): Promise<void> {
  const [person, dress] = [await sample('person-woman'), await sample('garment-dress')];
  const { raster } = await engine.tryOn({ person, garments: [{ bytes: dress }], size: SIZE, ...VARIETY });
  await strip('try-on', [person, dress, await asPng(raster)]);
}

async function generate(): Promise<void> {
  const [avatar, scene, linen] = [
    await fromLibrary('avatar-lena'),
    await fromLibrary('preset-room'),
    await fromLibrary('preset-linen'),
  ];
  const [dress, shirt] = [await sample('garment-dress'), await sample('garment-tshirt')];
  const shared = { mode: 'presets', prompt: '', size: SIZE, ...VARIETY } as const;
  const worn = await engine.generate({ ...shared, avatar, scene, products: [dress] });
  const laid = await engine.generate({ ...shared, scene: linen, presetClass: 'flat_lay', products: [shirt] });
  await strip('generate', [avatar, dress, await asPng(worn.raster), await asPng(laid.raster)]);
}

async function edit(): Promise<void> {
  const image = await sample('person-man');
  const prompts = ['make the shirt dark red', 'before a brick wall', 'white and navy stripes on the shirt'];
  const edited: Buffer[] = [];
  for (const prompt of prompts)
    edited.push(await asPng((await engine.edit({ image, prompt, size: SIZE, ...VARIETY })).raster));
  await strip('edit', [image, ...edited]);
}

/** Takes a poster off a wall of bricks. */
async function inpaint(): Promise<void> {
  const wall = await engine.edit({
    image: await sample('person-man'),
    prompt: 'before a brick wall',
    size: SIZE,
    ...VARIETY,
  });
  const poster = '<rect width="180" height="250" fill="#f4efe2"/><circle cx="90" cy="100" r="60" fill="#d9542b"/>';
  const image = await sharp(await asPng(wall.raster))
    .composite([{ input: Buffer.from(`<svg width="180" height="250">${poster}</svg>`), left: 70, top: 180 }])
    .png()
    .toBuffer();
  const { mask, masked } = await maskedBy('<rect x="60" y="170" width="200" height="270"/>', image);
  const { raster } = await engine.inpaint({
    image,
    mask,
    prompt: '',

    strength: 1,
    size: SIZE,
    ...VARIETY,
  });
  await strip('inpaint', [image, masked, await asPng(raster)]);
}

/** Poor results without a warning. */
async function limits(): Promise<void> {
  const shirt = await sample('garment-tshirt');
  const { mask, masked } = await maskedBy('<ellipse cx="450" cy="495" rx="180" ry="176"/>', shirt);
  const size = { width: 928, height: 1136 };
  const filled = await engine.inpaint({ image: shirt, mask, prompt: '', strength: 1, size, ...VARIETY });
  await strip('limits', [shirt, masked, await asPng(filled.raster)]);
}

/** A mask of a white shape, and the picture with it. */
async function maskedBy(shape: string, image: Uint8Array): Promise<{ mask: Buffer; masked: Buffer }> {
  const { width, height } = await sharp(image).metadata();
  const svg = (ground: string, opacity: number) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}<g fill="white" opacity="${opacity}">${shape}</g></svg>`,
    );
  const mask = sharp(svg('<rect width="100%" height="100%"/>', 1)).png();
  const masked = sharp(image)
    .composite([{ input: svg('', 0.7) }])
    .png();
  return { mask: await mask.toBuffer(), masked: await masked.toBuffer() };
}

async function upscale(): Promise<void> {
  const face = { left: 450, top: 40, width: 300, height: 400 };
  const small = await sharp(await sample('person-woman'))
    .extract(face)
    .resize({ width: face.width / 2 })
    .png()
    .toBuffer();
  const enlarged = (kernel: 'nearest' | 'lanczos3') =>
    sharp(small)
      .resize({ ...TILE, kernel })
      .png()
      .toBuffer();
  const file = path.join(os.tmpdir(), `atelier-upscaled-${process.pid}.tiff`);
  await engine.upscale({ image: small, factor: 2, denoise: 0, file });
  await strip('upscale', [await enlarged('nearest'), await enlarged('lanczos3'), await sharp(file).png().toBuffer()]);
  await fs.rm(file);
}

/** Frames are drawn again for the strip, since nothing here plays films. */
async function animate(): Promise<void> {
  const size = { width: 720, height: 960 };
  const nets = await loadNets(netLoader(2));
  const image = await sharp(await fromLibrary('preset-room'))
    .png()
    .toBuffer();
  const dressed = await engine.generate({
    avatar: await fromLibrary('avatar-malik'),
    scene: image,
    products: [await sample('garment-tshirt')],
    mode: 'presets',
    prompt: '',
    size: SIZE,
    ...VARIETY,
  });
  const photo = await asPng(dressed.raster);
  const person = await analysePerson(photo, nets);
  const framed = await framePhoto(photo, person, size, 'film');
  const move = cameraMove('orbit');
  const layers = withPivotOf(filmLayers(framed.photo, person, framed.placement), move);
  const frames = [0, 0.5, 1].map((at) => {
    const frame = new Uint8Array(yuvLength(size));
    renderFrame(layers, move(at), at * 5, frame);
    return asPng(rgbOf(frame, size.width, size.height));
  });
  await strip('animate', await Promise.all(frames));
  await releaseNets(nets);
}

/** A frame of a film (ITU-R BT.709, limited range) as pixels. */
function rgbOf(frame: Uint8Array, width: number, height: number): Raster {
  const data = new Uint8ClampedArray(width * height * 3);
  const [blues, reds] = [width * height, (width * height * 5) / 4];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const half = (y >> 1) * (width / 2) + (x >> 1);
      const light = ((frame[y * width + x] - 16) * 255) / 219;
      const [blue, red] = [((frame[blues + half] - 128) * 255) / 224, ((frame[reds + half] - 128) * 255) / 224];
      data.set(
        [light + 1.5748 * red, light - 0.1873 * blue - 0.4681 * red, light + 1.8556 * blue],
        (y * width + x) * 3,
      );
    }
  return { width, height, data };
}

await fs.mkdir(new URL('../../../docs/images/operations/', import.meta.url), { recursive: true });
const [filter = ''] = process.argv.slice(2);
for (const make of [tryOn, generate, edit, inpaint, upscale, animate, limits])
  if (make.name.includes(filter)) await make();
await engine.close();
