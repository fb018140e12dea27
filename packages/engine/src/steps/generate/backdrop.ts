import sharp from 'sharp';
import type { Raster, Size } from '../../pixels/raster.ts';
import type { Colour } from '../edit/colours.ts';

/** Warm grey paper: stands in where no picture of a scene is given. */
export const PAPER: Colour = [214, 211, 206];
/** White wall of catalogue pictures. */
export const WHITE: Colour = [247, 247, 246];
/** How much the light falls off towards the corners. */
const FALL_OFF = 0.16;

/** A picture of a scene, cut to the size around its middle. */
export async function sceneBackdrop(bytes: Uint8Array, { width, height }: Size): Promise<Raster> {
  const data = await sharp(bytes)
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .resize(width, height, { fit: 'cover', position: 'south' })
    .raw()
    .toBuffer();
  return { width, height, data: new Uint8ClampedArray(data) };
}

/** An even backdrop with the light of a studio on it. */
export function plainBackdrop(colour: Colour, { width, height }: Size): Raster {
  const data = new Uint8ClampedArray(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const across = ((i % width) / width - 0.5) * 1.2;
    const down = Math.floor(i / width) / height - 0.42;
    const light = 1 - FALL_OFF * Math.min(1, (across * across + down * down) * 1.8);
    for (let c = 0; c < 3; c++) data[i * 3 + c] = colour[c] * light;
  }
  return { width, height, data };
}
