/**
 * Whatever runs in the background. `start` resolves when it runs, `stop` when it has stopped. Both may be called twice,
 * in any order: a second start or stop does nothing, a stop before the start does nothing.
 */
export interface Service {
  /** For the log. */
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A service that does something until it is stopped: `run` resolves soon after its signal is raised, and never rejects.
 */
export function runningService(name: string, run: (signal: AbortSignal) => Promise<void>): Service {
  let stopping: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  return {
    name,
    async start() {
      if (stopping) return;
      stopping = new AbortController();
      running = run(stopping.signal);
    },
    async stop() {
      stopping?.abort();
      stopping = null;
      await running;
    },
  };
}

/** A part that runs already, and is stopped with the service. */
export function stopping(name: string, stop: () => Promise<void>): Service {
  return { name, start: async () => {}, stop };
}

/** Stops services in reverse order; each is stopped even when another fails, and all failures are thrown together. */
export async function stopAll(services: readonly Service[]): Promise<void> {
  const failures: unknown[] = [];
  for (const service of services.toReversed()) {
    await service.stop().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'a part of the service did not stop cleanly');
}
