import { type BakeSettings, bakeAlbedo, bakeIrradiance } from '../light/bake.ts';
import { exposeRows, type Raster } from '../light/expose.ts';
import type { Scene } from '../light/scene.ts';
import { type ShotName, shots } from '../scenes/shots.ts';

/** The data that the threads of one picture share. */
export interface TaskContext {
  readonly shot: ShotName;
  readonly scene: Scene;
  readonly raster: Raster;
  /** Linear RGB of the picture, on shared memory. */
  readonly light: Float32Array;
}

/** A piece of work on a range of vertices (albedo, irradiance) or picture rows (expose). */
export type SceneTask =
  | { readonly kind: 'albedo'; readonly from: number; readonly to: number }
  | { readonly kind: 'irradiance'; readonly from: number; readonly to: number; readonly settings: BakeSettings }
  | { readonly kind: 'expose'; readonly from: number; readonly to: number };

/** Carries out one task. Tasks of one kind touch disjoint ranges and may run side by side. */
export function runTask(context: TaskContext, task: SceneTask): void {
  const shot = shots[context.shot];
  const materials = shot.materials.map((material) => material.surface);
  switch (task.kind) {
    case 'albedo':
      bakeAlbedo(context.scene, materials, task.from, task.to);
      break;
    case 'irradiance':
      bakeIrradiance(context.scene, shot.studio, task.settings, task.from, task.to);
      break;
    case 'expose': {
      const picture = { scene: context.scene, materials, studio: shot.studio };
      exposeRows(picture, shot.camera, context.raster, context.light, task.from, task.to);
    }
  }
}
