import type { WorkOrder } from '../jobs/work-order.ts';
import type { Engine } from './port.ts';

/** Which engine serves what. */
export interface EngineRouter {
  /** The engine for a job; null when nothing here serves its operation. Sandbox jobs go to the sandbox engine, whatever they ask. */
  choose(order: WorkOrder, sandbox: boolean): Engine | null;
}

/** Real jobs go to the first of `engines` that serves the operation. */
export function engineRouter(engines: readonly Engine[], sandboxEngine: Engine): EngineRouter {
  return { choose: (order, sandbox) => (sandbox ? sandboxEngine : (engines.find((engine) => engine.serves(order)) ?? null)) };
}
