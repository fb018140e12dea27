import { hashed } from '../maths/random.ts';
import { triple } from '../maths/vector.ts';
import { type Scene, vertexKinds } from './scene.ts';
import { type Softbox, type Studio, softboxPoint } from './studio.ts';
import type { Material } from './surface.ts';
import { type Hit, trace } from './trace.ts';

/** Rays start this far off the surface, centimetres, so that they do not meet it again. */
const liftOff = 0.04;
const rayReach = 2000;

/** Steps of the two-dimensional R-sequence (Roberts 2018), which fills the unit square evenly. */
const sequenceSteps = [0.7548776662466927, 0.5698402909980532] as const;

/** Settings of a baking pass. */
export interface BakeSettings {
  /** Rays to the surroundings per vertex. */
  readonly rays: number;
  /** Whether each softbox gets its whole grid of shadow rays, or just one. */
  readonly fineShadows: boolean;
  /** Whether light from earlier passes bounces off the surfaces that the rays meet. */
  readonly bounce: boolean;
}

/** A vertex as the gatherer sees it. */
interface Gatherer {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly strand: boolean;
  /** Two numbers in [0, 1) that shift the sample pattern from vertex to vertex. */
  readonly shift: readonly [number, number];
}

const scratch: Hit = { distance: 0, triangle: 0, u: 0, v: 0, outside: true };

/**
 * Share of light from a direction that counts: cosine for a surface, sine of the angle to a strand (Kajiya and Kay
 * 1989).
 */
function weight(at: Gatherer, dx: number, dy: number, dz: number): number {
  const cosine = at.nx * dx + at.ny * dy + at.nz * dz;
  return at.strand ? Math.sqrt(Math.max(0, 1 - cosine * cosine)) * 0.6 : Math.max(0, cosine);
}

/** Adds the light of one softbox to `sum`. */
function gatherSoftbox(scene: Scene, at: Gatherer, lamp: Softbox, grid: number, sum: Float64Array): void {
  for (let i = 0; i < grid * grid; i++) {
    const u = ((i % grid) + at.shift[0]) / grid;
    const v = (Math.floor(i / grid) + at.shift[1]) / grid;
    const target = softboxPoint(lamp, u * 2 - 1, v * 2 - 1);
    let dx = target[0] - at.x;
    let dy = target[1] - at.y;
    let dz = target[2] - at.z;
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    dx /= distance;
    dy /= distance;
    dz /= distance;
    const emitted = -(dx * lamp.facing[0] + dy * lamp.facing[1] + dz * lamp.facing[2]);
    const received = weight(at, dx, dy, dz);
    if (emitted <= 0 || received <= 0) continue;
    if (trace(scene, at.x, at.y, at.z, dx, dy, dz, distance, true, scratch)) continue;
    const share = (emitted * received * lamp.area) / (distance * distance * grid * grid);
    for (let c = 0; c < 3; c++) sum[c] += lamp.radiance[c] * share;
  }
}

/** Light that the met triangle sends back, added to `sum`. Its first corner stands for the whole. */
function addBounce(scene: Scene, share: number, sum: Float64Array): void {
  const vertex = scene.triangles[scratch.triangle * 3] * 3;
  const inner = !scratch.outside && scene.kinds[vertex / 3] === vertexKinds.sheet;
  const light = inner ? scene.innerIrradiance : scene.irradiance;
  for (let c = 0; c < 3; c++) sum[c] += (light[vertex + c] * scene.albedo[vertex + c] * share) / Math.PI;
}

/**
 * Adds the light of the surroundings: cosine-distributed rays over the hemisphere, even ones over the sphere for
 * strands.
 */
