import { type Studio, softbox } from '../light/studio.ts';
import { blendColour, colour, matt } from '../light/surface.ts';
import { fractalNoise } from '../maths/noise.ts';
import { mix, smoothstep } from '../maths/scalar.ts';
import { scale, type Vector } from '../maths/vector.ts';
import { type Field, smoothMax } from '../shapes/field.ts';
import { emptyShot } from './empty-scene.ts';
import { frond } from './frond.ts';
import { block, flat, solid, windowWall } from './pieces.ts';
import { standing } from './presets.ts';
import { concrete, paintedBricks, plaster, screed, slabs } from './surfaces.ts';

/** Places where a person can stand: the floor is y = 0, the wall lies behind z = 0. Lengths are centimetres. */

const size = [1200, 1600] as const;

/** Low sun from the upper left, and the open sky around. */
function sunny(sun: Vector, from: Vector, sky: number): Studio {
  return {
    softboxes: [
      softbox(from, [0, 90, -120], [14, 14], scale(sun, 7200), 5),
      softbox([180, 320, 340], [0, 90, -60], [260, 220], [1, 1.05, 1.15], 3),
    ],
    surroundings: (x, y, z) => {
      const light = sky * mix(0.4, 1, 0.5 + 0.5 * y) * (0.85 + 0.15 * z) * (1 - 0.15 * x);
      return [light * 0.97, light, light * 1.05];
    },
  };
}

const limestone = colour('#e2d6c3');
const arch = { half: 54, spring: 132, front: -130, back: -196, edge: 1.6 } as const;

/** A thick wall with a round-headed opening. */
const archWall: Field = (x, y, z) => {
  const wall = block([-260, -20, arch.back - 10], [260, 380, arch.front], 0.5)(x, y, z);
  const opening = y < arch.spring ? Math.abs(x) - arch.half : Math.hypot(x, y - arch.spring) - arch.half;
  return smoothMax(wall, Math.min(-opening, z - arch.back), arch.edge);
};

/** A niche with a round head in a limestone wall, raked by the sun. */
export const archShot = emptyShot({
  size,
  camera: standing,
  studio: sunny([1, 0.87, 0.68], [-480, 520, 470], 0.5),
  film: { vignette: 0.1 },
  smoothing: 1.6,
  pieces: [
    solid(plaster(limestone, 0.1, 0.035), archWall, [-130, -6, arch.back - 6], [130, 246, arch.front + 4], 1.5),
    flat(screed(colour('#cdbfaa')), [-260, 0, 240], [520, 0, 0], [0, 0, -440], 1.8),
  ],
});

/** The sea under an evening sky: the haze of the horizon lies at the height of the eye. */
function seaAndSky(x: number, y: number, z: number): Vector {
  if (y < 0) {
    const ripple = fractalNoise((x / -y) * 0.9, 1, (z / -y) * 0.35, 3);
    return scale(blendColour([0.55, 0.6, 0.62], [0.1, 0.24, 0.34], smoothstep(0, 0.045, -y)), 1 + 0.22 * ripple);
  }
  const veil = fractalNoise(x * 2.6 + y * 2, y * 11 + 2, 5, 5);
  const high = blendColour([0.98, 0.78, 0.6], [0.3, 0.49, 0.76], smoothstep(-0.03, 0.26, y + 0.015 * veil));
  return blendColour(high, [0.97, 0.88, 0.82], smoothstep(0.02, 0.34, veil) * 0.5 * smoothstep(0.02, 0.1, y));
}

/** A terrace of pale stone above the sea, towards evening. */
export const terraceShot = emptyShot({
  size,
  camera: standing,
  studio: {
    softboxes: [
      softbox([-600, 390, 330], [0, 60, -60], [8, 8], [21500, 17200, 12400], 6),
      softbox([240, 340, 260], [0, 60, -60], [300, 260], [0.5, 0.6, 0.75], 3),
    ],
    surroundings: seaAndSky,
  },
  film: { exposure: 0.76, vignette: 0.1 },
  smoothing: 1,
  pieces: [
    flat(slabs(colour('#dccbae'), 62, 0.4), [-420, 0, 240], [840, 0, 0], [0, 0, -520], 2),
    solid(
      plaster(colour('#e9e2d6'), 0.07, 0.03),
      block([-420, -10, -232], [420, 74, -206], 1.5),
      [-240, -4, -236],
      [240, 78, -200],
      1.6,
    ),
    solid(
      slabs(colour('#d8cdbb'), 90, 0.25),
      block([-420, 73, -237], [420, 79, -201], 1.2),
      [-240, 70, -240],
      [240, 82, -196],
      1.2,
    ),
    // A palm out of the picture, whose shadow falls on the parapet.
    {
      mesh: () => frond([-288, 156, -122], [1, -0.36, 0], [0.3, 0.9, -0.45], 165, 5),
      surface: matt(colour('#5c6b45')),
    },
  ],
});

/** Painted bricks above a pavement, with the shadow of the house opposite. */
export const streetShot = emptyShot({
  size,
  camera: standing,
  studio: sunny([1, 0.9, 0.74], [-560, 470, 470], 0.5),
  film: { grain: 1 },
  smoothing: 1.4,
  pieces: [
    flat(paintedBricks(colour('#d9d2c6')), [-260, 24, -130], [520, 0, 0], [0, 330, 0], 1.8),
    solid(
      plaster(colour('#8f8a83'), 0.12, 0.04),
      block([-420, -10, -140], [420, 25, -126], 0.8),
      [-200, -4, -142],
      [200, 28, -120],
      1.2,
    ),
    flat(slabs(colour('#a7a29a'), 58, 0.45), [-300, 0, 240], [600, 0, 0], [0, 0, -370], 1.8),
    // The eaves opposite, out of the picture: they leave the upper right corner and the left edge in shadow.
    flat(matt(colour('#8a8178')), [-330, 330, 120], [40, -40, 240], [-160, 330, 0], 40),
    flat(matt(colour('#8a8178')), [-330, -20, 330], [60, 0, 90], [0, 290, 0], 40),
  ],
});

/** Fair-faced concrete and polished screed, with light that falls through a narrow window. */
export const concreteShot = emptyShot({
  size,
  camera: standing,
  studio: {
    softboxes: [
      softbox([-640, 420, 360], [-30, 100, -100], [14, 14], [5600, 5100, 4500], 5),
      softbox([-120, 380, 300], [0, 90, -80], [260, 200], [2.3, 2.35, 2.45], 3),
    ],
    surroundings: (x, y, z) => {
      const sky = mix(0.2, 0.52, 0.5 + 0.5 * y) * (0.85 + 0.15 * z) * (1 - 0.18 * x);
      return [sky * 0.99, sky, sky * 1.02];
    },
  },
  smoothing: 1.5,
  pieces: [
    flat(concrete, [-260, 0, -130], [520, 0, 0], [0, 330, 0], 1.8),
    flat(screed(colour('#a19d96')), [-260, 0, 240], [520, 0, 0], [0, 0, -370], 1.8),
    ...windowWall(matt(colour('#aaa7a1')), { x: -270, bottom: 120, top: 330, back: 40, front: 96 }),
  ],
});
