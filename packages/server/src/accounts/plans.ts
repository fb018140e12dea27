import type { PlanName } from '@atelier/contract';
import { NUM_IMAGES_MAX } from '@atelier/contract/limits';
import { MODEL_NAMES, MODELS, type ModelName, RESOLUTIONS, type Resolution } from '@atelier/contract/models';

/** The limits of a plan. */
export interface Plan {
  readonly name: PlanName;
  /** Outputs of one request. */
  readonly numImagesMax: number;
  /** Jobs of the workspace that may be waiting or running at once. */
  readonly unfinishedJobsMax: number;
  readonly resolutions: readonly Resolution[];
  /** Requests of the workspace, with all its keys; over it they are `rate_limited`. */
  readonly requestsPerMinute: number;
  /**
   * Bytes of pictures and videos that the workspace may hold; null: no limit. Uploads over it are refused, and new work
   * is once it is reached.
   */
  readonly heldBytesMax: number | null;
  /** Bytes that the workspace may upload a day (UTC); null: no limit. */
  readonly dayUploadBytesMax: number | null;
  /** Models every workspace of the plan may use; further ones by access of its own. */
  readonly models: readonly ModelName[];
}

/** The plans as this service runs them. */
export type Plans = Readonly<Record<PlanName, Plan>>;

/** Bytes of a GiB. */
const GIBIBYTE = 1024 ** 3;

const UNGATED = MODEL_NAMES.filter((name) => !MODELS[name].gated);

/** Common to the plans without narrow limits. */
const WIDE = { numImagesMax: NUM_IMAGES_MAX, resolutions: RESOLUTIONS, models: UNGATED } as const;

/** The plans where the operator does not say otherwise. */
export const DEFAULT_PLANS: Plans = {
  free: {
    name: 'free',
    numImagesMax: 2,
    unfinishedJobsMax: 4,
    resolutions: ['standard'],
    requestsPerMinute: 120,
    heldBytesMax: 10 * GIBIBYTE,
    dayUploadBytesMax: 2 * GIBIBYTE,
    models: UNGATED,
  },
  pro: {
    ...WIDE,
    name: 'pro',
    unfinishedJobsMax: 200,
    requestsPerMinute: 1_200,
    heldBytesMax: 100 * GIBIBYTE,
    dayUploadBytesMax: 20 * GIBIBYTE,
  },
  enterprise: {
    ...WIDE,
    name: 'enterprise',
    unfinishedJobsMax: 20_000,
    requestsPerMinute: 60_000,
    heldBytesMax: 2_048 * GIBIBYTE,
    dayUploadBytesMax: 400 * GIBIBYTE,
  },
};

/** True when a workspace may use the model: its plan has it, or access was given to it. */
export function mayUse(model: ModelName, { models }: Plan, modelAccess: readonly ModelName[]): boolean {
  return models.includes(model) || modelAccess.includes(model);
}
