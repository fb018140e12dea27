import type { FailureCode, JobWarning, Operation, PromptKind } from '@atelier/contract';
import type { PictureRole, RemoteReceipt, WorkOrder } from '../work-order.ts';

export type { RemoteReceipt } from '../work-order.ts';

/** A picture that was fetched and checked: upright, sRGB, without metadata, within the limits. */
export interface GatheredPicture {
  readonly role: PictureRole;
  /** An encoded JPEG, PNG or WebP file. */
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** JSON pointer of the field that named it, for messages. */
  readonly pointer: string;
}

/** One garment of a try-on, for a model that puts on one at a time. */
export interface OutfitPiece {
  readonly category: 'top' | 'dress' | 'trousers' | 'skirt' | 'jumpsuit';
  /** An encoded photo of the garment without a wearer. */
  readonly photo: Uint8Array;
}

/** The garments of a try-on with their kinds, or the outcome that ends the task. */
export type OutfitReading =
  | { readonly kind: 'read'; readonly pieces: readonly OutfitPiece[] }
  | Exclude<EngineOutcome, { kind: 'made' }>;

/** A finished picture whose person or product is wanted without its background. */
export interface PictureToCutOut {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel: R, G, B. */
  readonly rgb: Uint8Array;
  /** True for a picture of products without a wearer. */
  readonly isProductShot: boolean;
}

/** One output to make. */
export interface EngineTask {
  readonly jobId: string;
  readonly order: WorkOrder;
  /** Index of this output in its request, from 0. */
  readonly position: number;
  /**
   * Counts from 1. A local engine: how often this process has started it for the job. A hosted engine: its place in the
   * job's list.
   */
  readonly attempt: number;
  /** Pixels of the output; for an inpaint, the size of the paint. */
  readonly size: { readonly width: number; readonly height: number };
  readonly pictures: readonly GatheredPicture[];
  /** The garments in the order in which they are put on, for engines that need their kinds. */
  readonly outfit?: readonly OutfitPiece[];
}

/** Follows and stops a run. */
export interface EngineControl {
  /** Aborted when the job is canceled, lost to another worker, or the service stops. */
  readonly signal: AbortSignal;
  /** Share of the work done, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** A part of a picture, in its pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The output of an engine.
 *
 * - `pixels`: pixels to encode, three bytes each (R, G, B).
 * - `pixel_file`: the same as a TIFF on disk, for pixels that may exceed memory. The receiver removes the file.
 * - `file`: a finished file of an engine of this process.
 * - `delivered`: bytes of a hosted engine, not yet checked.
 * - `remote`: the address of a hosted engine's result.
 */
export type EngineOutput =
  | {
      readonly kind: 'pixels';
      readonly width: number;
      readonly height: number;
      readonly rgb: Uint8Array;
      /** Opacity of each pixel, 0 to 255; absent: the picture is opaque. */
      readonly alpha?: Uint8Array;
      /** Of an inpaint: the repainted part of the source; absent: all of it. */
      readonly place?: Place;
    }
  | { readonly kind: 'pixel_file'; readonly width: number; readonly height: number; readonly path: string }
  | {
      readonly kind: 'file';
      readonly mediaKind: 'image' | 'video';
      readonly mimeType: string;
      readonly width: number;
      readonly height: number;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'delivered'; readonly bytes: Uint8Array }
  | { readonly kind: 'remote'; readonly url: string };

/** How a run ended. Only unforeseen errors are thrown. */
export type EngineOutcome =
  | { readonly kind: 'made'; readonly output: EngineOutput; readonly warnings: readonly JobWarning[] }
  /** The input cannot be used; the message says which input and what to change. */
  | { readonly kind: 'input_rejected'; readonly message: string }
  /** Refused by policy, because of the input or the output. */
  | { readonly kind: 'policy_blocked'; readonly message: string; readonly stage: 'input' | 'output' }
  /** The engine cannot serve this and has certainly made nothing; another engine may. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** The engine gave up on this task for the stated reason. */
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string };

/** The parts of an order that decide whether an engine can serve it. */
export type ServableOrder = Pick<WorkOrder, 'model' | 'operation' | 'pictures' | 'prompt'>;

/** An engine's treatment of the words of an operation, described for the caller. */
export interface Abilities {
  readonly prompt: PromptKind;
  /** Empty if any words work. */
  readonly summary: string;
  /** Prompts that work. */
  readonly examples: readonly string[];
}

/** Why an engine will refuse an order, whatever its pictures show. */
export interface Refusal {
  /** JSON pointer of the field to change; empty if no field is at fault. */
  readonly pointer: '/prompt' | '';
  /** The limits of the engine and the alternatives, in sentences for the caller. */
  readonly message: string;
}

