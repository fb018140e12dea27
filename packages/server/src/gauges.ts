import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './database/connection.ts';
import type { EngineCatalogue } from './engines/catalogue.ts';
import { listEngineStates } from './engines/states.ts';
import type { Metrics } from './metrics.ts';

/** The sources of the gauges. */
export interface GaugesRoom {
  readonly db: Database;
  readonly clock: Clock;
  readonly engines: Pick<EngineCatalogue, 'entries'>;
  readonly metrics: Metrics;
}

/** Adds the gauges that every process reads from the database: the same figures, whichever is asked. */
export function addGauges({ db, clock, engines, metrics }: GaugesRoom): void {
  metrics.addGauge({
    name: 'atelier_engine_circuit_open',
    help: '1 while a hosted engine is left alone because it failed, else 0.',
    labelNames: ['engine'],
    async read() {
      const open = new Map((await listEngineStates(db)).map(({ engine, open_until }) => [engine, open_until !== null]));
      return engines.entries.map(({ name }) => ({ labels: { engine: name }, value: open.get(name) ? 1 : 0 }));
    },
  });
  metrics.addGauge({
    name: 'atelier_jobs_unfinished',
    help: 'Jobs that wait or are worked on.',
    labelNames: ['model', 'status'],
    read: async () =>
      (await unfinished(db)).map(({ model, status, count }) => ({ labels: { model, status }, value: Number(count) })),
  });
  metrics.addGauge({
    name: 'atelier_oldest_waiting_seconds',
    help: 'Age of the oldest job that waits.',
    labelNames: ['model'],
    read: async () =>
      (await unfinished(db))
        .filter(({ status }) => status === 'pending')
        .map(({ model, oldest }) => ({ labels: { model }, value: (clock.now().getTime() - oldest.getTime()) / 1000 })),
  });
}

interface Unfinished {
  readonly model: string;
  readonly status: string;
  readonly count: string;
  readonly oldest: Date;
}

/** Index: jobs_unfinished. */
async function unfinished(db: Database): Promise<Unfinished[]> {
  const { rows } = await sql<Unfinished>`
    select model, status, count(*) as count, min(created_at) as oldest from jobs
    where finished_at is null group by model, status`.execute(db);
  return rows;
}
