import type { ModelName } from '@atelier/contract';
import type { AdapterName } from './adapter-names.ts';
import type { EnginePart, EnginesPart, ModelsPart, RoutePart } from './settings-schema.ts';

/** Name of the engine that ships with the service. */
export const EMBEDDED = 'embedded';

/** Slots, waits and prices of a hosted engine. */
export interface EngineLimits {
  /** Tasks it works on at once for one process. */
  readonly concurrency: number;
  /** Tasks begun in a minute, over all processes; null: as many as come. */
  readonly requestsPerMinute: number | null;
  /** How long a task may be asked for again while the engine refuses. */
  readonly startWithinMs: number;
}

/** A hosted engine that the operator has set up. */
export interface EngineSetting {
  readonly name: string;
  readonly adapter: AdapterName;
  /** Without a slash at the end; null: the engine's public address. */
  readonly baseUrl: string | null;
  /** For each key the adapter knows, the name of the secret that holds it, where it is not the usual one. */
  readonly keys: Readonly<Record<string, string>>;
  readonly limits: EngineLimits;
  /** The engine as it serves where a model's list says no more than its name. */
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
  /** Models that are absent go to the embedded engine. */
  readonly routes: Readonly<Partial<Record<ModelName, readonly RouteSetting[]>>>;
}

/** Where the file says nothing of them. */
const CONCURRENCY = 4;
const TIMEOUT_SECONDS = 600;
const START_WITHIN_SECONDS = 120;

/** Names no engine of the operator's may have. */
const RESERVED_NAMES: readonly string[] = [EMBEDDED, 'sandbox'];

/** Reads both parts of the file. Throws an Error that names what is wrong. */
export function engineSettings(engines: EnginesPart = {}, models: ModelsPart = {}): EngineSettings {
  for (const name of Object.keys(engines)) {
    if (!/^[a-z][a-z0-9-]{0,39}$/.test(name) || RESERVED_NAMES.includes(name))
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
