import type { FailureCode, JobWarning, Operation, PromptKind } from '@atelier/contract';
import type { RunReceipt } from '../database/run-receipt.ts';
import type { PictureRole, WorkOrder } from '../work-order.ts';

/** A picture that was fetched and checked: upright, sRGB, free of metadata, within the limits. */
export interface GatheredPicture {
  readonly role: PictureRole;
  /** An encoded JPEG, PNG or WebP file. */
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** JSON pointer of the field that named it: for messages. */
  readonly pointer: string;
}

/** One garment of a try-on, as a model takes it that puts on one at a time. */
export interface OutfitPiece {
  readonly category: 'top' | 'dress' | 'trousers' | 'skirt' | 'jumpsuit';
  /** An encoded photo of the garment that nobody wears. */
  readonly photo: Uint8Array;
}

/** What a look at the garments of a try-on came to: they are read, or the task ends here. */
export type OutfitReading =
  | { readonly kind: 'read'; readonly pieces: readonly OutfitPiece[] }
  | Exclude<EngineOutcome, { kind: 'made' }>;

/** One output to make. */
export interface EngineTask {
  readonly jobId: string;
  readonly order: WorkOrder;
  /** Which output of its request this is, from 0. */
  readonly position: number;
  /**
   * How often this process has started an engine of its own for the job, or which place of the list a hosted one has
   * for it, from 1.
   */
  readonly attempt: number;
  /** Pixels of the output; of an inpaint those at which to paint. */
  readonly size: { readonly width: number; readonly height: number };
  readonly pictures: readonly GatheredPicture[];
  /** The garments in the order in which they are put on, for engines that need them read. */
  readonly outfit?: readonly OutfitPiece[];
}

/** How a run is followed and stopped. */
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
 * What an engine made: pixels still to be encoded (three bytes each, R, G, B), the same on disk where they may be too
 * many for memory (TIFF; whoever has the path removes the file), a finished file of ours, or what a hosted engine
 * delivered: bytes nobody has looked at yet, or the address where they lie.
 */
export type EngineOutput =
  | {
      readonly kind: 'pixels';
      readonly width: number;
      readonly height: number;
      readonly rgb: Uint8Array;
      /** Of an inpaint: the part of the source that was painted anew; absent: all of it. */
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

/** How a run ended. Only what no one foresaw is thrown. */
export type EngineOutcome =
  | { readonly kind: 'made'; readonly output: EngineOutput; readonly warnings: readonly JobWarning[] }
  /** The input cannot be used; the message says which and what to change. */
  | { readonly kind: 'input_rejected'; readonly message: string }
  /** Refused by policy, because of the input or of what came out. */
  | { readonly kind: 'policy_blocked'; readonly message: string; readonly stage: 'input' | 'output' }
  /** The engine cannot serve this and has certainly made nothing; another one may. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** The engine gave up on this task, for the stated reason. */
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string };

/** What decides whether an engine can serve an order. */
export type ServableOrder = Pick<WorkOrder, 'model' | 'operation' | 'pictures' | 'prompt'>;

/** What an engine makes of the words of an operation, for the person who asks. */
export interface Abilities {
  readonly prompt: PromptKind;
  /** Empty where any words work. */
  readonly summary: string;
  /** Prompts that work. */
  readonly examples: readonly string[];
}

/** Why an engine will refuse an order whatever its pictures show. */
export interface Refusal {
  /** JSON pointer of the field that is to blame; empty where none is. */
  readonly pointer: '/prompt' | '';
  /** What cannot be done, and what could be instead: sentences for the person who asks. */
  readonly message: string;
}

/** What every engine has. */
interface AnyEngine {
  /** Stands behind the operation in a job's `task`. */
  readonly name: string;
  /** True when it can make what the order asks for, its operation and the number of its pictures considered. */
  serves(order: ServableOrder): boolean;
  /** What it does with the words of an operation. Absent: it takes any words. */
  abilities?(operation: Operation): Abilities;
  /**
   * Known before a picture is looked at: why it cannot make what it serves; null where it may. Absent: it refuses no
   * words.
   */
  refusal?(order: ServableOrder): Refusal | null;
}

