import { MODEL_NAMES } from '../models.ts';
import { dateTime, nullable, oneOf, open, type Static, Type } from '../schema.ts';

/** A hosted engine as the admin interface shows it. */
const HostedEngine = open(
  {
    name: Type.String({ description: 'As the configuration file calls it; part of `task` of the jobs it serves.' }),
    adapter: Type.String({ description: 'The protocol it speaks.' }),
    models: Type.Array(oneOf(MODEL_NAMES), { description: 'Models that name it.' }),
    missing_keys: Type.Array(Type.String(), { description: 'Secrets it needs and that have no value.' }),
    price: Type.Number({
      minimum: 0,
      description: 'What one output costs the operator, where a model does not say otherwise.',
    }),
    concurrency: Type.Integer({ minimum: 1, description: 'Tasks it works on at once for one process.' }),
    requests_per_minute: nullable(
      Type.Integer({ minimum: 1, description: 'Tasks begun in a minute at most; null: as many as come.' }),
    ),
    circuit: oneOf(['closed', 'open'], {
      description:
        'Open after several failures in a row: it is left alone until `open_until`, then tried with one job.',
    }),
    open_until: nullable(dateTime()),
    failures: Type.Integer({ minimum: 0, description: 'Since it last served.' }),
    last_error: nullable(Type.String()),
    last_failed_at: nullable(dateTime()),
    last_served_at: nullable(dateTime()),
  },
  { $id: 'HostedEngine' },
);

/** All hosted engines. */
export const EngineList = open({ engines: Type.Array(HostedEngine) });
export type EngineList = Static<typeof EngineList>;
