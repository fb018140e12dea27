import { blurRaster } from '../../pixels/filters.ts';
import { clamp, smoothstep } from '../../pixels/geometry.ts';
import { fractalNoise, lattice } from '../../pixels/noise.ts';
import type { Raster } from '../../pixels/raster.ts';
import { blended, lit, painted } from './paint.ts';
import type { Rgb, Stage } from './stage.ts';

const PLASTER: Rgb = [224, 217, 205];
const CONCRETE: Rgb = [168, 166, 162];
const SCREED: Rgb = [150, 146, 140];
const OAK: Rgb = [178, 138, 98];
const BRICK: Rgb = [158, 92, 70];
const MORTAR: Rgb = [188, 176, 164];
const SUN: Rgb = [255, 236, 204];

/** Radius of the blur of walls behind the person, as a share of the height. */
const SOFT = 0.0022;
/** Height of the shade along the foot of a wall, as a share of the picture's height. */
const FOOT = 0.05;

/** Height of the eye, as a share of the picture's height. Floors narrow towards it. */
const EYE = 0.42;

/** Light from the upper left over a wall or floor. */
function daylight({ width, height }: Stage, x: number, y: number): number {
  return 1.04 - 0.16 * clamp(x / width) - 0.1 * smoothstep(0.1, 1, y / height);
}

/** A room: its wall above the floor line, its floor below, and a little shade between them. */
function room(
  stage: Stage,
  floor: number,
  wallAt: (x: number, y: number) => Rgb,
  floorAt: (across: number, depth: number) => Rgb,
): Raster {
  const { width, height } = stage;
  const eye = height * EYE;
  const picture = painted(stage, (x, y) => {
    const light = daylight(stage, x, y);
    if (y < floor)
      return lit(wallAt(x / height, y / height), light * (1 - 0.12 * smoothstep(floor - height * FOOT, floor, y)));
    // Perspective: rows near the floor line are far away.
    const near = (floor - eye) / (y - eye);
    return lit(
      floorAt(((x - width / 2) / height) * near, near),
      light * (0.86 + 0.14 * smoothstep(floor, floor + height * FOOT, y)),
    );
  });
  return blurRaster(picture, Math.max(0.6, height * SOFT));
}

/** A floor of grey screed. */
function screed(across: number, near: number): Rgb {
  return lit(SCREED, 1 + 0.05 * SPECKLE(across * 9, near * 60));
}

const SPECKLE = fractalNoise(21, 4);
const CLOUDS = fractalNoise(22, 5);

/** A plastered wall, in the requested colour, over grey screed. */
export function plasterWall(stage: Stage, floor: number): Raster {
  const plaster = stage.tint ?? PLASTER;
  return room(
    stage,
    floor,
    (x, y) => lit(plaster, 1 + 0.035 * CLOUDS(x * 3, y * 3) + 0.02 * SPECKLE(x * 60, y * 60)),
    screed,
  );
}

/** Fair-faced concrete: panels with seams and the holes of their ties. */
export function concreteWall(stage: Stage, floor: number): Raster {
  const [panelWide, panelHigh] = [0.46, 0.62];
  return room(
    stage,
    floor,
    (x, y) => {
      const [u, v] = [x / panelWide + 0.35, y / panelHigh + 0.2];
      const shade =
        1 +
        0.05 * (lattice(5, Math.floor(u), Math.floor(v)) - 0.5) +
        0.09 * CLOUDS(x * 5, y * 5) +
        0.03 * SPECKLE(x * 90, y * 90);
      const [inU, inV] = [(u - Math.floor(u)) * panelWide, (v - Math.floor(v)) * panelHigh];
      const seam = Math.min(inU, panelWide - inU, inV, panelHigh - inV) < 0.0016 ? 0.82 : 1;
      const tie =
        Math.hypot(Math.min(inU, panelWide - inU) - 0.06, Math.min(inV, panelHigh - inV) - 0.06) < 0.006 ? 0.7 : 1;
      return lit(CONCRETE, shade * seam * tie);
    },
    screed,
  );
}

