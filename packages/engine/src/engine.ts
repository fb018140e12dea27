import type { GarmentCategory } from './analysis.ts';
import type { StopSignal } from './checkpoint.ts';
import type { Raster, Size } from './pixels/raster.ts';

/** Settings of an engine. */
export interface EngineOptions {
  /** Threads one inference may use, 1 or more. */
  readonly threads: number;
}

/** How a caller follows and stops a run. */
export interface RunControl {
  /**
   * Ends the run at its next check point by throwing the signal's reason. An AbortSignal of this thread is seen between
   * steps. A signal in shared memory is seen within some tenths of a second.
   */
  readonly signal?: StopSignal;
  /** Called after each step with the share of the work done, 0 to 1, and the step's name. */
  readonly onProgress?: (fraction: number, step: string) => void;
}

/** One garment photo. */
export interface GarmentInput {
  /** An encoded JPEG, PNG or WebP file. */
  readonly bytes: Uint8Array;
  /** The category, if the caller gives one; otherwise the engine finds it in the picture. */
  readonly category?: GarmentCategory;
}

/** What a request says of each of its pictures. */
interface Variation {
  readonly prompt: string;
  /** Output size in pixels. */
  readonly size: Size;
  /** The same request and seed give the same pixels. Any 32-bit integer. */
  readonly seed: number;
  /** Index of the output, from 0. */
  readonly variation: number;
}

/**
 * A try-on: a person, one to four garments, a size. If its ratio differs from the photo's, the engine crops the picture
 * or extends its background, and keeps the person whole. Each variation differs a little in drape and fit.
 */
export interface TryOnRequest extends Omit<Variation, 'prompt'> {
  /** An encoded JPEG, PNG or WebP file. */
  readonly person: Uint8Array;
  /** 1 to 4, in any order. */
  readonly garments: readonly GarmentInput[];
  readonly prompt?: string;
  readonly style?: string;
}

/** A doubt about a picture that the caller should check. */
export interface EngineWarning {
  /** snake_case and stable: clients may switch on it. */
  readonly code: string;
  /** One sentence for a person. */
  readonly message: string;
}

/** The picture and the engine's confidence in it. */
export interface TryOnResult {
  readonly raster: Raster;
  /**
   * 0 to 1: the least of one less the chance of a bad picture, for each garment, and the confidence in each accessory.
   */
  readonly confidence: number;
  readonly warnings: readonly EngineWarning[];
}

/** Photos of garments that one person wears, and the words that say how to wear them. */
export interface OutfitRequest {
  /** 1 to 4 encoded JPEG, PNG or WebP files, in any order. */
  readonly garments: readonly Uint8Array[];
  readonly prompt: string;
  readonly style: string;
}

/** One garment of an outfit. */
export interface OutfitPiece {
  readonly category: GarmentCategory;
  /** An encoded photo without a wearer: the given photo, or the garment cut out of it, on white. */
  readonly photo: Uint8Array;
}

/** The garments that the photos of an outfit show. */
export interface Outfit {
  /** Each garment once, in the order of dressing. */
  readonly pieces: readonly OutfitPiece[];
  /** True if photos show accessories, which `pieces` leaves out. */
  readonly hasAccessories: boolean;
}

/** A request to enlarge a picture or, at factor 1, to restore it. */
export interface UpscaleRequest {
  /** An encoded JPEG, PNG or WebP file. */
  readonly image: Uint8Array;
  /** 1 restores at the same size. */
  readonly factor: 1 | 2 | 4;
  /** Strength of the smoothing of noise and compression before the enlargement, 0 to 1. */
  readonly denoise: number;
  /** Path of the result, which the caller removes. The engine uses a second file beside it meanwhile. */
  readonly file: string;
}

/**
 * A change of a picture in plain words; the grammar is in `docs/engine.md`. In another ratio than the picture's, a
 * person stays whole and the background is continued. In the picture's ratio, an instruction about the ratio or a
 * rotation may change the size; the result states it.
 */
export interface EditRequest extends Variation {
  /** An encoded JPEG, PNG or WebP file. */
  readonly image: Uint8Array;
}

