import { amaraShot, erikShot, lenaShot, malikShot } from './avatars.ts';
import { dressShot } from './dress.ts';
import { manShot } from './man.ts';
import { linenShot, plinthShot, studioShot, whiteWallShot } from './presets.ts';
import { roomShot } from './room.ts';
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
  'avatar-lena': lenaShot,
  'avatar-amara': amaraShot,
  'avatar-malik': malikShot,
  'avatar-erik': erikShot,
  'preset-studio': studioShot,
  'preset-room': roomShot,
  'preset-white-wall': whiteWallShot,
  'preset-linen': linenShot,
  'preset-plinth': plinthShot,
} satisfies Record<string, Shot>;

/** Name of a sample picture. */
export type ShotName = keyof typeof shots;
