import { ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import type { CatalogueEntry } from '../../engines/catalogue.ts';
import { type EngineState, listEngineStates } from '../../engines/states.ts';
import type { AdminRoom } from '../room.ts';
import { route } from '../route.ts';

/** Hosted engines and how they fare, under `/admin/engines`. */
export function addEngineRoutes(app: FastifyInstance, room: AdminRoom): void {
  route(app, room, ENDPOINTS.listEngines, async () => {
    const states = new Map((await listEngineStates(room.db)).map((state) => [state.engine, state]));
    return { engines: room.engines.entries.map((entry) => engineView(entry, states.get(entry.name))) };
  });
}

function engineView(
  { name, adapter, models, missingKeys, limits, price }: CatalogueEntry,
  state: EngineState | undefined,
) {
  const time = (date: Date | null | undefined) => date?.toISOString() ?? null;
  return {
    name,
    adapter,
    models: [...models],
    missing_keys: [...missingKeys],
    price,
    concurrency: limits.concurrency,
    requests_per_minute: limits.requestsPerMinute,
    circuit: state?.open_until ? ('open' as const) : ('closed' as const),
    open_until: time(state?.open_until),
    failures: state?.failures ?? 0,
    last_error: state?.last_error ?? null,
    last_failed_at: time(state?.last_failed_at),
    last_served_at: time(state?.last_served_at),
  };
}
