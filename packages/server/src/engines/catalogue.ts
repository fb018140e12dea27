import type { ModelName } from '@atelier/contract';
import type { Static, TSchema } from 'typebox';
import { EMBEDDED_LANE, hostedLane, type Lane, SANDBOX_LANE } from '../database/queue-entries.ts';
import { schemaCheck } from '../schema-check.ts';
import type { AdapterName } from './adapter-names.ts';
import { guardedHosted, guardedLocal } from './guarded.ts';
import type { AdapterEngine, Engine, HostedEngine, LocalEngine, Refusal, ServableOrder } from './port.ts';
import type { Secrets } from './secrets.ts';
import type { EngineLimits, EngineSetting, EngineSettings, RouteSetting } from './settings.ts';

/** The settings with which an adapter is made. */
export interface AdapterSetup<Options>
  extends Pick<EngineSetting, 'name' | 'baseUrl'>,
    Pick<RouteSetting, 'timeoutMs'> {
  /** Options that match the adapter's schema. */
  readonly options: Options;
  /** The value of a key that the adapter declares; null if the operator has set none. */
  readonly key: (name: string) => string | null;
  /** The address for messages of the engine; null if the service has no public address. */
  readonly webhookUrl: string | null;
}

/** An adapter: it calls hosted engines by one protocol. */
export type Adapter = ReturnType<typeof defineAdapter>;

/** Defines an adapter, whose options are checked before it gets them. */
export function defineAdapter<T extends TSchema>({
  keys,
  optionalKeys = [],
  options,
  create,
}: {
  /** Its keys: their names in the configuration, and the usual variable of each. */
  readonly keys: Readonly<Record<string, string>>;
  /** Keys that may be missing. */
  readonly optionalKeys?: readonly string[];
  readonly options: T;
  readonly create: (setup: AdapterSetup<Static<T>>) => AdapterEngine;
}) {
  const check = schemaCheck(options);
  return {
    keys,
    optionalKeys,
    /** Throws an Error if the options do not match the adapter's schema. */
    create(setup: AdapterSetup<unknown>): HostedEngine {
      const checked = check(setup.options, '/options');
      if (!checked.ok) throw new Error(checked.problem);
      return { ...create({ ...setup, options: checked.value }), kind: 'hosted', name: setup.name };
    },
  };
}

/** An engine for an order, and how it is used. */
export interface EngineRoute extends Omit<RouteSetting, 'engine' | 'options'> {
  readonly engine: Engine;
  readonly limits: EngineLimits;
}

/** A hosted engine as the operator sees it. */
export type CatalogueEntry = ReturnType<typeof entryOf>;

/** All engines of the service, and which of them serve an order. */
export type EngineCatalogue = ReturnType<typeof engineCatalogue>;

/** The input of a catalogue. */
export interface CatalogueParts {
  readonly settings: EngineSettings;
  readonly adapters: Readonly<Record<AdapterName, Adapter>>;
  readonly secrets: Secrets;
  readonly publicUrl: string | null;
  readonly embedded: LocalEngine;
  readonly sandbox: LocalEngine;
  /** Sandbox jobs at once in one process. */
  readonly sandboxConcurrency: number;
}

/** Path under which engines send their messages; their name follows. */
const ENGINE_WEBHOOKS_PATH = '/engine-webhooks';

/** Runs of the embedded engine at once: one, because a run uses all cores. */
const EMBEDDED_CONCURRENCY = 1;

/** Limits for engines of this process, which need none. */
const NO_LIMITS: EngineLimits = { concurrency: EMBEDDED_CONCURRENCY, requestsPerMinute: null, startWithinMs: 0 };

