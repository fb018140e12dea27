import { seeded } from '../maths/random.ts';
import { mix } from '../maths/scalar.ts';
import type { Vector } from '../maths/vector.ts';

/** A soft fold drawn on the front view of a garment as it was cut, centimetres. */
export interface Fold {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  /** Half the width of the ridge. */
  readonly width: number;
  /** Height of the ridge; negative for a valley. */
  readonly depth: number;
  /** Sideways bow of the line in its middle. */
  readonly bow: number;
}

/** A bunch of folds that run from one point, as cloth pulled at that point does. */
export interface FoldFan {
  readonly at: readonly [x: number, y: number];
  /** Range of directions in degrees: 0 towards +x, 90 up. */
  readonly between: readonly [number, number];
  readonly count: number;
  /** Longest fold, centimetres. */
  readonly length: number;
  readonly width: number;
  readonly depth: number;
  readonly seed: number;
}

/** The folds of a fan; `mirror` draws them on the other side of x = 0 instead. */
export function fan(shape: FoldFan, mirror = false): Fold[] {
  const random = seeded(shape.seed + (mirror ? 1000 : 0));
  const side = mirror ? -1 : 1;
  return Array.from({ length: shape.count }, (_, i) => {
    const share = (i + 0.25 + 0.5 * random()) / shape.count;
    const angle = (mix(shape.between[0], shape.between[1], share) * Math.PI) / 180;
    const reach = shape.length * (0.5 + 0.5 * random());
    const begin = reach * 0.12 * random();
    const at = (distance: number): [number, number] => [
      side * (shape.at[0] + Math.cos(angle) * distance),
      shape.at[1] + Math.sin(angle) * distance,
    ];
    const width = shape.width * (0.7 + 0.6 * random());
    return {
      from: at(begin),
      to: at(reach),
      width,
      depth: shape.depth * (0.5 + 0.7 * random()),
      bow: (random() - 0.5) * reach * 0.22,
    };
  });
}

/** The same fan on both sides of the body, each drawn with its own chance. */
export function fans(shape: FoldFan): Fold[] {
  return [...fan(shape), ...fan(shape, true)];
}

/** Adds the slope of one fold at (x, y) to `slope`. */
function addSlope({ from, to, width, depth, bow }: Fold, x: number, y: number, slope: [number, number]): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const span = Math.hypot(dx, dy);
  const along = ((x - from[0]) * dx + (y - from[1]) * dy) / (span * span);
  if (along < 0 || along > 1) return;
  const arch = along * (1 - along);
  const across = ((x - from[0]) * -dy + (y - from[1]) * dx) / span - bow * 4 * arch;
  const ratio = across / width;
  if (Math.abs(ratio) > 2.6) return;
  // A ridge that is sharp where it begins and melts away towards its end.
  const strength = Math.min(1, arch * 6) * (1.15 - along) * depth;
  const steepness = (-2 * ratio * Math.exp(-ratio * ratio) * strength) / width;
  slope[0] += (-dy / span) * steepness;
  slope[1] += (dx / span) * steepness;
}

/** How far folds lean the normal at a rest position. */
export function foldTilt(folds: readonly Fold[], [x, y]: Vector): Vector {
  const slope: [number, number] = [0, 0];
  for (const fold of folds) addSlope(fold, x, y, slope);
  return [-slope[0], -slope[1], 0];
}
