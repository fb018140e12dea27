import { REGIONS, type Region } from '../src/analysis.ts';
import { UNTOLD } from './parse-maps.ts';

/** How well found regions agree with true ones. */
export interface RegionScore {
  /** Intersection over union of each region, 0 to 1; NaN for one that neither shows. */
  readonly overlap: Readonly<Record<Region, number>>;
  /** Share of the person's scored pixels that have the true region, 0 to 1. */
  readonly right: number;
}

/** Counts pixels over any number of pictures. */
export class RegionCounts {
  /** `[true region][found region]` pixels. */
  readonly #pixels = REGIONS.map(() => new Float64Array(REGIONS.length));

  /**
   * Adds a picture: maps of the same size, whose values are places in REGIONS; UNTOLD ones of the truth are left out.
   */
  add(truth: Uint8Array, found: Uint8Array): void {
    for (let i = 0; i < truth.length; i++) if (truth[i] !== UNTOLD) this.#pixels[truth[i]][found[i]]++;
  }

  /** The score of all that was added. */
  score(): RegionScore {
    const trueOf = (k: number) => this.#pixels[k].reduce((sum, count) => sum + count, 0);
    const foundOf = (k: number) => this.#pixels.reduce((sum, row) => sum + row[k], 0);
    const both = (k: number) => this.#pixels[k][k];
    const overlap = (region: Region) => {
      const k = REGIONS.indexOf(region);
      return both(k) / (trueOf(k) + foundOf(k) - both(k));
    };
    const person = REGIONS.keys()
      .filter((k) => REGIONS[k] !== 'background')
      .toArray();
    const sum = (count: (k: number) => number) => person.reduce((total, k) => total + count(k), 0);
    return {
      overlap: {
        background: overlap('background'),
        hair: overlap('hair'),
        skin: overlap('skin'),
        upper: overlap('upper'),
        lower: overlap('lower'),
        shoes: overlap('shoes'),
        other: overlap('other'),
      },
      right: sum(both) / sum(trueOf),
    };
  }
}