/** Makes every engine that the operator configured. Throws an Error that names the place of a mistake in the file. */
export function engineCatalogue(parts: CatalogueParts) {
  const { settings, sandbox, sandboxConcurrency } = parts;
  const settingOf = new Map(settings.engines.map((setting) => [setting.name, setting]));
  const embeddedRoute = localRoute(parts.embedded);
  const make = (route: RouteSetting, pointer: string): EngineRoute => {
    const setting = settingOf.get(route.engine);
    if (!setting) return { ...embeddedRoute, timeoutMs: route.timeoutMs, price: route.price };
    return hostedRoute(parts, setting, route, pointer);
  };
  const hosted = new Map(
    settings.engines.map((setting) => [setting.name, make(setting.plain, `/engines/${setting.name}`)]),
  );
  const routes = new Map(
    Object.entries(settings.routes).map(([model, list]) => [
      model,
      list.map((route, index) => make(route, `/models/${model}/${index}`)),
    ]),
  );

  /**
   * The engines that serve an operation with these pictures, in the order of the configuration. The words do not count.
   */
  const serving = (order: ServableOrder, isSandbox: boolean): readonly EngineRoute[] => {
    if (isSandbox) return [localRoute(sandbox)];
    return (routes.get(order.model) ?? [embeddedRoute]).filter(({ engine }) => engine.serves(order));
  };
  /**
   * The engines that serve an order, in the order of the configuration. Leaves out those that will refuse its words, if
   * another engine takes them. Sandbox jobs always go to the sandbox engine.
   */
  const routesOf = (order: ServableOrder, isSandbox: boolean): readonly EngineRoute[] => {
    const all = serving(order, isSandbox);
    const willing = all.filter(({ engine }) => !engine.refusal?.(order));
    return willing.length > 0 ? willing : all;
  };
  return {
    serving,
    routesOf,
    /** Why all engines for an order will refuse it, whatever its pictures show; null if one may make it. */
    refusalOf(order: ServableOrder, isSandbox: boolean): Refusal | null {
      const [first] = routesOf(order, isSandbox);
      if (!first) return { pointer: '', message: nobodyServes(order) };
      return first.engine.refusal?.(order) ?? null;
    },
    /** The lane in which an order waits: that of its first engine. */
    laneOf(order: ServableOrder, isSandbox: boolean): Lane {
      if (isSandbox) return SANDBOX_LANE;
      const [first] = routesOf(order, false);
      return first?.engine.kind === 'hosted' ? hostedLane(first.engine.name) : EMBEDDED_LANE;
    },
    /** Each lane, and how many jobs of it run at once in one process. */
    lanes: new Map<Lane, number>([
      [EMBEDDED_LANE, EMBEDDED_CONCURRENCY],
      [SANDBOX_LANE, sandboxConcurrency],
      ...settings.engines.map(({ name, limits }): [Lane, number] => [hostedLane(name), limits.concurrency]),
    ]),
    /** A hosted engine by name. */
    hosted: (name: string) => hosted.get(name) ?? null,
    entries: settings.engines.map((setting) => entryOf(parts, setting)),
  };
}

function nobodyServes({ operation, model, pictures }: ServableOrder): string {
  const shown =
    pictures.length === 0 ? 'words alone' : `images of the kinds ${pictures.map(({ role }) => role).join(', ')}`;
  return `No engine of this service performs ${operation} with the model ${model} for ${shown}. GET /v1/models lists what each model can do.`;
}

function localRoute(engine: LocalEngine): EngineRoute {
  return { engine: guardedLocal(engine), limits: NO_LIMITS, timeoutMs: Number.POSITIVE_INFINITY, price: 0 };
}

function hostedRoute(
  { adapters, secrets, publicUrl }: CatalogueParts,
  setting: EngineSetting,
  route: RouteSetting,
  pointer: string,
): EngineRoute {
  const adapter = adapters[setting.adapter];
  try {
    checkKeys(adapter, setting);
    const engine = adapter.create({
      name: setting.name,
      baseUrl: setting.baseUrl,
      options: route.options,
      key: (name) => secrets.get(secretName(adapter, setting, name)),
      webhookUrl: publicUrl === null ? null : `${publicUrl}${ENGINE_WEBHOOKS_PATH}/${setting.name}`,
      timeoutMs: route.timeoutMs,
    });
    return {
      engine: guardedHosted(engine, secrets),
      limits: setting.limits,
      timeoutMs: route.timeoutMs,
      price: route.price,
    };
  } catch (error) {
    throw new Error(`${pointer}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function checkKeys({ keys }: Adapter, setting: EngineSetting): void {
  const wrong = Object.keys(setting.keys).find((name) => !Object.hasOwn(keys, name));
  if (wrong !== undefined)
    throw new Error(
      `keys/${wrong} is not a key of the adapter ${setting.adapter}; allowed: ${Object.keys(keys).join(', ')}`,
    );
  // The message does not repeat it: if the name is missing, the text is the key itself.
  const [pasted] = Object.entries(setting.keys).find(([, variable]) => !/^[A-Z][A-Z0-9_]*$/.test(variable)) ?? [];
  if (pasted !== undefined)
    throw new Error(
      `keys/${pasted} must name a variable, in capitals such as FAL_KEY; the key itself belongs in the environment`,
    );
}

function secretName(adapter: Adapter, setting: EngineSetting, key: string): string {
  const usual = adapter.keys[key];
  if (usual === undefined)
    throw new Error(`the adapter ${setting.adapter} asked for the key ${key}, which it does not declare`);
  return setting.keys[key] ?? usual;
}

function entryOf({ settings, adapters, secrets }: CatalogueParts, setting: EngineSetting) {
  const adapter = adapters[setting.adapter];
  const names = Object.keys(adapter.keys).map((key) => [key, secretName(adapter, setting, key)] as const);
  const needed = names.flatMap(([key, name]) => (adapter.optionalKeys.includes(key) ? [] : [name]));
  const models = Object.entries(settings.routes).filter(([, list]) =>
    list.some(({ engine }) => engine === setting.name),
  );
  return {
    name: setting.name,
    adapter: setting.adapter,
    /** Models that name it. */
    models: models.map(([model]) => model as ModelName),
    /** Names of the secrets it reads. */
    keys: names.map(([, name]) => name),
    /** Names of the secrets that it needs and that have no value. */
    missingKeys: needed.filter((name) => secrets.get(name) === null),
    limits: setting.limits,
    /** Default cost of one output to the operator, in the operator's currency. */
    price: setting.plain.price,
  };
}
