import type { Figure } from './figures.ts';
import type { Rig } from './rig.ts';
import type { Sizes } from './sizes.ts';

/** Measures one thing, on databases and processes of its own. */
export type Subject = (rig: Rig, sizes: Sizes) => Promise<readonly Figure[]>;

/** A peak of memory as a figure. */
export function peakFigure(what: string, bytes: number): Figure {
  return { subject: 'memory', what, value: bytes / 1e6, unit: 'MB', note: 'most resident memory of the process' };
}
