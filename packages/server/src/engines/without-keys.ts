import type { HostedEngine } from './port.ts';
import type { Secrets } from './secrets.ts';

/** The engine with every message free of keys: some repeat in an error what they were sent, and messages reach clients and tables. */
export function withoutKeys(engine: HostedEngine, { redact }: Pick<Secrets, 'redact'>): HostedEngine {
  const clean = <T extends object>(outcome: T): T =>
    'message' in outcome && typeof outcome.message === 'string' ? { ...outcome, message: redact(outcome.message) } : outcome;
  return {
    ...engine,
    start: async (task, signal) => clean(await engine.start(task, signal)),
    read: async (receipt, task, signal) => clean(await engine.read(receipt, task, signal)),
  };
}
