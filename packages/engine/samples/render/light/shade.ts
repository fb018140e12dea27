import type { Random } from '../maths/random.ts';
import { clamp } from '../maths/scalar.ts';
import { add, dot, multiply, normalize, scale, subtract, type Vector } from '../maths/vector.ts';
import { type Scene, vertexKinds } from './scene.ts';
import { type Softbox, type Studio, softboxPoint } from './studio.ts';
import type { Material, Surface, SurfacePoint } from './surface.ts';
import { type Hit, trace } from './trace.ts';

const shadowScratch: Hit = { distance: 0, triangle: 0, u: 0, v: 0, outside: true };

/** The parts of a picture, for the pixel pass. */
export interface Picture {
  readonly scene: Scene;
  readonly materials: readonly Material[];
  readonly studio: Studio;
}

/** Weighted mean of a vertex attribute over the hit triangle. */
function interpolated(scene: Scene, source: Float32Array, hit: Hit): Vector {
  const [a, b, c] = [0, 1, 2].map((corner) => scene.triangles[hit.triangle * 3 + corner] * 3);
  const w = 1 - hit.u - hit.v;
  const at = (axis: number) => source[a + axis] * w + source[b + axis] * hit.u + source[c + axis] * hit.v;
  return [at(0), at(1), at(2)];
}

/**
 * Radiance that a softbox sends from a random point of it to `from`, with its direction; undefined when it is hidden.
 */
function lampSample(
  scene: Scene,
  lamp: Softbox,
  from: Vector,
  random: Random,
): { towards: Vector; share: number } | undefined {
  const target = softboxPoint(lamp, random() * 2 - 1, random() * 2 - 1);
  const offset = subtract(target, from);
  const distance = Math.hypot(...offset);
  const towards = scale(offset, 1 / distance);
  const emitted = -dot(towards, lamp.facing);
  if (emitted <= 0) return undefined;
  const blocked = trace(
    scene,
    from[0],
    from[1],
    from[2],
    towards[0],
    towards[1],
    towards[2],
    distance,
    true,
    shadowScratch,
  );
  return blocked ? undefined : { towards, share: (emitted * lamp.area) / (distance * distance) };
}

/**
 * Mirror reflection of a rough surface: GGX with Smith's shadowing in Karis' approximation (2013), times the cosine.
 */
function ggx(normal: Vector, towards: Vector, view: Vector, surface: Surface): number {
  const half = normalize(add(towards, view));
  const nl = dot(normal, towards);
  const nv = Math.max(0.02, dot(normal, view));
  if (nl <= 0) return 0;
  const nh = dot(normal, half);
  const a2 = surface.roughness ** 4;
  const spread = a2 / (Math.PI * (nh * nh * (a2 - 1) + 1) ** 2);
  const k = (surface.roughness + 1) ** 2 / 8;
  const shadowing = 1 / ((nl * (1 - k) + k) * (nv * (1 - k) + k) * 4);
  const fresnel = surface.specular + (1 - surface.specular) * (1 - Math.max(0, dot(half, view))) ** 5;
  return spread * shadowing * fresnel * nl;
}

/** Mirror part: each softbox by one random point, the surroundings by the mirror direction. */
function mirrored(
  picture: Picture,
  point: SurfacePoint,
  surface: Surface,
  view: Vector,
  light: Vector,
  random: Random,
): Vector {
  let sum: Vector = [0, 0, 0];
  const from = add(point.position, point.normal, 0.05);
  for (const lamp of picture.studio.softboxes) {
    const sample = lampSample(picture.scene, lamp, from, random);
    if (sample) sum = add(sum, lamp.radiance, ggx(surface.normal, sample.towards, view, surface) * sample.share);
  }
  const cosine = Math.max(0, dot(surface.normal, view));
  const direction = subtract(scale(surface.normal, 2 * cosine), view);
  const fresnel = surface.specular + (1 - surface.specular) * (1 - cosine) ** 5 * (1 - surface.roughness);
  // The baked light says how much of the room this spot sees at all.
  const open = clamp((light[0] + light[1] + light[2]) / 6);
  return add(sum, picture.studio.surroundings(...direction), fresnel * open);
}

/** Hair: two highlights shifted along the strand, after Scheuermann's reading of Marschner (2004). */
function strandGloss(picture: Picture, point: SurfacePoint, surface: Surface, view: Vector, random: Random): Vector {
  let sum: Vector = [0, 0, 0];
  for (const lamp of picture.studio.softboxes) {
    const sample = lampSample(picture.scene, lamp, add(point.position, view, 0.15), random);
    if (!sample) continue;
    const half = normalize(add(sample.towards, view));
    const shift = (point.rest[1] - 0.5) * 0.05;
    const lobe = (offset: number, power: number) =>
      Math.sqrt(Math.max(0, 1 - (dot(point.normal, half) + offset) ** 2)) ** power;
    const first = lobe(0.06 + shift, 60) * surface.specular * 0.6;
    const second = lobe(-0.1 + shift, 20) * 0.4;
    const tinted = add(scale([1, 1, 1], first), surface.albedo, second);
    sum = add(sum, multiply(tinted, lamp.radiance), sample.share);
  }
  return sum;
}

/**
 * How fine relief changes the light that was baked for the smooth normal: judged by the first (main) lamp and the
 * zenith.
 */
function reliefFactor(picture: Picture, point: SurfacePoint, surface: Surface): number {
  const main = normalize(subtract(picture.studio.softboxes[0].centre, point.position));
  const lit = (normal: Vector) => 0.55 + 0.6 * Math.max(0, dot(normal, main)) + 0.25 * normal[1];
  return clamp(lit(surface.normal) / Math.max(0.2, lit(point.normal)), 0.4, 1.7);
}

/**
 * Radiance, linear RGB, that leaves a hit point towards the eye. `view` is the unit vector from the point to the eye.
 */
export function shade(picture: Picture, hit: Hit, position: Vector, view: Vector, random: Random): Vector {
  const { scene, materials } = picture;
  const vertex = scene.triangles[hit.triangle * 3];
  const strand = scene.kinds[vertex] === vertexKinds.strand;
  const smooth = normalize(interpolated(scene, scene.normals, hit));
  // At the outline of a fold single triangles turn away although the cloth does not: the smooth normal decides there.
  const inner = scene.kinds[vertex] === vertexKinds.sheet && !hit.outside && dot(smooth, view) < 0.1;
  const point: SurfacePoint = {
    position,
    rest: interpolated(scene, scene.rest, hit),
    normal: inner ? scale(smooth, -1) : smooth,
    outside: !inner,
  };
  const surface = materials[scene.materials[vertex]](point);
  const light = interpolated(scene, inner ? scene.innerIrradiance : scene.irradiance, hit);
  const relief = strand || surface.normal === point.normal ? 1 : reliefFactor(picture, point, surface);
  const grazing = 1 - Math.abs(dot(point.normal, view));
  const diffuse = (relief * (1 + surface.sheen * grazing ** 3)) / Math.PI;
  const base: Vector = [
    surface.albedo[0] * light[0] * diffuse,
    surface.albedo[1] * light[1] * diffuse,
    surface.albedo[2] * light[2] * diffuse,
  ];
  if (strand) return add(base, strandGloss(picture, point, surface, view, random));
  return surface.specular > 0 ? add(base, mirrored(picture, point, surface, view, light, random)) : base;
}
