import type { ModelName, PlanName, Resolution } from '@atelier/contract';
import { MODELS, NUM_IMAGES_MAX } from '@atelier/contract';

/** What a plan allows. */
export interface Plan {
  readonly name: PlanName;
  /** Outputs of one request. */
  readonly numImagesMax: number;
  /** Jobs of the workspace that may be waiting or running at once. */
  readonly unfinishedJobsMax: number;
  readonly resolutions: readonly Resolution[];
  /** Requests of the workspace, with all its keys; over it they are `rate_limited`. */
  readonly requestsPerMinute: number;
}

/** The plans. */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: { name: 'free', numImagesMax: 2, unfinishedJobsMax: 4, resolutions: ['standard'], requestsPerMinute: 120 },
  pro: {
    name: 'pro',
    numImagesMax: NUM_IMAGES_MAX,
    unfinishedJobsMax: 200,
    resolutions: ['standard', 'high'],
    requestsPerMinute: 1_200,
  },
  enterprise: {
    name: 'enterprise',
    numImagesMax: NUM_IMAGES_MAX,
    unfinishedJobsMax: 20_000,
    resolutions: ['standard', 'high'],
    requestsPerMinute: 60_000,
  },
};

/** True when the workspace may use the model: it is open to all, or access was given. */
export function mayUse(model: ModelName, modelAccess: readonly string[]): boolean {
  return !MODELS[model].gated || modelAccess.includes(model);
}
