import { bell, smoothstep } from '../maths/scalar.ts';
import type { Vector } from '../maths/vector.ts';
import type { Mesh } from '../meshes/mesh.ts';

/** How a figure modelled upright and even is brought out of its symmetry. */
export interface Stance {
  /** Sideways shift of the hips over the standing leg, centimetres. */
  readonly hips: number;
  /** Turn of the upper body about the vertical, radians. */
  readonly turn: number;
  /** Drop of the shoulder on the viewer's right per centimetre from the middle. */
  readonly tilt: number;
  /** How far the knee of the relaxed leg (x < 0 when negative) comes forward, centimetres. */
  readonly knee: number;
  /** How far the hand on the viewer's right is carried forward, and the other one back, centimetres. */
  readonly arms: number;
  /** Height of hips and shoulders. */
  readonly hipLevel: number;
  readonly shoulderLevel: number;
}

/** Where a point of the upright figure comes to stand. */
function stanced(stance: Stance, [x, y, z]: Vector): Vector {
  const { hipLevel, shoulderLevel } = stance;
  const chest = smoothstep(hipLevel, shoulderLevel, y);
  const relaxed = smoothstep(-1, 6, x * Math.sign(stance.knee || 1));
  const forward = Math.abs(stance.knee) * relaxed * (bell(y - hipLevel * 0.52, 24) + 0.45 * smoothstep(30, 0, y));
  const outer =
    smoothstep(shoulderLevel * 0.11, shoulderLevel * 0.16, Math.abs(x)) * smoothstep(shoulderLevel, hipLevel, y);
  const swing = stance.arms * outer * Math.sign(x);
  const shift = stance.hips * bell(y - hipLevel, hipLevel * 0.55) - stance.hips * 0.35 * chest;
  const angle = stance.turn * (0.25 * smoothstep(0, hipLevel, y) + 0.75 * chest);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const depth = z + forward + swing;
  const lean = stance.tilt * x * (smoothstep(hipLevel * 0.9, shoulderLevel, y) - 0.7 * bell(y - hipLevel, 22));
  return [x * cos + depth * sin + shift, y - lean, depth * cos - x * sin];
}

/** The mesh in its stance; rest positions stay, so that paint and prints keep their places. */
export function inStance(mesh: Mesh, stance: Stance): Mesh {
  const positions = new Float32Array(mesh.positions.length);
  const normals = new Float32Array(mesh.normals.length);
  const probe = 0.2;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = mesh.positions.subarray(i, i + 3);
    const here = stanced(stance, [x, y, z]);
    // The stance bends little: the normal follows a second point a little way out.
    const out = stanced(stance, [
      x + mesh.normals[i] * probe,
      y + mesh.normals[i + 1] * probe,
      z + mesh.normals[i + 2] * probe,
    ]);
    positions.set(here, i);
    normals.set(
      [0, 1, 2].map((axis) => (out[axis] - here[axis]) / probe),
      i,
    );
  }
  return { ...mesh, positions, normals };
}
