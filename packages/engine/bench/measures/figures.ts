/** A figure that results are judged by. */
export interface Figure {
  /** Head of its column, with the unit. */
  readonly title: string;
  /** Which way is good. */
  readonly better: 'more' | 'less';
  /** Greatest loss of a held figure before a test fails: the effect of processors and of small changes elsewhere. */
  readonly tolerance: number;
  readonly digits: number;
}

/** All figures, in the order of the columns. */
export const FIGURES = {
  keptDb: { title: 'kept, dB', better: 'more', tolerance: 1.5, digits: 1 },
  colourDeltaE: { title: 'colour, ΔE', better: 'less', tolerance: 2, digits: 1 },
  leftOverPercent: { title: 'left over, %', better: 'less', tolerance: 2, digits: 1 },
  confidence: { title: 'confidence', better: 'more', tolerance: 0.1, digits: 2 },
  trueDeltaE: { title: 'to the true photo, ΔE', better: 'less', tolerance: 1, digits: 1 },
  replacedPercent: { title: 'background replaced, %', better: 'more', tolerance: 1.5, digits: 1 },
  untouchedPercent: { title: 'person untouched, %', better: 'more', tolerance: 1.5, digits: 1 },
  textureOffPercent: { title: 'texture off by, %', better: 'less', tolerance: 12, digits: 0 },
  shadowPercent: { title: 'shadow at the feet, %', better: 'more', tolerance: 4, digits: 0 },
  offCentrePercent: { title: 'off the middle, %', better: 'less', tolerance: 1, digits: 1 },
  gainDb: { title: 'above Lanczos, dB', better: 'more', tolerance: 0.3, digits: 2 },
} as const satisfies Readonly<Record<string, Figure>>;

/** The name of a figure. */
export type FigureName = keyof typeof FIGURES;

/** Figures of one result; those that say nothing of its operation are absent. */
export type Figures = Readonly<Partial<Record<FigureName, number>>>;

/** Every name, in the order of the columns. */
export const FIGURE_NAMES: readonly FigureName[] = Object.keys(FIGURES).filter(isFigureName);

/** True for the name of a figure. */
function isFigureName(name: string): name is FigureName {
  return Object.hasOwn(FIGURES, name);
}

/** The value for identical pictures, in dB, because JSON has no infinity. */
export const EXACT_DB = 99;
