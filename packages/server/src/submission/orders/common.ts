import { DEFAULT_MODELS, type ModelName, type Operation, type Resolution } from '@atelier/contract';
import { aspectRatioFor } from '../options.ts';
import type { WorkRequest } from '../request.ts';
import { wordsIn } from './words.ts';

/** The fields that bodies of operations share. An absent field has its default meaning. */
interface CommonInput {
  readonly model?: ModelName | undefined;
  readonly resolution?: Resolution | undefined;
  readonly num_images?: number | undefined;
  readonly aspect_ratio?: string | undefined;
  readonly seed?: number | undefined;
  readonly prompt?: string | undefined;
}

/** The common part of every operation's request, from the shared fields of its body. Throws `unsupported_option`. */
export function commonOrder(operation: Operation, input: CommonInput): Omit<WorkRequest, 'options' | 'pictures'> {
  const model = input.model ?? DEFAULT_MODELS[operation];
  return {
    operation,
    model,
    resolution: input.resolution ?? 'standard',
    count: input.num_images ?? 1,
    aspectRatio: aspectRatioFor(model, input.aspect_ratio),
    seed: input.seed ?? null,
    prompt: wordsIn(input.prompt) ?? '',
  };
}
