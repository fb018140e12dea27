import type { Atelier } from '@atelier/client';
import type { Account } from '@atelier/contract';
import type { UploadPicture } from '../operations/pictures.ts';
import type { OperationRule } from '../operations/table.ts';
import type { Manifest, RowOutcome } from './manifest.ts';
import type { Pace } from './pace.ts';
import type { BatchRow } from './rows.ts';

/** The services that rows need. */
export interface BatchRoom {
  readonly client: Atelier;
  readonly rule: OperationRule;
  readonly manifest: Manifest;
  readonly pace: Pace;
  readonly upload: UploadPicture;
  readonly limits: Account['limits'];
  /** Absolute path of the folder of the results. */
  readonly folder: string;
  /** Cells of every row that does not say otherwise. */
  readonly defaults: BatchRow['cells'];
  /** Rows that run at once. */
  readonly concurrency: number;
  /** True: rows that failed in an earlier run are sent again. */
  readonly retries: boolean;
  readonly signal: AbortSignal;
}

/** How a row ended. `kept`: its jobs ended, and their credits were printed, in an earlier run. */
export type RowEnd = RowOutcome & { readonly row: BatchRow; readonly kept: boolean };
