import type { FailureCode, JobWarning } from '@atelier/contract';
import type { PictureRole, WorkOrder } from '../jobs/work-order.ts';

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

/** One output to make. */
export interface EngineTask {
  readonly jobId: string;
  readonly order: WorkOrder;
  /** Which output of its request this is, from 0. */
  readonly position: number;
  /** How often this job was started, from 1. */
  readonly attempt: number;
  /** Pixels of the output. */
  readonly size: { readonly width: number; readonly height: number };
  readonly pictures: readonly GatheredPicture[];
}

/** How a run is followed and stopped. */
export interface EngineControl {
  /** Aborted when the job is canceled, lost to another worker, or the service stops. */
  readonly signal: AbortSignal;
  /** Share of the work done, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** What an engine made: pixels still to be encoded (three bytes each, R, G, B), or a finished file. */
export type EngineOutput =
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number; readonly rgb: Uint8Array }
  | {
      readonly kind: 'file';
      readonly mediaKind: 'image' | 'video';
      readonly mimeType: string;
      readonly width: number;
      readonly height: number;
      readonly bytes: Uint8Array;
    };

/** How a run ended. Only what no one foresaw is thrown. */
export type EngineOutcome =
  | { readonly kind: 'made'; readonly output: EngineOutput; readonly warnings: readonly JobWarning[] }
  /** The input cannot be used; the message says which and what to change. */
  | { readonly kind: 'input_rejected'; readonly message: string }
  /** Refused by policy, because of the input or of what came out. */
  | { readonly kind: 'policy_blocked'; readonly message: string; readonly stage: 'input' | 'output' }
  /** The engine cannot serve now; trying again may help. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** The engine gave up on this task, for the stated reason. */
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string };

/** Something that makes pictures or videos. */
export interface Engine {
  /** Stands behind the operation in a job's `task`. */
  readonly name: string;
  /** Times it is started for one task while it says it is unavailable, the first one included; absent: four. */
  readonly startsMax?: number;
  /** True when it can serve the operation. */
  serves(order: Pick<WorkOrder, 'operation'>): boolean;
  /** Makes one output. Rejects with the signal's reason when aborted. */
  run(task: EngineTask, control: EngineControl): Promise<EngineOutcome>;
  /** Resolves when it can take work; rejects with the reason when it never will. */
  ready(): Promise<void>;
  close(): Promise<void>;
}
