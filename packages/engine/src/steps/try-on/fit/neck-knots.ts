import type { GarmentAnalysis } from '../../../analysis.ts';
import type { GarmentFrame } from './garment-frame.ts';

/** The front of an open neckline from left to right, as [aside, along]; empty for a closed one. */
export function neckKnots(neckline: GarmentAnalysis['neckline'], frame: GarmentFrame): (readonly [number, number])[] {
  const edge = neckline && !neckline.closed ? neckline.edge : [];
  return edge.map((p) => [frame.aside(p), frame.along(p)] as const).sort((a, b) => a[0] - b[0]);
}
