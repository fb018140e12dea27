import { smoothstep } from '../maths/scalar.ts';
import { normalize } from '../maths/vector.ts';
import { type HairStyle, hairline } from './hair.ts';

/** Hair to the collar, parted on the side and brushed back off the face. */
export const bob: HairStyle = {
  strands: 16000,
  seed: 3,
  density: (scalp) => smoothstep(-0.3, 0.5, hairline(scalp)),
  length: (scalp, random) => 17 + 3.5 * random() + Math.max(0, scalp[1] - 12) * 0.9,
  comb: (at, root, along) => {
    const fromPart = root[0] - 2;
    const lift = Math.max(0, 1 - along * 3.2);
    const sideways = Math.sign(fromPart) * (0.35 + 0.65 * smoothstep(0, 3, Math.abs(fromPart))) * lift;
    const offFace = smoothstep(-2, 6, at[2]) * (0.25 + 1.1 * lift);
    const inwards = smoothstep(0.6, 1, along) * 0.3 * Math.sign(at[0]);
    return normalize([sideways * 1.2 - inwards, -1 + 0.9 * lift * smoothstep(14, 20, root[1]), -offFace]);
  },
  stiffness: 0.45,
  volume: () => 1.3,
  clump: 0.75,
  waver: 0.35,
  width: 0.075,
};

/** Short curls, shorter at the sides. */
export const curls: HairStyle = {
  strands: 15000,
  seed: 8,
  density: (scalp) => smoothstep(-0.2, 0.5, hairline(scalp)),
  length: ([, y], random) => 0.5 + 2.6 * smoothstep(11, 18.5, y) * (0.6 + 0.6 * random()),
  comb: ([x, y, z], _root, along) =>
    normalize([
      x * 0.16 + Math.sin(y * 5 + z * 3 + along * 9),
      (y - 13) * 0.16 + 0.3 + Math.sin(x * 5 + along * 8),
      z * 0.1 + Math.sin(x * 4 + y * 4 + along * 9),
    ]),
  stiffness: 0.6,
  volume: ([, y]) => 0.15 + 1.5 * smoothstep(12, 19, y),
  clump: 0.5,
  waver: 0.6,
  width: 0.07,
};

/** A rounded natural afro. */
export const afro: HairStyle = {
  ...curls,
  strands: 22000,
  seed: 12,
  length: ([, y], random) => 2.6 + 2.4 * smoothstep(7, 17, y) * (0.7 + 0.5 * random()),
  comb: ([x, y, z], _root, along) =>
    normalize([
      x * 0.3 + 0.8 * Math.sin(y * 4 + z * 3 + along * 11),
      (y - 12) * 0.3 + 0.8 * Math.sin(x * 4 + along * 10),
      z * 0.22 + 0.8 * Math.sin(x * 4 + y * 3 + along * 11),
    ]),
  volume: ([, y]) => 1.5 + 2.1 * smoothstep(8, 19, y),
  clump: 0.35,
};

/** Short straight hair, parted on the side, swept back from the forehead and cut close at the sides. */
export const sidePart: HairStyle = {
  strands: 17000,
  seed: 17,
  density: (scalp) => smoothstep(-0.2, 0.5, hairline(scalp)),
  length: ([, y], random) => 0.6 + 4.2 * smoothstep(13, 18.5, y) * (0.75 + 0.4 * random()),
  comb: ([, y, z], root, along) => {
    const top = smoothstep(13.5, 17.5, y);
    const sideways = Math.sign(root[0] - 2.6) * 0.85 * top;
    return normalize([sideways, 0.5 * top * (1 - 1.6 * along) - 0.9 * (1 - top), -0.55 - 0.1 * z * 0.1]);
  },
  stiffness: 0.5,
  volume: ([, y]) => 0.12 + 1.5 * smoothstep(14, 19, y),
  clump: 0.7,
  waver: 0.2,
  width: 0.065,
};
