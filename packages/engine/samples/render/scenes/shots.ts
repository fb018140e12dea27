import { dressShot } from './dress.ts';
import { manShot } from './man.ts';
import { shirtShot } from './shirt.ts';
import type { Shot } from './shot.ts';
import { stripesShot } from './stripes.ts';
import { trousersShot } from './trousers.ts';
import { tshirtShot } from './tshirt.ts';
import { womanShot } from './woman.ts';

/** Every sample picture by the name of its file. */
export const shots = {
  'person-woman': womanShot,
  'person-man': manShot,
  'garment-tshirt': tshirtShot,
  'garment-stripes': stripesShot,
  'garment-shirt': shirtShot,
  'garment-trousers': trousersShot,
  'garment-dress': dressShot,
} satisfies Record<string, Shot>;

/** Name of a sample picture. */
export type ShotName = keyof typeof shots;
