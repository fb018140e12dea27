import { amaraLook, asMannequin, erikLook, lenaLook, malikLook } from './avatars.ts';
import { dressShot } from './dress.ts';
import { manPicture, manShot } from './man.ts';
import { mannequin } from './mannequin.ts';
import { archShot, concreteShot, streetShot, terraceShot } from './places.ts';
import { coveShot, plinthShot, studioShot, terracottaShot, whiteWallShot } from './presets.ts';
import { roomShot } from './room.ts';
import { shirtShot } from './shirt.ts';
import type { Shot } from './shot.ts';
import { stripesShot } from './stripes.ts';
import { linenShot, palmShot, travertineShot, woodShot } from './tables.ts';
import { trousersShot } from './trousers.ts';
import { tshirtShot } from './tshirt.ts';
import { womanPicture, womanShot } from './woman.ts';

/** Every sample picture by the name of its file. */
export const shots = {
  'person-woman': womanShot,
  'person-man': manShot,
  'garment-tshirt': tshirtShot,
  'garment-stripes': stripesShot,
  'garment-shirt': shirtShot,
  'garment-trousers': trousersShot,
  'garment-dress': dressShot,
  'avatar-lena': womanPicture(asMannequin(lenaLook, '#dcbfa9')),
  'avatar-amara': womanPicture(asMannequin(amaraLook, '#7a5340')),
  'avatar-malik': manPicture(asMannequin(malikLook, '#a67c60')),
  'avatar-erik': manPicture(asMannequin(erikLook, '#d9bda6')),
  'preset-studio': studioShot,
  'preset-room': roomShot,
  'preset-white-wall': whiteWallShot,
  'preset-linen': linenShot,
  'preset-plinth': plinthShot,
  'preset-cove': coveShot,
  'preset-terracotta': terracottaShot,
  'preset-arch': archShot,
  'preset-terrace': terraceShot,
  'preset-street': streetShot,
  'preset-concrete': concreteShot,
  'preset-wood': woodShot,
  'preset-palm': palmShot,
  'preset-travertine': travertineShot,
  'mannequin-lena': mannequin('woman', lenaLook, null),
  'mannequin-malik': mannequin('man', malikLook, null),
  'swimwear-lena': mannequin('woman', lenaLook, '#27566b'),
  'swimwear-malik': mannequin('man', malikLook, '#2c3a63'),
} satisfies Record<string, Shot>;

/** Name of a sample picture. */
export type ShotName = keyof typeof shots;
