import { type AspectRatio, ERRORS, MODELS, type ModelName, type Resolution, type Speed } from '@atelier/contract';
import { mayUse, type Plan } from '../accounts/plans.ts';
import type { Workspace } from '../accounts/workspaces.ts';
import { Fault } from '../fault.ts';
import type { RequestedPicture } from './request.ts';

/**
 * The aspect ratio of a request, or null. Throws `unsupported_option`, which lists the allowed ones, if the model
 * does not have it.
 */
export function aspectRatioFor(model: ModelName, given: string | undefined): AspectRatio | null {
  return choose('aspect_ratio', model, given, MODELS[model].aspectRatios) ?? null;
}

/**
 * The speed of a request, or undefined. Throws `unsupported_option`, which lists the allowed ones, if the model does
 * not have it.
 */
export function speedFor(model: ModelName, given: string | undefined): Speed | undefined {
  return choose('speed', model, given, MODELS[model].speeds);
}

function choose<T extends string>(
  field: string,
  model: ModelName,
  given: string | undefined,
  allowed: readonly T[],
): T | undefined {
  const found = allowed.find((choice) => choice === given);
  if (given === undefined || found !== undefined) return found;
  throw new Fault(
    'unsupported_option',
    `/${field} is ${JSON.stringify(given)}; allowed for the model ${model}: ${allowed.join(', ') || 'none'}.`,
  );
}

/** Throws `unsupported_option` if the model takes fewer garments; the message names the first that is too many. */
export function checkGarmentCount(model: ModelName, garments: readonly RequestedPicture[]): void {
  const limit = MODELS[model].garmentsMax;
  const excess = garments[limit];
  if (excess)
    throw new Fault(
      'unsupported_option',
      `${excess.pointer}: the model ${model} takes at most ${limit} garment${limit === 1 ? '' : 's'}; ${garments.length} were given.`,
    );
}

/** Throws `model_access_required` or `plan_limit_exceeded` when the workspace may not ask for this. */
export function checkPlan(
  plan: Plan,
  { model_access: modelAccess }: Workspace,
  { model, resolution, count }: { model: ModelName; resolution: Resolution; count: number },
): void {
  if (!mayUse(model, plan, modelAccess))
    throw new Fault(
      'model_access_required',
      `The workspace has no access to the model ${model}. ${ERRORS.model_access_required.advice}`,
    );
  if (!plan.resolutions.includes(resolution)) {
    throw new Fault(
      'plan_limit_exceeded',
      `The resolution is ${resolution}; the plan ${plan.name} allows ${plan.resolutions.join(', ')}.`,
    );
  }
  if (count > plan.num_images) {
    throw new Fault(
      'plan_limit_exceeded',
      `The plan ${plan.name} makes at most ${plan.num_images} images a request; ${count} were requested.`,
    );
  }
}

/** The fault `plan_limit_exceeded` for a request whose jobs would exceed the plan's limit of unfinished jobs. */
export function tooManyUnfinished({ name, unfinished_jobs }: Plan, unfinished: number): Fault {
  return new Fault(
    'plan_limit_exceeded',
    `The plan ${name} allows ${unfinished_jobs} unfinished jobs; with this request there would be ${unfinished}.`,
  );
}
