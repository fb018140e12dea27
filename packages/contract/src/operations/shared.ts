import { NUM_IMAGES_MAX, PROMPT_LENGTH_MAX, SEED_MAX } from '../limits.ts';
import { DEFAULT_MODELS, modelsFor, type Operation, RESOLUTIONS } from '../models.ts';
import { filledText, oneOf, optional, Type } from '../schema.ts';

/** Name of the schema that is made for an operation: `text_to_video` and `Job` make `TextToVideoJob`. */
export function schemaName(operation: Operation, suffix: string): string {
  return operation.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()) + suffix;
}

/**
 * Fields every operation's body has. Each field with a default is a schema with a name, because generators of clients
 * make a field required if its default stands beside it.
 */
export function sharedFields<const O extends Operation>(operation: O) {
  return {
    model: optional(
      oneOf(modelsFor(operation), {
        $id: schemaName(operation, 'Model'),
        default: DEFAULT_MODELS[operation],
        description: 'Model that makes the output.',
      }),
    ),
    resolution: optional(
      oneOf(RESOLUTIONS, {
        $id: 'Resolution',
        default: 'standard',
        description: 'About one megapixel, or about four for `high`.',
      }),
    ),
    seed: optional(
      Type.Integer({ minimum: -SEED_MAX, maximum: SEED_MAX, description: 'Does not guarantee identical results.' }),
    ),
  };
}

/** How many outputs: each is a job of its own. */
export const numImages = () =>
  optional(
    Type.Integer({
      $id: 'NumImages',
      minimum: 1,
      maximum: NUM_IMAGES_MAX,
      default: 1,
      description: 'Number of outputs, each a job of its own.',
    }),
  );

/** Accepted for evenness where one output is all there is. */
export const oneImage = () =>
  optional(Type.Integer({ $id: 'OneImage', minimum: 1, maximum: 1, default: 1, description: 'Always one output.' }));

/** Width to height; which values there are depends on the model. */
export const aspectRatio = (omitted: string) =>
  optional(Type.String({ maxLength: 16, description: `Model-dependent; omitted, ${omitted}.` }));

/** Words for the engine. */
export const text = (description: string) => Type.String({ maxLength: PROMPT_LENGTH_MAX, description });

/** The same where it must say something. */
export const neededText = (description: string) => filledText(PROMPT_LENGTH_MAX, description);