/** Common to every engine. */
interface AnyEngine {
  /** Follows the operation in a job's `task`. */
  readonly name: string;
  /** True if it can make the order, including its operation and number of pictures. */
  serves(order: ServableOrder): boolean;
  /** Its treatment of the words of an operation. Absent: it takes any words. */
  abilities?(operation: Operation): Abilities;
  /**
   * Why it cannot serve the order, known before a picture is looked at; null if it may. Absent: it refuses no words.
   */
  refusal?(order: ServableOrder): Refusal | null;
}

/** An engine of this process. An interrupted run is repeated. */
export interface LocalEngine extends AnyEngine {
  readonly kind: 'local';
  /** Most starts for one task while it is unavailable, the first included; absent: four. */
  readonly startsMax?: number;
  /** Makes one output. Rejects with the signal's reason when aborted. */
  run(task: EngineTask, control: EngineControl): Promise<EngineOutcome>;
  /** Recognises the kinds of the garments of a try-on. Absent if the engine cannot. Rejects as `run` does. */
  readOutfit?(task: EngineTask, control: EngineControl): Promise<OutfitReading>;
  /**
   * Cuts the person or the product out of a finished picture; `input_rejected` if none stands out. Absent if the engine
   * cannot. Rejects as `run` does.
   */
  cutOut?(picture: PictureToCutOut, control: EngineControl): Promise<EngineOutcome>;
  /** Resolves when it can take work; rejects with the reason when it never will. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** The outcome of a call that asks a hosted engine for work. */
export type StartOutcome =
  | EngineOutcome
  /** The engine works; the receipt finds the work. */
  | { readonly kind: 'started'; readonly receipt: RemoteReceipt }
  /**
   * Nothing began, and asking again may help. `busy` if the engine has no capacity for this caller (429), `broken` if
   * it does not work (503, no connection).
   */
  | {
      readonly kind: 'refused';
      readonly reason: 'busy' | 'broken';
      readonly message: string;
      readonly retryAfterMs: number | null;
    }
  /** The call broke after it was sent: work may have begun and may cost. It is never sent again. */
  | { readonly kind: 'uncertain'; readonly message: string };

/** The result of one poll of a hosted engine's work. */
export type ReadOutcome =
  | EngineOutcome
  /**
   * Not done; `progress` is 0 to 1, or null if the engine does not report it. `waitedMs`: how long the work waited for
   * its turn at the engine, which its time does not count. It is 0 if the engine does not report it.
   */
  | { readonly kind: 'working'; readonly progress: number | null; readonly waitedMs: number }
  /** The poll failed; polling again may help. */
  | { readonly kind: 'unreadable'; readonly message: string; readonly retryAfterMs: number | null };

/** A webhook message of a hosted engine. */
export interface RemoteEvent {
  /** Equal for each delivery of the same message. */
  readonly eventId: string;
  readonly remoteId: string;
}

/** An HTTP request as received, to check its signature. */
export interface RawRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/**
 * An engine elsewhere, which may cost money. Starting work and following it are separate, so a worker that dies loses
 * nothing. `start` is called once for a task unless the engine certainly began nothing.
 */
export interface HostedEngine extends AnyEngine {
  readonly kind: 'hosted';
  /** True if `start` needs the outfit of a task. Absent: it never does. */
  needsOutfit?(operation: Operation): boolean;
  /**
   * Requests one output. The signal does not cut short an engine that answers with a receipt, because only the receipt
   * can cancel the work. Rejects with the signal's reason only if no receipt will come.
   */
  start(task: EngineTask, signal: AbortSignal): Promise<StartOutcome>;
  /** Polls work that has begun, once. */
  read(receipt: RemoteReceipt, task: EngineTask, signal: AbortSignal): Promise<ReadOutcome>;
  /**
   * Why it cannot take work now, in a sentence; null if no reason is known. Absent: it cannot tell without a call for
   * work. Never throws.
   */
  trouble?(): Promise<string | null>;
  /** Asks the engine to stop; never throws. Absent if the engine has no cancellation. */
  cancel?(receipt: RemoteReceipt): Promise<void>;
  /** Finds work by the ID that the service gave it. Absent if the engine has no such call. */
  lookUp?(task: EngineTask, signal: AbortSignal): Promise<RemoteReceipt | 'absent' | 'unknown'>;
  /**
   * Reports changes while a receipt is followed, if the engine has a live channel. Ends with the signal; never throws.
   */
  watch?(receipt: RemoteReceipt, onChange: (progress: number | null) => void, signal: AbortSignal): void;
  /** Reads a message that the engine sent to the service's webhook; null if its signature is wrong. */
  readEvent?(request: RawRequest): Promise<RemoteEvent | null>;
}

/** A hosted engine as an adapter makes it: `defineAdapter` adds its kind and its name. */
export type AdapterEngine = Omit<HostedEngine, 'kind' | 'name'>;

/** Makes pictures or videos. */
export type Engine = LocalEngine | HostedEngine;
