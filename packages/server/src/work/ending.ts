import type { FailureCode } from '@atelier/contract';
import type { RemoteEnd } from '../engines/remote-runs.ts';
import { type Failure, failure } from '../jobs/transitions.ts';

/**
 * Thrown by a step to end the job without a result. After any other error, the queue gives the job to another attempt.
 */
export class Ending extends Error {
  override readonly name = 'Ending';
  readonly failure: Failure;
  /** How the job's open run of a hosted engine ends with it. */
  readonly runEnd: RemoteEnd;

  constructor(failure: Failure, runEnd: RemoteEnd = failure.status === 'policy_blocked' ? 'blocked' : 'failed') {
    super(failure.message);
    this.failure = failure;
    this.runEnd = runEnd;
  }
}

/** Ends the job as `failed` with this code; the message is for the caller. */
export function failedWith(code: FailureCode, message: string, runEnd?: RemoteEnd): Ending {
  return new Ending(failure(code, message), runEnd);
}

/** Ends the job as `policy_blocked`. */
export function blocked(message: string, stage: 'input' | 'output'): Ending {
  return new Ending({ status: 'policy_blocked', code: 'policy_blocked', message, outputFiltered: stage === 'output' });
}
