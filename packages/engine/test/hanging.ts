import type { Wear } from '../src/steps/try-on/fit/fit.ts';

/** The way to wear a garment in its own cut, over the lower garment. */
export const HANGING: Wear = {
  ease: 0,
  hem: 0,
  sleeve: 0,
  rolled: false,
  tuck: null,
  open: false,
  untucked: false,
  isOverTop: false,
  keepsTop: false,
};
