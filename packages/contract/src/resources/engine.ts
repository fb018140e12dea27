import { MODEL_NAMES } from '../models.ts';
import { dateTime, nullable, oneOf, open, type Static, Type } from '../schema.ts';

/** A hosted engine as the admin interface shows it. */
const HostedEngine = open(
  {
    name: Type.String({ description: 'Name in the configuration file; part of `task` of its jobs.' }),
    adapter: Type.String({ description: 'Its adapter.' }),
    models: Type.Array(oneOf(MODEL_NAMES), { description: 'Models that it serves.' }),
    missing_keys: Type.Array(Type.String(), { description: 'Secrets that it needs and that have no value.' }),
    price: Type.Number({
      minimum: 0,
      description: 'What one output costs the operator, unless the model has a price of its own.',
    }),
    concurrency: Type.Integer({ minimum: 1, description: 'Tasks that run at once for one process.' }),
    requests_per_minute: nullable(
      Type.Integer({ minimum: 1, description: 'Most tasks that begin in a minute; null: no limit.' }),
    ),
    circuit: oneOf(['closed', 'open'], {
      description:
        'Open after several failures in a row: the service avoids the engine until `open_until`, then tries it with one job.',
    }),
    open_until: nullable(dateTime()),
    failures: Type.Integer({ minimum: 0, description: 'Failures since its last success.' }),
    last_error: nullable(Type.String()),
    last_failed_at: nullable(dateTime()),
    last_served_at: nullable(dateTime()),
  },
  { $id: 'HostedEngine' },
);

/** All hosted engines. */
export const EngineList = open({ engines: Type.Array(HostedEngine) });
export type EngineList = Static<typeof EngineList>;
