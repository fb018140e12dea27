import { MODEL_NAMES } from '@atelier/contract/models';
import Type, { type Static } from 'typebox';
import { ADAPTER_NAMES } from './adapter-names.ts';
import { closed, oneOf } from './schemas.ts';

const Options = Type.Record(Type.String(), Type.Unknown());
const EngineName = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,39}$',
  title: 'a name of small letters, digits and hyphens that begins with a letter, 40 characters at most',
});
const Seconds = (maximum: number) => Type.Integer({ minimum: 1, maximum });

/** A hosted engine as the configuration file names it. */
export type EnginePart = Static<typeof EnginePart>;
const EnginePart = closed({
  adapter: oneOf(...ADAPTER_NAMES),
  base_url: Type.Optional(
    Type.String({ pattern: '^https?://', title: 'an address that begins with http:// or https://' }),
  ),
  keys: Type.Optional(Type.Record(Type.String(), Type.String({ minLength: 1 }))),
  concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
  requests_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  timeout_seconds: Type.Optional(Seconds(7_200)),
  start_within_seconds: Type.Optional(Seconds(3_600)),
  price: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
  options: Type.Optional(Options),
});

/** One place in a model's list: the name of an engine, or more. */
export type RoutePart = Static<typeof RoutePart>;
const RoutePart = Type.Union([
  EngineName,
  closed({
    engine: EngineName,
    timeout_seconds: Type.Optional(Seconds(7_200)),
    price: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
    options: Type.Optional(Options),
  }),
]);
const OptionalRoutes = Type.Optional(Type.Array(RoutePart, { minItems: 1, maxItems: 10 }));

/** The part `engines` of the configuration file: hosted engines by name. */
export const EnginesPart = Type.Record(Type.String(), EnginePart);
export type EnginesPart = Static<typeof EnginesPart>;

/** The part `models`: for each public model its engines, most wanted first. */
export const ModelsPart = Type.Partial(Type.Record(Type.Enum([...MODEL_NAMES]), OptionalRoutes), {
  additionalProperties: false,
});
export type ModelsPart = Static<typeof ModelsPart>;
