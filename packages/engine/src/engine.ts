import type { GarmentCategory } from './analysis.ts';
import type { Raster, Size } from './pixels/raster.ts';

/** What an engine needs to know before it starts. */
export interface EngineOptions {
  /** Folder for nets converted from their package's format; made when missing, may be emptied at any time. */
  readonly cacheDirectory: string;
  /** Threads one inference may use, 1 or more. */
  readonly threads: number;
}

/** How a caller follows and stops a run. Both are looked at between steps, never inside one. */
export interface RunControl {
  /** Ends the run at the next step by throwing the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after each step with the share of the work done, 0 to 1, and the step's name. */
  readonly onProgress?: (fraction: number, step: string) => void;
}

/** One garment photo. */
export interface GarmentInput {
  /** An encoded JPEG, PNG or WebP file. */
  readonly bytes: Uint8Array;
  /** What the caller says it is; absent = looked for in the picture. */
  readonly category?: GarmentCategory;
}

/** A try-on: a person, one to four garments, a size. */
export interface TryOnRequest {
  /** An encoded JPEG, PNG or WebP file. */
  readonly person: Uint8Array;
  /** 1 to 4, in any order. */
  readonly garments: readonly GarmentInput[];
  /**
   * Output size in pixels; a multiple of 8 on each side. Where its ratio is not the photo's, the picture is cropped or its
   * background extended so that the person stays whole.
   */
  readonly size: Size;
  /** Same request and seed, same pixels. Any 32-bit integer. */
  readonly seed: number;
  /** Which of several outputs this is, from 0: later ones differ a little in drape and fit. */
  readonly variation: number;
  readonly prompt?: string;
  readonly style?: string;
}

/** Something the caller should look at, though the picture was made. */
export interface EngineWarning {
  /** snake_case, stable: clients may switch on it. */
  readonly code: string;
  /** One sentence for a person. */
  readonly message: string;
}

/** The picture, and how sure the engine is of it. */
export interface TryOnResult {
  readonly raster: Raster;
  /** 0 to 1: below 0.5 a warning says why. */
  readonly confidence: number;
  readonly warnings: readonly EngineWarning[];
}

/** The embedded engine: nets loaded once, then any number of runs, one at a time. */
export interface Engine {
  /** Rejects with EngineRejection for a person photo without a usable person or a garment photo without a garment. */
  tryOn(request: TryOnRequest, control?: RunControl): Promise<TryOnResult>;
  /** Frees the nets. The engine must not be used afterwards. */
  close(): Promise<void>;
}
