import { MODEL_NAMES, type ModelName } from '@atelier/contract/models';
import Type, { type Static } from 'typebox';
import { ADAPTER_NAMES, type AdapterName } from './adapter-names.ts';
import { closed, oneOf } from './schemas.ts';

/** Name of the engine that ships with the service. */
export const EMBEDDED = 'embedded';

/** Names of engines. */
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

const Options = Type.Record(Type.String(), Type.Unknown());
const EngineName = Type.String({
  pattern: NAME.source,
  title: 'a name of small letters, digits and hyphens that begins with a letter, 40 characters at most',
});
const Seconds = (maximum: number) => Type.Integer({ minimum: 1, maximum });

/** A hosted engine as the configuration file names it. */
type EnginePart = Static<typeof EnginePart>;
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

/** An entry in a model's list: the name of an engine, or an object with settings for this model. */
type RoutePart = Static<typeof RoutePart>;
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

/** The field `engines` of the configuration file: hosted engines by name. */
export const EnginesPart = Type.Record(Type.String(), EnginePart);
export type EnginesPart = Static<typeof EnginesPart>;

/** The field `models`: for each public model its engines, in the order in which they are asked. */
export const ModelsPart = Type.Partial(Type.Record(Type.Enum([...MODEL_NAMES]), OptionalRoutes), {
  additionalProperties: false,
});
export type ModelsPart = Static<typeof ModelsPart>;

/** Slots, waits and prices of a hosted engine. */
export interface EngineLimits {
  /** Tasks it works on at once for one process. */
  readonly concurrency: number;
  /** Tasks that begin in a minute, in all processes together; null for no limit. */
  readonly requestsPerMinute: number | null;
  /** How long a task is repeated while the engine refuses to start it. */
  readonly startWithinMs: number;
}

/** A hosted engine that the operator has set up. */
export interface EngineSetting {
  readonly name: string;
  readonly adapter: AdapterName;
  /** Without a slash at the end; null: the engine's public address. */
  readonly baseUrl: string | null;
  /** For keys of the adapter, the name of the secret that holds each, if it is not the usual one. */
  readonly keys: Readonly<Record<string, string>>;
  readonly limits: EngineLimits;
  /** The settings of the engine for a model whose list has only its name. */
  readonly plain: RouteSetting;
}

/** An engine in a model's list. */
export interface RouteSetting {
  readonly engine: string;
  /** From the start of the task to its result. */
  readonly timeoutMs: number;
  /** Cost of one output to the operator, in the operator's currency. */
  readonly price: number;
  /** For the adapter, which checks them. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The engines and the models that they serve. */
export interface EngineSettings {
  readonly engines: readonly EngineSetting[];
  /** Models that are not listed go to the embedded engine. */
  readonly routes: Readonly<Partial<Record<ModelName, readonly RouteSetting[]>>>;
}

/** The settings without a configuration file. */
const CONCURRENCY = 4;
const TIMEOUT_SECONDS = 600;
const START_WITHIN_SECONDS = 120;

/** Names that an operator's engine cannot have. */
const RESERVED_NAMES: readonly string[] = [EMBEDDED, 'sandbox'];

/** Reads both fields of the file. Throws an Error that names what is wrong. */
export function engineSettings(engines: EnginesPart = {}, models: ModelsPart = {}): EngineSettings {
  for (const name of Object.keys(engines)) {
    if (!NAME.test(name) || RESERVED_NAMES.includes(name))
      throw new Error(
        `/engines/${name} is not a valid name of an engine; allowed: small letters, digits and hyphens, 40 at most, and not ${RESERVED_NAMES.join(' or ')}`,
      );
  }
  const routes = Object.entries(models).map(([model, list]) => [
    model,
    list.map((part, index) => routeOf(part, engines, `/models/${model}/${index}`)),
  ]);
  return {
    engines: Object.entries(engines).map(([name, part]) => engineOf(name, part, engines)),
    routes: Object.fromEntries(routes),
  };
}

function engineOf(name: string, part: EnginePart, engines: EnginesPart): EngineSetting {
  return {
    name,
    adapter: part.adapter,
    baseUrl: part.base_url?.replace(/\/+$/, '') ?? null,
    keys: part.keys ?? {},
    limits: {
      concurrency: part.concurrency ?? CONCURRENCY,
      requestsPerMinute: part.requests_per_minute ?? null,
      startWithinMs: (part.start_within_seconds ?? START_WITHIN_SECONDS) * 1000,
    },
    plain: routeOf(name, engines, `/engines/${name}`),
  };
}

function routeOf(part: RoutePart, engines: EnginesPart, pointer: string): RouteSetting {
  const route = typeof part === 'string' ? { engine: part } : part;
  const engine = engines[route.engine];
  if (!engine && route.engine !== EMBEDDED)
    throw new Error(
      `${pointer} names the engine ${route.engine}; allowed: ${[EMBEDDED, ...Object.keys(engines)].join(', ')}`,
    );
  return {
    engine: route.engine,
    timeoutMs: (route.timeout_seconds ?? engine?.timeout_seconds ?? TIMEOUT_SECONDS) * 1000,
    price: route.price ?? engine?.price ?? 0,
    options: { ...engine?.options, ...route.options },
  };
}
