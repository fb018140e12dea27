import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Buckets of HTTP durations, in seconds: from a poll to an upload over a slow line. */
const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

/** Buckets of job durations, in seconds. */
const JOB_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];

/** The metrics of a process. Label values come from fixed lists, so their number is bounded. */
export type Metrics = ReturnType<typeof createMetrics>;

/** A gauge whose values lie somewhere else, such as in the database, and are the same for every process. */
export interface GaugeSource {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Rejects where it cannot be read. */
  read(): Promise<readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]>;
}

/** Metrics of this process. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    contentType: registry.contentType,
    /** All metrics in the Prometheus text format. */
    text: () => registry.metrics(),
    requestSeconds: new Histogram({
      name: 'atelier_http_request_seconds',
      help: 'Duration of HTTP requests.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    ...jobMetrics(registers),
    ...engineMetrics(registers),
    /** Adds a gauge that is read whenever the metrics are. While it cannot be read it has no values. */
    addGauge({ name, help, labelNames, read }: GaugeSource) {
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers,
        async collect() {
          this.reset();
          // Without the database there is nothing to read, and the other metrics are wanted all the more.
          const values = await read().catch(() => []);
          for (const { labels, value } of values) this.set(labels, value);
        },
      });
    },
  };
}

function jobMetrics(registers: Registry[]) {
  return {
    jobs: new Counter({
      name: 'atelier_jobs_total',
      help: 'Jobs that ended.',
      labelNames: ['operation', 'engine', 'status'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'atelier_job_seconds',
      help: 'Duration of the work on a job.',
      labelNames: ['operation', 'engine'],
      buckets: JOB_SECONDS,
      registers,
    }),
    jobsRunning: new Gauge({ name: 'atelier_jobs_running', help: 'Jobs this process works on.', registers }),
    refunds: new Counter({
      name: 'atelier_refunds_total',
      help: 'Refunded jobs, by the code they ended with.',
      labelNames: ['reason'],
      registers,
    }),
    refundedCredits: new Counter({
      name: 'atelier_refunded_credits_total',
      help: 'Refunded credits, by the code the jobs ended with.',
      labelNames: ['reason'],
      registers,
    }),
  };
}

function engineMetrics(registers: Registry[]) {
  const calls = new Counter({
    name: 'atelier_engine_runs_total',
    help: 'What hosted engines were asked for, by what came of it.',
    labelNames: ['engine', 'outcome'],
    registers,
  });
  const cost = new Counter({
    name: 'atelier_engine_cost_total',
    help: 'What outputs of hosted engines cost the operator, by the prices of the configuration.',
    labelNames: ['engine'],
    registers,
  });
  return {
    engineSeconds: new Histogram({
      name: 'atelier_engine_seconds',
      help: 'From when a job turned to an engine until the outcome; waits for its rate limit and starts after a pause included.',
      labelNames: ['engine', 'outcome'],
      buckets: JOB_SECONDS,
      registers,
    }),
    /** Counts a call of a hosted engine; `price` is its cost to the operator. */
    observeEngine(engine: string, outcome: string, price: number) {
      calls.inc({ engine, outcome });
      cost.inc({ engine }, price);
    },
  };
}
