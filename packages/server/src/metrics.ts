import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Buckets of HTTP durations, in seconds: from a poll to an upload over a slow line. */
const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

/** Buckets of job durations, in seconds. */
const JOB_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];

/** The counters of the service. Label values come from fixed lists, so their number is bounded. */
export interface Metrics {
  readonly contentType: string;
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>;
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** A job ended `status` after this many seconds of work. */
  observeJob(operation: string, engine: string, status: string, seconds: number): void;
  /** Counts a call of a hosted engine; `price` is its cost to the operator. */
  observeEngine(engine: string, outcome: string, price: number): void;
  /** An engine, hosted or of this process, was busy with a job for this many seconds. */
  observeEngineSeconds(engine: string, outcome: string, seconds: number): void;
  /** A job's charge was given back, for a reason of the contract. */
  observeRefund(reason: string, credits: number): void;
  jobStarted(): void;
  jobEnded(): void;
  /** Adds a gauge that is read whenever the metrics are. While it cannot be read it has no values. */
  addGauge(gauge: GaugeSource): void;
}

/** A gauge whose values lie somewhere else, such as in the database, and are the same for every process. */
export interface GaugeSource {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Rejects where it cannot be read. */
  read(): Promise<readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]>;
}

/** Metrics of this process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'atelier_http_request_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observeRequest: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    ...jobMetrics(registers),
    ...engineMetrics(registers),
    addGauge({ name, help, labelNames, read }) {
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

function jobMetrics(registers: Registry[]): Pick<Metrics, 'observeJob' | 'observeRefund' | 'jobStarted' | 'jobEnded'> {
  const jobs = new Counter({
    name: 'atelier_jobs_total',
    help: 'Jobs that ended.',
    labelNames: ['operation', 'engine', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'atelier_job_seconds',
    help: 'Duration of the work on a job.',
    labelNames: ['operation', 'engine'],
    buckets: JOB_SECONDS,
    registers,
  });
  const running = new Gauge({ name: 'atelier_jobs_running', help: 'Jobs this process works on.', registers });
  const refunds = new Counter({
    name: 'atelier_refunds_total',
    help: 'Jobs whose charge was given back, by the code they ended with.',
    labelNames: ['reason'],
    registers,
  });
  const refundedCredits = new Counter({
    name: 'atelier_refunded_credits_total',
    help: 'Credits given back, by the code the jobs ended with.',
    labelNames: ['reason'],
    registers,
  });
  return {
    observeJob(operation, engine, status, duration) {
      jobs.inc({ operation, engine, status });
      seconds.observe({ operation, engine }, duration);
    },
    observeRefund(reason, credits) {
      refunds.inc({ reason });
      refundedCredits.inc({ reason }, credits);
    },
    jobStarted: () => running.inc(),
    jobEnded: () => running.dec(),
  };
}

function engineMetrics(registers: Registry[]): Pick<Metrics, 'observeEngine' | 'observeEngineSeconds'> {
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
  const seconds = new Histogram({
    name: 'atelier_engine_seconds',
    help: 'From when a job turned to an engine until the outcome; waits for its rate limit and starts after a pause included.',
    labelNames: ['engine', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  });
  return {
    observeEngine(engine, outcome, price) {
      calls.inc({ engine, outcome });
      cost.inc({ engine }, price);
    },
    observeEngineSeconds: (engine, outcome, duration) => seconds.observe({ engine, outcome }, duration),
  };
}
