import type { PlanName } from '@atelier/contract';
import { NUM_IMAGES_MAX } from '@atelier/contract/limits';
import { MODEL_NAMES, MODELS, type ModelName, RESOLUTIONS, type Resolution } from '@atelier/contract/models';

/** The limits of a plan, by the names of the configuration file and of the account. */
export interface Plan {
  readonly name: PlanName;
  /** Outputs of one request. */
  readonly num_images: number;
  /** Jobs of the workspace that may be waiting or running at once. */
  readonly unfinished_jobs: number;
  readonly resolutions: readonly Resolution[];
  /** Requests of the workspace, with all its keys; over it they are `rate_limited`. */
  readonly requests_per_minute: number;
  /**
   * Bytes of pictures and videos that the workspace may hold; null: no limit. Uploads over it are refused, and new work
   * is once it is reached.
   */
  readonly storage_bytes: number | null;
  /** Bytes that the workspace may upload a day (UTC); null: no limit. */
  readonly upload_bytes_per_day: number | null;
  /** Models every workspace of the plan may use; further ones by access of its own. */
  readonly models: readonly ModelName[];
}

/** The plans as this service runs them. */
export type Plans = Readonly<Record<PlanName, Plan>>;

/** Bytes of a GiB. */
const GIBIBYTE = 1024 ** 3;

const UNGATED = MODEL_NAMES.filter((name) => !MODELS[name].gated);

/** Common to the plans without narrow limits. */
const WIDE = { num_images: NUM_IMAGES_MAX, resolutions: RESOLUTIONS, models: UNGATED } as const;

/** The plans where the operator does not say otherwise. */
export const DEFAULT_PLANS: Plans = {
  free: {
    name: 'free',
    num_images: 2,
    unfinished_jobs: 4,
    resolutions: ['standard'],
    requests_per_minute: 120,
    storage_bytes: 10 * GIBIBYTE,
    upload_bytes_per_day: 2 * GIBIBYTE,
    models: UNGATED,
  },
  pro: {
    ...WIDE,
    name: 'pro',
    unfinished_jobs: 200,
    requests_per_minute: 1_200,
    storage_bytes: 100 * GIBIBYTE,
    upload_bytes_per_day: 20 * GIBIBYTE,
  },
  enterprise: {
    ...WIDE,
    name: 'enterprise',
    unfinished_jobs: 20_000,
    requests_per_minute: 60_000,
    storage_bytes: 2_048 * GIBIBYTE,
    upload_bytes_per_day: 400 * GIBIBYTE,
  },
};

/** True when a workspace may use the model: its plan has it, or access was given to it. */
export function mayUse(model: ModelName, { models }: Plan, modelAccess: readonly ModelName[]): boolean {
  return models.includes(model) || modelAccess.includes(model);
}