/** A repaint of the masked part of a picture. */
export interface InpaintRequest extends EditRequest {
  /** An encoded mask. The engine repaints its white or transparent pixels. */
  readonly mask: Uint8Array;
  /** Size of the whole picture at the scale of `size`, if the image is a part of it. Absent: the image is the whole. */
  readonly whole?: Size;
  /** Opacity of the new paint, 0 to 1. */
  readonly strength: number;
}

/** Classes of scenes, named as in the contract. */
export type SceneClass = 'human_studio' | 'human_location' | 'ghost_mannequin' | 'flat_lay' | 'product_packshot';

/** A picture of an avatar, products, or both, before a scene. All pictures are encoded JPEG, PNG or WebP files. */
export interface GenerateRequest extends Variation {
  /** A photo of the person; absent for a picture of products alone. */
  readonly avatar?: Uint8Array;
  /** 0 to 4 product photos. */
  readonly products: readonly Uint8Array[];
  /** A picture of the scene without people; absent: a plain backdrop. */
  readonly scene?: Uint8Array;
  /** `products` leaves the avatar out. */
  readonly mode: 'presets' | 'products' | 'prompt';
  /** True: without the scene, on a transparent background. */
  readonly isCutOut?: boolean;
  /** The display of products without an avatar; absent: hanging before a wall. */
  readonly presetClass?: SceneClass;
}

/** A request for a film of a picture. */
export interface AnimateRequest {
  /** An encoded JPEG, PNG or WebP file. */
  readonly image: Uint8Array;
  /** The last picture of the film; absent: the film keeps showing `image`. */
  readonly lastFrame?: Uint8Array;
  /** May name a camera move: zoom out, pan left, tilt up, orbit. */
  readonly prompt: string;
  readonly seconds: number;
  readonly size: Size;
}

/** A film: MP4 with H.264 and its index at the front. */
export interface VideoResult extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly warnings: readonly EngineWarning[];
}

/** A result on disk, which may be too large for memory. */
export interface PixelFileResult extends Size {
  /** Path of its pixels as uncompressed TIFF. */
  readonly file: string;
  readonly warnings: readonly EngineWarning[];
}

/** A finished picture whose person or product is wanted without its background. */
export interface CutOutRequest {
  readonly raster: Raster;
  /** True for a picture of products without a wearer: the engine looks for no person. */
  readonly isProductShot: boolean;
}

/** A picture and its warnings. */
export interface PictureResult {
  readonly raster: Raster;
  /** Opacity of each pixel, 0 to 255; absent: the picture is opaque. */
  readonly alpha?: Uint8ClampedArray<ArrayBuffer>;
  readonly warnings: readonly EngineWarning[];
}

/** The embedded engine. It loads its nets once and serves one run at a time. */
export interface Engine {
  /** Rejects with EngineRejection for a person photo without a usable person or a garment photo without a garment. */
  tryOn(request: TryOnRequest, control?: RunControl): Promise<TryOnResult>;
  /**
   * Reads photos of garments. Rejects with EngineRejection for a garment that cannot be worn, alone or with the others.
   */
  readOutfit(request: OutfitRequest, control?: RunControl): Promise<Outfit>;
  /**
   * Changes a picture. Rejects with EngineRejection for a prompt it does not understand; the message names what it
   * understands.
   */
  edit(request: EditRequest, control?: RunControl): Promise<PictureResult>;
  /** Repaints a part of a picture. Rejects with EngineRejection for an unusable mask or prompt. */
  inpaint(request: InpaintRequest, control?: RunControl): Promise<PictureResult>;
  /** Makes a picture. Rejects with EngineRejection if neither an avatar nor a product is usable. */
  generate(request: GenerateRequest, control?: RunControl): Promise<PictureResult>;
  /** Films a picture. */
  animate(request: AnimateRequest, control?: RunControl): Promise<VideoResult>;
  /** Generates a picture and films it. */
  film(request: GenerateRequest & Pick<AnimateRequest, 'seconds'>, control?: RunControl): Promise<VideoResult>;
  /** Cuts the person or the product out of a picture. Rejects with EngineRejection if none stands out. */
  cutOut(request: CutOutRequest, control?: RunControl): Promise<PictureResult>;
  /** Enlarges a picture. Its memory does not grow with the picture. */
  upscale(request: UpscaleRequest, control?: RunControl): Promise<PixelFileResult>;
  /** Frees the nets. The engine must not be used afterwards. */
  close(): Promise<void>;
}
