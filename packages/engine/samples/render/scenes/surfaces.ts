import { colour, type Material, type Surface } from '../light/surface.ts';
import { fractalNoise, noise } from '../maths/noise.ts';
import { hashed } from '../maths/random.ts';
import { bell, mix, smoothstep } from '../maths/scalar.ts';
import { add, normalize, scale, type Vector } from '../maths/vector.ts';

/** Materials of walls, floors and tables. Lengths are centimetres. */

/** A surface without gloss. */
function dull(albedo: Vector, normal: Vector): Surface {
  return { albedo, specular: 0, roughness: 1, sheen: 0, normal };
}

/** Sand at the surface: a share to lighten or darken a tone by, about −0.04 … 0.04. */
function sand(x: number, y: number, z: number): number {
  return 0.022 * noise(x * 2.6, y * 2.6, z * 2.6) + 0.02 * noise(x * 8, y * 8, z * 8);
}

/** Plaster or lime wash: clouds of more and less pigment, and the strokes it was laid on with; shares of the tone. */
export function plaster(tone: Vector, clouds: number, strokes: number): Material {
  return ({ position: [x, y, z], normal }) => {
    const cloud = fractalNoise(x * 0.016, y * 0.016, 3 + z * 0.016, 4);
    const stroke = noise(x * 0.09 + y * 0.05, y * 0.16 - x * 0.06, 7 + z * 0.1);
    const relief: Vector = [0.03 * stroke, 0.05 * noise(x * 0.2, y * 0.5, z * 0.2), 0];
    return dull(scale(tone, 1 + clouds * cloud + strokes * stroke + sand(x, y, z)), normalize(add(normal, relief)));
  };
}

const oak = colour('#a5805a');
const plankWidth = 14;
const plankLength = 190;

/** Oiled oak boards across the room: every board of its own tone, dark joints, long grain. */
export const oakBoards: Material = ({ position: [x, , z], normal }) => {
  const row = Math.floor(z / plankWidth);
  const shifted = x + hashed(row, 1, 0) * plankLength;
  const board = Math.floor(shifted / plankLength);
  const tone = mix(0.82, 1.14, hashed(row, board, 2));
  const grain = noise(x * 0.05, row * 7, z * 1.9) * 0.1 + noise(x * 0.4, row * 3, z * 7) * 0.05;
  const across = z - (row + 0.5) * plankWidth;
  const along = shifted - (board + 0.5) * plankLength;
  const joint = bell(Math.abs(across) - plankWidth / 2, 0.22) + bell(Math.abs(along) - plankLength / 2, 0.22);
  return {
    albedo: scale(oak, tone * (1 + grain) * (1 - 0.55 * Math.min(1, joint))),
    specular: 0.035,
    roughness: 0.42,
    sheen: 0,
    normal: normalize(add(normal, [grain * 0.12, 0, grain * 0.12])),
  };
};

const walnut = colour('#8a6344');
const boardWidth = 21;

/** A table of broad boards that run up the picture, with the arches and pores of cut wood. */
export const tableBoards: Material = ({ position: [x, y], normal }) => {
  const row = Math.floor(x / boardWidth);
  const across = x - (row + 0.5) * boardWidth;
  const bend = fractalNoise(x * 0.05, y * 0.011, row * 9, 3) * 5;
  const rings = noise((across + bend) * 0.9, y * 0.004, row * 5);
  const fibres = noise(x * 6, y * 0.12, row) * 0.5 + noise(x * 15, y * 0.3, row + 3) * 0.5;
  const pore = smoothstep(0.5, 0.9, noise(x * 9, y * 0.5, row + 8)) * 0.16;
  const joint = bell(Math.abs(across) - boardWidth / 2, 0.13);
  const tone = mix(0.88, 1.1, hashed(row, 4, 2)) * (1 + 0.13 * rings + 0.05 * fibres - pore);
  return {
    albedo: scale(walnut, tone * (1 - 0.6 * joint)),
    specular: 0.03,
    roughness: 0.5,
    sheen: 0,
    normal: normalize(add(normal, [0.05 * fibres, 0, 0])),
  };
};

/** Share of a small round hole at a place: `share` of the cells of the given size have one, of its own size. */
function pores(x: number, y: number, cell: number, share: number): number {
  const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)];
  if (hashed(column, row, 5) > share) return 0;
  const radius = cell * mix(0.06, 0.2, hashed(column, row, 6) ** 2);
  const dx = x - (column + mix(0.25, 0.75, hashed(column, row, 7))) * cell;
  const dy = y - (row + mix(0.25, 0.75, hashed(column, row, 8))) * cell;
  return smoothstep(radius, radius * 0.55, Math.hypot(dx, dy));
}

/** Place within a cell of a grid, from its middle. */
function within(value: number, size: number): number {
  return value - (Math.floor(value / size) + 0.5) * size;
}

const concreteTone = colour('#b3b1ac');
const panel = { width: 124, height: 248, tie: 31 } as const;