/** An engine of this process: a run that was cut short is simply run again. */
export interface LocalEngine extends AnyEngine {
  readonly kind: 'local';
  /** Times it is started for one task while it says it is unavailable, the first one included; absent: four. */
  readonly startsMax?: number;
  /** Makes one output. Rejects with the signal's reason when aborted. */
  run(task: EngineTask, control: EngineControl): Promise<EngineOutcome>;
  /** Reads the garments of a try-on, and makes nothing. Absent: it cannot. Rejects as `run` does. */
  readOutfit?(task: EngineTask, control: EngineControl): Promise<OutfitReading>;
  /** Resolves when it can take work; rejects with the reason when it never will. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** What finds a hosted engine's work again. Kept before anything else happens. */
export type RemoteReceipt = RunReceipt;

/** What became of a call that asks a hosted engine for work. */
export type StartOutcome =
  | EngineOutcome
  /** It works; the receipt finds it. */
  | { readonly kind: 'started'; readonly receipt: RemoteReceipt }
  /**
   * Certainly nothing began, and asking again may help: `busy` where the engine has no room for us now (429), `broken`
   * where it is not well (503, no connection).
   */
  | {
      readonly kind: 'refused';
      readonly reason: 'busy' | 'broken';
      readonly message: string;
      readonly retryAfterMs: number | null;
    }
  /** The call broke after it was sent: work may have begun, and may cost. It is never sent again. */
  | { readonly kind: 'uncertain'; readonly message: string };

/** What a look at a hosted engine's work showed. */
export type ReadOutcome =
  | EngineOutcome
  /** Not done; `progress` 0 to 1 where the engine tells it. */
  | { readonly kind: 'working'; readonly progress: number | null }
  /** The look failed; looking again may help. */
  | { readonly kind: 'unreadable'; readonly message: string; readonly retryAfterMs: number | null };

/** A message a hosted engine sent by itself. */
export interface RemoteEvent {
  /** The same for each delivery of the same message. */
  readonly eventId: string;
  readonly remoteId: string;
}

/** An HTTP request as it came, for checks of its signature. */
export interface RawRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/**
 * An engine somewhere else, which may cost money. Asking for work and following it are apart, so that a worker that
 * dies loses nothing: `start` is called once for a task unless the engine certainly began nothing.
 */
export interface HostedEngine extends AnyEngine {
  readonly kind: 'hosted';
  /** True where `start` needs the outfit of a task. Absent: it never does. */
  needsOutfit?(operation: Operation): boolean;
  /**
   * Asks for one output. An engine that answers with a receipt is not cut short by the signal: the receipt is what can
   * cancel the work. Rejects with the signal's reason only where no receipt will come.
   */
  start(task: EngineTask, signal: AbortSignal): Promise<StartOutcome>;
  /** Looks once at work that began. */
  read(receipt: RemoteReceipt, task: EngineTask, signal: AbortSignal): Promise<ReadOutcome>;
  /**
   * What keeps it from taking work at present, in a sentence; null where nothing is known to. Absent: it cannot be
   * asked without a call for work. Never throws.
   */
  trouble?(): Promise<string | null>;
  /** Asks the engine to stop; does its best and never throws. Absent where it takes no cancellation. */
  cancel?(receipt: RemoteReceipt): Promise<void>;
  /** Finds work by the ID of ours it was started under. Absent where the engine offers no such way. */
  lookUp?(task: EngineTask, signal: AbortSignal): Promise<RemoteReceipt | 'absent' | 'unknown'>;
  /**
   * Tells of changes while a receipt is followed, where the engine has a live channel. Ends with the signal; never
   * throws.
   */
  watch?(receipt: RemoteReceipt, onChange: (progress: number | null) => void, signal: AbortSignal): void;
  /** Reads a message the engine sent to our webhook address; null where its signature does not hold. */
  readEvent?(request: RawRequest): Promise<RemoteEvent | null>;
}

/** Something that makes pictures or videos. */
export type Engine = LocalEngine | HostedEngine;