/** A wall of bricks in half bond. */
export function brickWall(stage: Stage, floor: number): Raster {
  const [wide, high, joint] = [0.084, 0.0285, 0.0036];
  const clay = stage.tint ?? BRICK;
  return room(
    stage,
    floor,
    (x, y) => {
      const row = Math.floor(y / high);
      const u = x / wide + (row % 2) * 0.5;
      const column = Math.floor(u);
      const edge = Math.min((u - column) * wide, (column + 1 - u) * wide, y - row * high, (row + 1) * high - y);
      const tone = 0.82 + 0.32 * lattice(7, column, row) + 0.1 * SPECKLE(x * 120, y * 120);
      const brick = blended(lit(clay, tone), [92, 74, 70], 0.35 * lattice(8, column, row) ** 3);
      return blended(
        lit(MORTAR, 1 + 0.06 * SPECKLE(x * 150, y * 150)),
        brick,
        smoothstep(joint * 0.35, joint * 0.75, edge),
      );
    },
    screed,
  );
}

/** Oak boards running away from the eye. */
const oakFloor = (across: number, near: number) => oakBoards(across, 1 / near);

/** Oak boards, in heights of the picture across and along them. */
function oakBoards(across: number, length: number): Rgb {
  const board = across * 9;
  const index = Math.floor(board);
  const along = length + lattice(31, index, 0) * 3;
  const plank = Math.floor(along * 0.9);
  const tone = 0.9 + 0.18 * lattice(32, index, plank);
  const grain = 0.08 * fineGrain(board * 5, along * 1.2 + index * 7);
  const gap = Math.min(board - index, index + 1 - board) < 0.018 ? 0.72 : 1;
  return lit(OAK, (tone + grain) * gap);
}

const fineGrain = fractalNoise(33, 4);

/** Boards only: a table seen from above, or a wall. */
function boarding(stage: Stage): Raster {
  return painted(stage, (x, y) =>
    lit(oakBoards(x / stage.height / 2, (y / stage.height) * 0.8), daylight(stage, x, y) * 1.02),
  );
}

/** Oak boards below a light wall with a skirting board; boards alone without a visible floor. */
export function woodFloor(stage: Stage, floor: number): Raster {
  const { height } = stage;
  const board = floor / height - 0.028;
  const plaster = stage.tint ?? [230, 226, 218];
  if (stage.soles === null) return boarding(stage);
  return room(
    stage,
    floor,
    (x, y) => {
      if (y > board) return y < board + 0.0022 ? [206, 202, 196] : [240, 238, 233];
      return lit(plaster, 1 + 0.02 * CLOUDS(x * 3, y * 3) + 0.012 * SPECKLE(x * 60, y * 60));
    },
    oakFloor,
  );
}

/** A wall on which low sun draws the panes of a window, over oak boards. */
export function windowLight(stage: Stage, floor: number): Raster {
  const { width, height } = stage;
  const plaster = stage.tint ?? [214, 204, 190];
  const right = width / height;
  return room(
    stage,
    floor,
    (x, y) => {
      const shade = lit(plaster, 0.84 + 0.02 * CLOUDS(x * 3, y * 3) + 0.012 * SPECKLE(x * 60, y * 60));
      const u = (x - right * 0.1) / (right * 0.8);
      const v = y - 0.08 - u * 0.17;
      const sun = panes(u, v / 0.56);
      return blended(shade, lit(SUN, 0.985 + 0.015 * CLOUDS(x * 3, y * 3)), 0.8 * sun);
    },
    oakFloor,
  );
}

/** Share of sun through a window of two by three panes, 0 to 1. Both coordinates run from 0 to 1 over the window. */
function panes(u: number, v: number): number {
  const soft = (inside: number) => smoothstep(-0.012, 0.012, inside);
  const opening = soft(Math.min(u, 1 - u)) * soft(Math.min(v, 1 - v));
  const bars = soft(Math.abs(u - 0.5) - 0.022) * soft(Math.abs(v - 1 / 3) - 0.014) * soft(Math.abs(v - 2 / 3) - 0.014);
  return opening * bars;
}