/** Fair-faced concrete: panels of the formwork, the holes of its ties, clouds and air bubbles. */
export const concrete: Material = ({ position: [x, y], normal }) => {
  const [across, up] = [within(x + 34, panel.width), within(y + 70, panel.height)];
  const cloud = fractalNoise(x * 0.02, y * 0.014, Math.floor((x + 34) / panel.width) * 5, 5);
  const run = fractalNoise(x * 0.11, y * 0.012, 9, 3);
  const seam = Math.max(bell(Math.abs(across) - panel.width / 2, 0.35), bell(Math.abs(up) - panel.height / 2, 0.35));
  const tie = Math.hypot(Math.abs(across) - panel.tie, within(up, panel.height / 3));
  const hole = smoothstep(1.25, 0.95, tie);
  const rim = bell(tie - 1.6, 0.5);
  const bubble = Math.max(pores(x, y, 3.1, 0.16), pores(x + 7, y + 3, 1.3, 0.07));
  const shade = (1 - 0.5 * seam) * (1 - 0.72 * hole) * (1 - 0.3 * bubble) * (1 + 0.06 * rim);
  const relief: Vector = [0.05 * cloud + 0.3 * seam * Math.sign(across), 0.03 * run, 0];
  return dull(
    scale(concreteTone, (1 + 0.13 * cloud + 0.07 * run + sand(x, y, 0)) * shade),
    normalize(add(normal, relief)),
  );
};

/** Polished screed of a tone: soft clouds and a silky gloss. */
export function screed(tone: Vector): Material {
  return ({ position: [x, , z], normal }) => {
    const cloud = fractalNoise(x * 0.02, 4, z * 0.02, 5);
    return { albedo: scale(tone, 1 + 0.1 * cloud + sand(x, 0, z)), specular: 0.04, roughness: 0.38, sheen: 0, normal };
  };
}

/** Square slabs of a tone on the ground, each a little different, with sandy joints. */
export function slabs(tone: Vector, size: number, joint: number): Material {
  return ({ position: [x, , z], normal }) => {
    const [column, row] = [Math.floor(x / size), Math.floor(z / size)];
    const edge = Math.min(size / 2 - Math.abs(within(x, size)), size / 2 - Math.abs(within(z, size)));
    const cloud = fractalNoise(x * 0.05, column * 3 + row * 7, z * 0.05, 5);
    const speck = noise(x * 2.2, 1, z * 2.2) * 0.035;
    const pit = pores(x, z, 2.4, 0.1) * 0.16;
    const gap = smoothstep(joint, joint * 0.4, edge);
    const chip = 1 - 0.12 * smoothstep(joint * 3, joint, edge);
    const shade = mix(0.93, 1.06, hashed(column, row, 3)) * (1 + 0.1 * cloud + speck) * (1 - pit) * chip;
    return dull(scale(tone, shade * (1 - 0.5 * gap)), normal);
  };
}

const brick = { length: 22.6, height: 7.6, joint: 0.55 } as const;

/** Bricks in running bond under paint of a tone: rounded edges, joints that lie back, each a little different. */
export function paintedBricks(tone: Vector): Material {
  return ({ position: [x, y], normal }) => {
    const row = Math.floor(y / brick.height);
    const shifted = x + (row % 2) * (brick.length / 2) + 0.5 * hashed(row, 2, 9);
    const column = Math.floor(shifted / brick.length);
    const [across, up] = [within(shifted, brick.length), within(y, brick.height)];
    const wobble = 0.16 * noise(x * 0.7, y * 0.7, 3);
    const sideways = brick.length / 2 - Math.abs(across) + wobble;
    const upwards = brick.height / 2 - Math.abs(up) + wobble;
    const joint = smoothstep(brick.joint, brick.joint * 0.35, Math.min(sideways, upwards));
    const grit = fractalNoise(x * 0.9, y * 0.9, row + column * 3, 3);
    const weather = fractalNoise(x * 0.02, y * 0.03, 1, 4);
    const relief: Vector = [
      0.55 * Math.sign(across) * bell(sideways - brick.joint, 0.45) + 0.12 * grit,
      0.55 * Math.sign(up) * bell(upwards - brick.joint, 0.45) + 0.12 * noise(x * 0.8, y * 0.8, 11),
      0,
    ];
    const shade = mix(0.955, 1.03, hashed(row, column, 4)) * (1 + 0.05 * grit + 0.06 * weather);
    return dull(scale(tone, shade * (1 - 0.26 * joint)), normalize(add(normal, relief)));
  };
}

const travertineTone = colour('#d8c6ab');

/** Travertine cut across its layers: bands, and open pores along them. */
export const travertine: Material = ({ position: [x, y, z], normal }) => {
  const sway = fractalNoise(x * 0.02, y * 0.05, z * 0.02, 3) * 3;
  const band = fractalNoise(x * 0.012, (y + sway) * 0.4, z * 0.012, 4);
  const open = smoothstep(0.42, 0.62, noise(x * 0.35 + z * 0.35, (y + sway) * 2.2, 5));
  return dull(
    scale(travertineTone, (1 + 0.2 * band + sand(x, y, z)) * (1 - 0.3 * open * smoothstep(-0.1, 0.25, band))),
    normal,
  );
};

const linenTone = colour('#d9cfbf');

/** Unbleached linen laid flat: threads both ways, a few soft creases. */
export const linen: Material = ({ position: [x, y], normal }) => {
  const threads = noise(x * 5.5, y * 0.7, 1) + noise(x * 0.7, y * 5.5, 2);
  const cloud = fractalNoise(x * 0.03, y * 0.03, 5, 3);
  const creaseX = noise(x * 0.045 + y * 0.02, y * 0.012, 8);
  const creaseY = noise(x * 0.012, y * 0.045 - x * 0.02, 9);
  return {
    albedo: scale(linenTone, 1 + 0.05 * threads + 0.04 * cloud),
    specular: 0,
    roughness: 1,
    sheen: 0.15,
    normal: normalize(add(normal, [0.05 * creaseX + 0.03 * threads, 0.05 * creaseY + 0.03 * threads, 0])),
  };
};
