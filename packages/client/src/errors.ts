import type { Job } from '@atelier/contract';

/** An answer of the service that is an error. `code` is stable: switch on it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** One of the contract's codes, or `unknown` where something in between answered. */
  readonly code: string;
  /** Name it when you ask for help. */
  readonly requestId: string | null;

  constructor(status: number, code: string, message: string, requestId: string | null) {
    super(`${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** The service could not be reached, did not answer in time, or the connection broke before its answer was whole. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The job had not ended at the deadline. It goes on: keep its ID and wait again. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly jobId: string;

  constructor(jobId: string, deadlineMs: number) {
    super(`the job ${jobId} had not ended after ${deadlineMs} ms; it goes on, wait for it again`);
    this.jobId = jobId;
  }
}

/** The job ended without a result. Its `error` says why. */
export class JobFailedError extends Error {
  override readonly name = 'JobFailedError';
  readonly job: Job;

  constructor(job: Job) {
    const reason = job.error ? `${job.error.code}: ${job.error.message}` : `its status is ${job.status}`;
    super(`the job ${job.id} has no result; ${reason}`);
    this.job = job;
  }
}

/** Codes that say that the outcome of an earlier request with this idempotency key is not known. */
const UNCERTAIN_CODES: readonly string[] = ['idempotency_in_progress', 'idempotency_uncertain'];

/**
 * True for an error that leaves open whether the request was carried out. If such a submission is sent again under
 * another idempotency key, it may be charged twice.
 */
export function isUncertain(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  return UNCERTAIN_CODES.includes(error.code) || (error.status >= 500 && error.code !== 'unavailable');
}
