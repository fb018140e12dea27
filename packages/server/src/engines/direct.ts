import type { HostedEngine } from './port.ts';

/**
 * What is left of a hosted engine whose answer to the call for work is the output: nothing is ever followed or stopped.
 */
export const ANSWERS_AT_ONCE: Pick<HostedEngine, 'read' | 'cancel'> = {
  async read() {
    throw new Error('this engine gives no receipts, so there is none to read');
  },
  async cancel() {},
};