function gatherSurroundings(
  scene: Scene,
  at: Gatherer,
  studio: Studio,
  settings: BakeSettings,
  sum: Float64Array,
): void {
  const rays = at.strand ? Math.ceil(settings.rays / 6) : settings.rays;
  for (let i = 0; i < rays; i++) {
    const a = (at.shift[0] + i * sequenceSteps[0]) % 1;
    const b = (at.shift[1] + i * sequenceSteps[1]) % 1;
    // A point on the unit sphere, pushed along the normal: cosine-distributed (Lambert).
    const height = 1 - 2 * b;
    const ring = Math.sqrt(Math.max(0, 1 - height * height));
    let dx = ring * Math.cos(2 * Math.PI * a);
    let dy = height;
    let dz = ring * Math.sin(2 * Math.PI * a);
    let share = Math.PI / rays;
    if (at.strand) {
      share = (4 * weight(at, dx, dy, dz) * Math.PI) / rays;
    } else {
      dx += at.nx * 1.0001;
      dy += at.ny * 1.0001;
      dz += at.nz * 1.0001;
      const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
      dx /= size;
      dy /= size;
      dz /= size;
    }
    if (trace(scene, at.x, at.y, at.z, dx, dy, dz, rayReach, false, scratch)) {
      if (settings.bounce) addBounce(scene, share, sum);
      continue;
    }
    const sky = studio.surroundings(dx, dy, dz);
    for (let c = 0; c < 3; c++) sum[c] += sky[c] * share;
  }
}

/** Light arriving at a vertex, on the side its normal times `side` points to. */
function gather(
  scene: Scene,
  vertex: number,
  side: 1 | -1,
  studio: Studio,
  settings: BakeSettings,
  sum: Float64Array,
): void {
  const i = vertex * 3;
  const strand = scene.kinds[vertex] === vertexKinds.strand;
  const [nx, ny, nz] = [0, 1, 2].map((axis) => scene.normals[i + axis] * side);
  const lift = strand ? 0 : liftOff;
  const at: Gatherer = {
    x: scene.positions[i] + nx * lift,
    y: scene.positions[i + 1] + ny * lift,
    z: scene.positions[i + 2] + nz * lift,
    nx,
    ny,
    nz,
    strand,
    shift: [hashed(vertex, 1, side), hashed(vertex, 2, side)],
  };
  sum.fill(0);
  for (const lamp of studio.softboxes) {
    const grid = !settings.fineShadows ? 1 : strand ? Math.ceil(lamp.grid / 2) : lamp.grid;
    gatherSoftbox(scene, at, lamp, grid, sum);
  }
  gatherSurroundings(scene, at, studio, settings, sum);
}

/** Fills in the reflectance of the vertices [from, to). */
export function bakeAlbedo(scene: Scene, materials: readonly Material[], from: number, to: number): void {
  for (let vertex = from; vertex < to; vertex++) {
    const point = {
      position: triple(scene.positions, vertex),
      rest: triple(scene.rest, vertex),
      normal: triple(scene.normals, vertex),
      outside: true,
    };
    scene.albedo.set(materials[scene.materials[vertex]](point).albedo, vertex * 3);
  }
}

/**
 * Fills in the light arriving at the vertices [from, to). Reads the whole scene's irradiance when `bounce` is set,
 * so passes must follow each other, not overlap; within a pass, ranges may run in parallel.
 */
export function bakeIrradiance(scene: Scene, studio: Studio, settings: BakeSettings, from: number, to: number): void {
  const sum = new Float64Array(3);
  for (let vertex = from; vertex < to; vertex++) {
    if (scene.kinds[vertex] === vertexKinds.strand && vertex % 2 === 1) {
      // The two edges of a hair ribbon lie a hair's breadth apart: they share their light.
      scene.irradiance.copyWithin(vertex * 3, vertex * 3 - 3, vertex * 3);
      continue;
    }
    gather(scene, vertex, 1, studio, settings, sum);
    scene.irradiance.set(sum, vertex * 3);
    if (scene.kinds[vertex] !== vertexKinds.sheet) continue;
    gather(scene, vertex, -1, studio, settings, sum);
    scene.innerIrradiance.set(sum, vertex * 3);
  }
}
