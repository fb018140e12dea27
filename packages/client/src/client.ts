import {
  type ImageRecord,
  isFinal,
  type Job,
  type Submission,
  type UploadType,
  type VirtualTryOnInput,
} from '@atelier/contract';
import { DeadlineError } from './errors.ts';
import { pause, type RequestOptions, send } from './request.ts';

/** How long and how often to look at a job. */
export interface WaitOptions {
  /** Ends the waiting by throwing its reason; the job goes on. */
  readonly signal?: AbortSignal;
  /** Longest wait, in milliseconds; ten minutes unless told otherwise. */
  readonly deadlineMs?: number;
  /** Pause between two looks, in milliseconds; one second unless told otherwise, a fifth of one at the least. */
  readonly intervalMs?: number;
  /** Called with the job at each look. */
  readonly onLook?: (job: Job) => void;
}

/** Settings of one submission. */
export interface SubmitOptions {
  /** Makes the submission safe to repeat; made for you when absent. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

const DEADLINE_MS = 600_000;
const INTERVAL_MS = 1_000;
const INTERVAL_MS_MIN = 200;

/** A client of one workspace. */
export class Atelier {
  readonly #options: RequestOptions;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  /** Uploads a picture and returns its record; use its `id` in later requests. */
  async upload(
    picture: Blob,
    { fileName = 'picture', type }: { fileName?: string; type?: UploadType } = {},
  ): Promise<ImageRecord> {
    const form = new FormData();
    if (type) form.set('type', type);
    form.set('file', picture, fileName);
    return send(this.#options, { method: 'POST', path: '/images', body: form, repeatable: false });
  }

  /** Submits a try-on and returns one job per output. Sent again after a broken connection it still makes one set of jobs. */
  async tryOn(input: VirtualTryOnInput, options: SubmitOptions = {}): Promise<Job[]> {
    const { jobs } = await this.#submit('/v1/images/virtual-try-on', input, options);
    return jobs;
  }

  /** Reads a job. */
  job(id: string, signal?: AbortSignal): Promise<Job> {
    return send(this.#options, { method: 'GET', path: `/v1/jobs/${encodeURIComponent(id)}`, signal, repeatable: true });
  }

  /** Looks at a job until it has ended. Throws DeadlineError when it takes longer: the job goes on, and can be waited for again. */
  async waitFor(
    jobId: string,
    { signal, deadlineMs = DEADLINE_MS, intervalMs = INTERVAL_MS, onLook }: WaitOptions = {},
  ): Promise<Job> {
    const deadline = Date.now() + deadlineMs;
    for (;;) {
      const job = await this.job(jobId, signal);
      onLook?.(job);
      if (isFinal(job.status)) return job;
      const left = deadline - Date.now();
      if (left <= 0) throw new DeadlineError(jobId, deadlineMs);
      await pause(Math.min(left, Math.max(INTERVAL_MS_MIN, intervalMs)), signal);
    }
  }

  #submit(path: string, body: unknown, { idempotencyKey = crypto.randomUUID(), signal }: SubmitOptions): Promise<Submission> {
    return send(this.#options, {
      method: 'POST',
      path,
      body,
      headers: { 'idempotency-key': idempotencyKey },
      signal,
      repeatable: true,
    });
  }
}
