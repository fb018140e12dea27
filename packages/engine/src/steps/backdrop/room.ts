import { blurRaster } from '../../pixels/filters.ts';
import { clamp, smoothstep } from '../../pixels/geometry.ts';
import { fractalNoise, lattice } from '../../pixels/noise.ts';
import type { Raster } from '../../pixels/raster.ts';
import { blended, lit, painted, type Rgb, type Stage } from './stage.ts';

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

/** The colour of a wall at a place, from the upper left corner in heights of the picture. */
type Wall = (x: number, y: number) => Rgb;
/** The colour of a floor: heights of the picture from the middle, and 1 at the floor line, less in front. */
type Floor = (across: number, near: number) => Rgb;

/** A room: its wall above the floor line, its floor below, and a little shade between them. */
function room(stage: Stage, floor: number, wallAt: Wall, floorAt: Floor): Raster {
  const { width, height } = stage;
  const eye = height * EYE;
  const picture = painted(stage, (x, y) => {
    const light = daylight(stage, x, y);
    if (y < floor)
      return lit(wallAt(x / height, y / height), light * (1 - 0.12 * smoothstep(floor - height * FOOT, floor, y)));
    // Perspective: rows near the floor line are far away.
    const near = (floor - eye) / (y - eye);
    const shade = 0.86 + 0.14 * smoothstep(floor, floor + height * FOOT, y);
    return lit(floorAt(((x - width / 2) / height) * near, near), light * shade);
  });
  return blurRaster(picture, Math.max(0.6, height * SOFT));
}

const SPECKLE = fractalNoise(21, 4);
const CLOUDS = fractalNoise(22, 5);

/** Grey screed. */
const screed: Floor = (across, near) => lit(SCREED, 1 + 0.05 * SPECKLE(across * 9, near * 60));

/** Plaster of a colour and a roughness. */
const plaster =
  (colour: Rgb, roughness: number): Wall =>
  (x, y) =>
    lit(colour, 1 + roughness * (CLOUDS(x * 3, y * 3) + 0.6 * SPECKLE(x * 60, y * 60)));

/** A plastered wall, in the requested colour, over grey screed. */
export function plasterWall(stage: Stage, floor: number): Raster {
  return room(stage, floor, plaster(stage.tint ?? PLASTER, 0.035), screed);
}

/** Fair-faced concrete over grey screed: panels with seams and the holes of their ties. */
export function concreteWall(stage: Stage, floor: number): Raster {
  const [wide, high] = [0.46, 0.62];
  const concrete: Wall = (x, y) => {
    const [column, row] = [Math.floor(x / wide + 0.35), Math.floor(y / high + 0.2)];
    const stain = 0.05 * (lattice(5, column, row) - 0.5);
    const shade = 1 + stain + 0.09 * CLOUDS(x * 5, y * 5) + 0.03 * SPECKLE(x * 90, y * 90);
    /** Distances from the nearest seams. */
    const aside = (0.5 - Math.abs(x / wide + 0.35 - column - 0.5)) * wide;
    const below = (0.5 - Math.abs(y / high + 0.2 - row - 0.5)) * high;
    const seam = Math.min(aside, below) < 0.0016 ? 0.82 : 1;
    const tie = Math.hypot(aside - 0.06, below - 0.06) < 0.006 ? 0.7 : 1;
    return lit(CONCRETE, shade * seam * tie);
  };
  return room(stage, floor, concrete, screed);
}

/** Bricks in half bond over grey screed. */
export function brickWall(stage: Stage, floor: number): Raster {
  const [wide, high, joint] = [0.084, 0.0285, 0.0036];
  const clay = stage.tint ?? BRICK;
  const bricks: Wall = (x, y) => {
    const row = Math.floor(y / high);
    const u = x / wide + (row % 2) * 0.5;
    const column = Math.floor(u);
    const edge = Math.min((u - column) * wide, (column + 1 - u) * wide, y - row * high, (row + 1) * high - y);
    const tone = 0.82 + 0.32 * lattice(7, column, row) + 0.1 * SPECKLE(x * 120, y * 120);
    const brick = blended(lit(clay, tone), [92, 74, 70], 0.35 * lattice(8, column, row) ** 3);
    const mortar = lit(MORTAR, 1 + 0.06 * SPECKLE(x * 150, y * 150));
    return blended(mortar, brick, smoothstep(joint * 0.35, joint * 0.75, edge));
  };
  return room(stage, floor, bricks, screed);
}

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

/** Oak boards running away from the eye. */
const oakFloor: Floor = (across, near) => oakBoards(across, 1 / near);

/**
 * Oak boards below a light wall with a skirting board. Without a visible floor, boards alone: a table seen from above,
 * or a wall.
 */
export function woodFloor(stage: Stage, floor: number): Raster {
  const { height } = stage;
  if (stage.soles === null)
    return painted(stage, (x, y) => lit(oakBoards(x / height / 2, (y / height) * 0.8), daylight(stage, x, y) * 1.02));
  const board = floor / height - 0.028;
  const light = plaster(stage.tint ?? [230, 226, 218], 0.02);
  const wall: Wall = (x, y) => {
    if (y <= board) return light(x, y);
    return y < board + 0.0022 ? [206, 202, 196] : [240, 238, 233];
  };
  return room(stage, floor, wall, oakFloor);
}

/** A wall on which low sun draws the panes of a window, over oak boards. */
export function windowLight(stage: Stage, floor: number): Raster {
  const shade = plaster(lit(stage.tint ?? [214, 204, 190], 0.84), 0.022);
  const right = stage.width / stage.height;
  const wall: Wall = (x, y) => {
    const across = (x - right * 0.1) / (right * 0.8);
    const sun = panes(across, (y - 0.08 - across * 0.17) / 0.56);
    return blended(shade(x, y), lit(SUN, 0.985 + 0.015 * CLOUDS(x * 3, y * 3)), 0.8 * sun);
  };
  return room(stage, floor, wall, oakFloor);
}

/** Share of sun through a window of two by three panes, 0 to 1. Both coordinates run from 0 to 1 over the window. */
function panes(u: number, v: number): number {
  const soft = (inside: number) => smoothstep(-0.012, 0.012, inside);
  const opening = soft(Math.min(u, 1 - u)) * soft(Math.min(v, 1 - v));
  const bars = soft(Math.abs(u - 0.5) - 0.022) * soft(Math.abs(v - 1 / 3) - 0.014) * soft(Math.abs(v - 2 / 3) - 0.014);
  return opening * bars;
}
