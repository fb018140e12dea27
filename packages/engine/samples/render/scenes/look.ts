import type { FaceShape } from '../body/face.ts';
import type { HairStyle } from '../body/hair.ts';
import { trainer } from '../body/shoe.ts';
import { type Complexion, eyeMaterial, hairMaterial, skinMaterial, skinScatter } from '../body/skin.ts';
import { rib } from '../cloth/fabric.ts';
import type { Camera } from '../light/camera.ts';
import { colour, type Material } from '../light/surface.ts';
import { fractalNoise, noise } from '../maths/noise.ts';
import { scale, type Vector } from '../maths/vector.ts';
import { paper, portraitStudio } from './backdrop.ts';
import { type Dressed, personParts } from './person.ts';
import type { Shot } from './shot.ts';

/** The differences between people of one figure: face, hair and all colours. Colours are sRGB hex. */
export interface Look {
  readonly complexion: Complexion;
  /** Measures of the face that differ from the figure's own. */
  readonly face?: Partial<FaceShape>;
  readonly hair: readonly HairStyle[];
  /** Colour of the hair at its root and at its tip. */
  readonly hairTones: readonly [root: string, tip: string];
  readonly top: string;
  readonly trousers: string;
  readonly shoes: string;
  readonly paper: string;
  /** Colour of a mannequin: its head has no details and no hair. Absent: a person. */
  readonly mannequin?: string;
}

/** The materials of a figure's clothes, and the viewpoint. */
interface Framing {
  readonly camera: Camera;
  readonly top: Material;
  readonly trousers: Material;
}

/** Picture of a whole person in front of a paper roll. */
export function personShot(person: Dressed, look: Look, { camera, top, trousers }: Framing): Shot {
  const { body, figure } = person;
  return {
    width: 1200,
    height: 1600,
    samples: look.mannequin ? 2 : 5,
    camera,
    film: { exposure: 0.84, grain: 0.9, vignette: 0.12 },
    studio: portraitStudio,
    materials: [
      look.mannequin
        ? { surface: lacquer(colour(look.mannequin)), scatter: [0.25, 0.2, 0.15] }
        : { surface: skinMaterial(look.complexion, figure.head.face, body.headPlacement), scatter: skinScatter },
      { surface: eyeMaterial(look.complexion, body.headPlacement), scatter: [0.1, 0.1, 0.1] },
      { surface: hairMaterial(colour(look.hairTones[0]), colour(look.hairTones[1])) },
      { surface: top },
      { surface: trousers },
      { surface: trainer(look.shoes) },
      { surface: paper(look.paper), scatter: [6, 6, 6] },
      { surface: rib(look.top) },
    ],
    // Smooth all over, without hair: a mannequin needs fewer vertices.
    build: (coarseness) => personParts(person, look.mannequin ? coarseness * 1.4 : coarseness),
  };
}

/** The matt lacquer of mannequins. */
function lacquer(albedo: Vector): Material {
  return ({ position: [x, y, z], normal }) => ({
    albedo: scale(albedo, 1 + 0.02 * fractalNoise(x * 0.3, y * 0.3, z * 0.3, 3) + 0.012 * noise(x * 9, y * 9, z * 9)),
    specular: 0.025,
    roughness: 0.55,
    sheen: 0.06,
    normal,
  });
}
