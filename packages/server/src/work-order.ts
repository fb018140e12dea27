import type {
  AspectRatio,
  DurationSeconds,
  GenerateMode,
  JobRequest,
  ModelName,
  Operation,
  OutputFormat,
  PresetClass,
  Resolution,
  Speed,
  UpscaleFactor,
} from '@atelier/contract';

/** The role of a picture in the work. */
export const PICTURE_ROLES = [
  'person',
  'garment',
  'source',
  'mask',
  'avatar',
  'scene',
  'reference',
  'last_frame',
] as const;
export type PictureRole = (typeof PICTURE_ROLES)[number];

/** A picture the work needs: one of the workspace's own, or one still to be fetched. */
export interface PictureSource {
  readonly role: PictureRole;
  /** Media ID; null where `url` is set. */
  readonly mediaId: string | null;
  /** Address to fetch; null where `mediaId` is set. */
  readonly url: string | null;
  /** Where the request named it, as a JSON pointer: for messages. */
  readonly pointer: string;
}

/** Settings that belong to single operations; absent where the request has none. */
export interface WorkOptions {
  /** Try-on. */
  readonly speed?: Speed;
  /** Try-on and generate: style directions. */
  readonly style?: string;
  /** Generate: how the products are worn. */
  readonly outfitText?: string;
  /** Generate. */
  readonly generateMode?: GenerateMode;
  /** Generate. */
  readonly presetClass?: PresetClass;
  /** Inpaint and upscale, 0 to 1. */
  readonly denoise?: number;
  /** Inpaint: the whole picture is scaled to the resolution; absent: it keeps its size. */
  readonly isScaled?: true;
  /** Inpaint, percent of the longer side. */
  readonly maskExpansionPercent?: number;
  /** Upscale. */
  readonly upscaleFactor?: UpscaleFactor;
  /** File format of the image; absent: PNG. */
  readonly outputFormat?: OutputFormat;
  /** The person or product is cut out of the finished image, whose background becomes transparent. */
  readonly isCutOut?: true;
  /** Videos. */
  readonly durationSeconds?: DurationSeconds;
}

/** The request that a job came by, for those who look into the log and the traces. */
export interface WorkOrigin {
  /** Its ID, as the answer's `X-Request-Id` said. */
  readonly request: string;
  /** Its span, as W3C Trace Context names it; absent where it was not traced. */
  readonly traceparent?: string;
}

/**
 * Everything a worker needs to know of a request: checked, defaults filled in, free of the interface it came by. It is
 * written with the job and read by whichever process takes it.
 */
export interface WorkOrder {
  readonly operation: Operation;
  readonly model: ModelName;
  readonly resolution: Resolution;
  /** Null: the operation's own rule decides. */
  readonly aspectRatio: AspectRatio | null;
  /** Null: the service picks one. */
  readonly seed: number | null;
  /** Empty where the request has none. */
  readonly prompt: string;
  readonly options: WorkOptions;
  readonly pictures: readonly PictureSource[];
  /** Saved assets that the request named, each once; absent where it named none. */
  readonly assetIds?: readonly string[];
  /** The request as it was asked; absent from jobs of the unversioned interface and of earlier versions. */
  readonly asked?: JobRequest;
  /** Absent from jobs of a version that did not note it. */
  readonly origin?: WorkOrigin;
}

/** All words of a request, for moderation. */
export function wordsOf({ prompt, options }: Pick<WorkOrder, 'prompt' | 'options'>): string {
  return [prompt, options.style, options.outfitText].filter((words) => words).join('\n');
}

/**
 * The identity of a hosted engine's work, sufficient to continue it in another process. Stored before anything else
 * happens.
 */
export interface RemoteReceipt {
  /** The engine's own ID of the work. */
  readonly remoteId: string;
  /** Other data of its calls: addresses, names. Never a key. */
  readonly details: Readonly<Record<string, string>>;
}
