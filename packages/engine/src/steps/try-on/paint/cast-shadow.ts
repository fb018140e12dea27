import { checkpointAt } from '../../../checkpoint.ts';
import { blur } from '../../../pixels/filters.ts';
import type { Scene } from '../scene.ts';

/** A soft shadow of a drawing. Lengths in pixels of the analysed person. */
export interface Shadow {
  /** Standard deviation of its blur. */
  readonly softness: number;
  /** Its darkness under the middle of the drawing, 0 to 1. */
  readonly depth: number;
  /** Distance below the drawing. */
  readonly drop: number;
}

/** Fainter shadows are invisible; pixels under them stay those of the photo. */
const SHADOW_MIN = 0.01;

/** Darkens colours beside and below the visible shares of a drawing, as far as `onto` takes shadow, 0 to 1. */
export function castShadow(
  { placement: { width, height, scale } }: Scene,
  { softness, depth, drop }: Shadow,
  visible: Float32Array,
  onto: Float32Array,
  colours: Float32Array,
): void {
  const soft = blur(visible, width, height, Math.max(1, softness * scale));
  const shift = Math.round(drop * scale) * width;
  for (let i = shift; i < visible.length; i++) {
    checkpointAt(i);
    const dark = soft[i - shift] * (1 - visible[i]) * depth * onto[i];
    if (dark > SHADOW_MIN) for (let c = 0; c < 3; c++) colours[i * 3 + c] *= 1 - dark;
  }
}
