import type { GarmentCategory } from './analysis.ts';
import type { StopSignal } from './checkpoint.ts';
import type { Raster, Size } from './pixels/raster.ts';

/** What an engine needs to know before it starts. */
export interface EngineOptions {
  /** Folder for nets converted from their package's format; made when missing, may be emptied at any time. */
  readonly cacheDirectory: string;
  /** Threads one inference may use, 1 or more. */
  readonly threads: number;
}

/** How a caller follows and stops a run. */
export interface RunControl {
  /**
   * Ends the run by throwing the signal's reason, at the next of its check points: an AbortSignal that this thread
   * raises when it is free stops it between steps, one that reads shared memory within some tenths of a second.
   */
  readonly signal?: StopSignal;
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
   * Output size in pixels; a multiple of 8 on each side. Where its ratio is not the photo's, the picture is cropped or
   * its background extended so that the person stays whole.
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

/** Photos of garments that one person wears, and the words that say how. */
export interface OutfitRequest {
  /** 1 to 4 encoded JPEG, PNG or WebP files, in any order. */
  readonly garments: readonly Uint8Array[];
  readonly prompt: string;
  readonly style: string;
}

/** One garment of an outfit. */
export interface OutfitPiece {
  readonly category: GarmentCategory;
  /** An encoded photo without a wearer: the one that was given, or what was cut out of it, on white. */
  readonly photo: Uint8Array;
}

/** An outfit as its photos show it. */
export interface Outfit {
  /** Each garment once, in the order in which they are put on. */
  readonly pieces: readonly OutfitPiece[];
  /** True where photos show things that are no clothes, which `pieces` leaves out. */
  readonly hasAccessories: boolean;
}

/** A larger, or only cleaner, picture of the same. */
export interface UpscaleRequest {
  /** An encoded JPEG, PNG or WebP file. */
  readonly image: Uint8Array;
  /** 1 restores at the same size. */
  readonly factor: 1 | 2 | 4;
  /** How much noise and compression are smoothed away first, 0 to 1. */
  readonly denoise: number;
  /**
   * Path of the file that the result is written to, for the caller to remove; beside it another lies while it is made.
   */
  readonly file: string;
}

/** A change of a picture in plain words; the grammar is in `docs/engine.md`. */
export interface EditRequest {
  /** An encoded JPEG, PNG or WebP file. */
  readonly image: Uint8Array;
  readonly prompt: string;
  /**
   * Output size in pixels; where its ratio is not the picture's, a person stays whole and the background is continued.
   * Where it is, words about the ratio or a rotation may change it: the result says its size.
   */
  readonly size: Size;
  /** Same request and seed, same pixels. Any 32-bit integer. */
  readonly seed: number;
  /** Which of several outputs this is, from 0. */
  readonly variation: number;
}

/** A repaint of the masked part of a picture. */
export interface InpaintRequest extends EditRequest {
  /** An encoded mask: white, or transparent, is repainted. */
  readonly mask: Uint8Array;
  /** Pixels of the picture that the image is a part of, at the scale of `size`; absent: the image is all of it. */
  readonly whole?: Size;
  /** How much of the new paint is seen, 0 to 1. */
  readonly strength: number;
}

/** Scenes by what they show; the words of the contract. */
export type SceneClass = 'human_studio' | 'human_location' | 'ghost_mannequin' | 'flat_lay' | 'product_packshot';

/** A picture of an avatar, products, or both, before a scene. All pictures are encoded JPEG, PNG or WebP files. */
export interface GenerateRequest {
  /** A photo of the person; absent for a picture of products alone. */
  readonly avatar?: Uint8Array;
  /** 0 to 4 product photos. */
  readonly products: readonly Uint8Array[];
  /** A picture of the scene without anybody in it; absent: a plain backdrop. */
  readonly scene?: Uint8Array;
  /** `products` leaves the avatar out. */
  readonly mode: 'presets' | 'products' | 'prompt';
  /** How products without an avatar are shown; absent: hanging before a wall. */
  readonly presetClass?: SceneClass;
  readonly prompt: string;
  readonly size: Size;
  readonly seed: number;
  readonly variation: number;
}

/** A film of a picture. */
export interface AnimateRequest {
  /** An encoded JPEG, PNG or WebP file. */
  readonly image: Uint8Array;
  /** What the film turns into; absent: it stays with the picture. */
  readonly lastFrame?: Uint8Array;
  /** May name a move of the camera: zoom out, pan left, tilt up, orbit. */
  readonly prompt: string;
  readonly seconds: number;
  readonly size: Size;
}

/** A film: MP4 with H.264, its table of contents in front. */
export interface VideoResult extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly warnings: readonly EngineWarning[];
}

/** A picture that was made and may be too large for memory. */
export interface PixelFileResult extends Size {
  /** Path of its plain pixels, as TIFF that is not compressed. */
  readonly file: string;
  readonly warnings: readonly EngineWarning[];
}

/** A picture that was made, and what the caller should look at. */
export interface PictureResult {
  readonly raster: Raster;
  readonly warnings: readonly EngineWarning[];
}

/** The embedded engine: nets loaded once, then any number of runs, one at a time. */
export interface Engine {
  /** Rejects with EngineRejection for a person photo without a usable person or a garment photo without a garment. */
  tryOn(request: TryOnRequest, control?: RunControl): Promise<TryOnResult>;
  /** Reads photos of garments. Rejects with EngineRejection for one that cannot be worn, or not with the others. */
  readOutfit(request: OutfitRequest, control?: RunControl): Promise<Outfit>;
  /** Changes a picture. Rejects with EngineRejection for a prompt it does not understand, saying what it would. */
  edit(request: EditRequest, control?: RunControl): Promise<PictureResult>;
  /** Repaints a part of a picture. Rejects with EngineRejection for a mask or prompt that cannot be used. */
  inpaint(request: InpaintRequest, control?: RunControl): Promise<PictureResult>;
  /** Makes a picture. Rejects with EngineRejection where there is neither a usable avatar nor a usable product. */
  generate(request: GenerateRequest, control?: RunControl): Promise<PictureResult>;
  /** Films a picture. */
  animate(request: AnimateRequest, control?: RunControl): Promise<VideoResult>;
  /** Generates a picture and films it. */
  film(request: GenerateRequest & Pick<AnimateRequest, 'seconds'>, control?: RunControl): Promise<VideoResult>;
  /** Makes a picture larger, in memory that does not grow with it. */
  upscale(request: UpscaleRequest, control?: RunControl): Promise<PixelFileResult>;
  /** Frees the nets. The engine must not be used afterwards. */
  close(): Promise<void>;
}
