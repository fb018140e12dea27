import {
  type Account,
  type AnimateInput,
  type EditInput,
  type GenerateInput,
  type ImageRecord,
  type InpaintInput,
  isFinal,
  type Job,
  type JobEnvelope,
  type JobEvent,
  type JobResult,
  type JobStatus,
  type LedgerEntry,
  type LedgerPage,
  type Model,
  type Operation,
  type PageInfo,
  type Static,
  type TextToVideoInput,
  type UploadType,
  type UpscaleInput,
  type Usage,
  type UsageGrouping,
  type VirtualTryOnInput,
} from '@atelier/contract';
import { Assets } from './assets.ts';
import { Collections } from './collections.ts';
import { resultBytes, writeWhole } from './download.ts';
import { DeadlineError } from './errors.ts';
import { jobEvents, type WorkspaceEventOptions, workspaceEvents } from './events.ts';
import { Exports } from './exports.ts';
import { Keys } from './keys.ts';
import { Library } from './library.ts';
import { Looks } from './looks.ts';
import { newKey } from './new-key.ts';
import { type AtelierOptions, requestOptions } from './options.ts';
import { everyItem, withQuery } from './pages.ts';
import { pause } from './pause.ts';
import { Products } from './products.ts';
import { isPassing, type RequestOptions, send, sendForText } from './request.ts';
import { Shoots } from './shoots.ts';
import { type Picture, type UploadOptions, uploadTo } from './upload.ts';
import { Webhooks } from './webhooks.ts';

/** The jobs of a submission, one per output: there is always a first. */
export type SubmittedJobs = [Job, ...Job[]];

/** Settings of one submission. */
export interface SubmitOptions {
  /** Makes the submission safe to repeat, also by another process; made for you when absent. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Which jobs to list. */
export interface JobFilter {
  readonly status?: JobStatus;
  readonly operation?: Operation;
  /** Only jobs created after this moment, RFC 3339. */
  readonly created_after?: string | undefined;
  /** Jobs of one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A page of jobs, newest first. */
export interface JobPage {
  readonly jobs: readonly Job[];
  readonly page_info: PageInfo;
}

/** How long and how often to look at a job. */
export interface WaitOptions {
  /** Ends the waiting by rejecting with its reason; the job goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Longest wait, in milliseconds; ten minutes by default. */
  readonly deadlineMs?: number;
  /** Longest pause between two reads, in milliseconds; two seconds by default, at least 200. The first are shorter. */
  readonly intervalMs?: number;
  /** Called with the job at the first read, and at each change of its status or progress. */
  readonly onChange?: (job: Job) => void;
}

/** Settings of a submission that is waited for. */
export type RunOptions = SubmitOptions & WaitOptions;

/** Which usage to read. */
export interface UsageOptions {
  readonly group_by?: UsageGrouping | undefined;
  /** First moment, RFC 3339. */
  readonly from?: string | undefined;
  /** The moment after the last one, RFC 3339. */
  readonly to?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Which page of the ledger to read. */
export interface LedgerOptions {
  /** Entries of one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const DEADLINE_MS = 600_000;
const INTERVAL_MS = 2_000;
const INTERVAL_MS_MIN = 200;
/**
 * Length of a pause as a share of the time waited so far. Jobs of some seconds are seen soon, and others cost few
 * reads.
 */
const INTERVAL_SHARE = 0.1;

/** A client of one workspace. */
export class Atelier {
  readonly #options: RequestOptions;
  /** Products, avatars and scenes. */
  readonly assets: Assets;
  /** Products of a catalogue, by SKU. */
  readonly products: Products;
  /** Who may call for the workspace, and how much. */
  readonly keys: Keys;
  /** Saved recipes for images of products. */
  readonly looks: Looks;
  /** Looks applied to many products. */
  readonly shoots: Shoots;
  /** Collections as files for a shop, and as pages for somebody without a key. */
  readonly exports: Exports;
  /** Uploads and results. */
  readonly library: Library;
  /** Images that are kept together. */
  readonly collections: Collections;
  /** Addresses that receive a message when jobs end. */
  readonly webhooks: Webhooks;

  /** Throws TypeError for a missing key, an address that is not http or https, or an option that does not exist. */
  constructor(options?: AtelierOptions) {
    this.#options = requestOptions(options);
    this.assets = new Assets(this.#options);
    this.products = new Products(this.#options);
    this.keys = new Keys(this.#options);
    this.looks = new Looks(this.#options);
    this.shoots = new Shoots(this.#options);
    this.exports = new Exports(this.#options);
    this.library = new Library(this.#options);
    this.collections = new Collections(this.#options);
    this.webhooks = new Webhooks(this.#options);
  }

  /** Uploads a picture and returns its record; use its `id` in later requests. */
  upload(picture: Picture, options: UploadOptions<UploadType> = {}): Promise<ImageRecord> {
    return uploadTo(this.#options, '/images', picture, options);
  }

  /** Reads the record of an image, by its own ID or that of its job. */
  image(id: string, signal?: AbortSignal): Promise<ImageRecord> {
    return send(this.#options, { method: 'GET', path: `/images/${encodeURIComponent(id)}`, signal, repeatable: true });
  }

  /** Deletes an image, its file included. Pictures made of it stay. */
  async deleteImage(id: string, signal?: AbortSignal): Promise<void> {
    await send(this.#options, {
      method: 'DELETE',
      path: `/images/${encodeURIComponent(id)}`,
      signal,
      repeatable: false,
    });
  }

  /**
   * Dresses a person in one to four garments. Like every submission it returns one job per output. Sent again after a
   * broken connection it still makes one set of jobs.
   */
  tryOn(input: VirtualTryOnInput, options?: SubmitOptions): Promise<SubmittedJobs> {
    return this.#submit('/v1/images/virtual-try-on', input, options);
  }

  /** Makes a picture of avatar, products and scene. */
  generate(input: GenerateInput, options?: SubmitOptions): Promise<SubmittedJobs> {
    return this.#submit('/v1/images/generate', input, options);
  }

  /** Changes a finished image as a prompt says. */
  edit(imageId: string, input: EditInput, options?: SubmitOptions): Promise<SubmittedJobs> {
    return this.#submit(imagePath(imageId, 'edit'), input, options);
  }

  /** Fills the masked part of a finished image. */
  inpaint(imageId: string, input: InpaintInput, options?: SubmitOptions): Promise<SubmittedJobs> {
    return this.#submit(imagePath(imageId, 'inpaint'), input, options);
  }

  /** Makes a finished image larger. */
  upscale(imageId: string, input: UpscaleInput = {}, options?: SubmitOptions): Promise<SubmittedJobs> {
    return this.#submit(imagePath(imageId, 'upscale'), input, options);
  }

  /** Makes a video of a finished image. */
  animate(imageId: string, input: AnimateInput, options?: SubmitOptions): Promise<SubmittedJobs> {
    return this.#submit(imagePath(imageId, 'animate'), input, options);
  }

  /** Makes a video of a text. */
  textToVideo(input: TextToVideoInput, options?: SubmitOptions): Promise<SubmittedJobs> {
    return this.#submit('/v1/videos/text-to-video', input, options);
  }

  /** Submits any operation: its own body as `input`, the image it works on, where it works on one, as `image_id`. */
  submit(request: JobEnvelope, options?: SubmitOptions): Promise<SubmittedJobs> {
    return this.#submit('/v1/jobs', request, options);
  }

  /**
   * Submits any operation, waits for all its jobs and returns them as they ended. A job may have failed: look at its
   * `result` or `error`. Throws DeadlineError when one takes longer; the jobs go on.
   */
  async run(request: JobEnvelope, { idempotencyKey, ...wait }: RunOptions = {}): Promise<SubmittedJobs> {
    const { signal } = wait;
    const jobs = await this.submit(request, { idempotencyKey, signal });
    return this.waitForAll(jobs, wait);
  }

  /** The workspace of the key: plan, limits, balance. */
  account(signal?: AbortSignal): Promise<Account> {
    return send(this.#options, { method: 'GET', path: '/v1/account', signal, repeatable: true });
  }

  /** Every public model, as this workspace may use it. */
  async models(signal?: AbortSignal): Promise<readonly Model[]> {
    const { models } = await send<{ models: Model[] }>(this.#options, {
      method: 'GET',
      path: '/v1/models',
      signal,
      repeatable: true,
    });
    return models;
  }

  /** Reads a job. */
  job(id: string, signal?: AbortSignal): Promise<Job> {
    return send(this.#options, { method: 'GET', path: `/v1/jobs/${encodeURIComponent(id)}`, signal, repeatable: true });
  }

  /** Reads a page of jobs, newest first. */
  jobs({ signal, ...filter }: JobFilter = {}): Promise<JobPage> {
    return send(this.#options, { method: 'GET', path: withQuery('/v1/jobs', filter), signal, repeatable: true });
  }

  /** Goes through all jobs that a filter selects, newest first. */
  allJobs(filter: Omit<JobFilter, 'cursor'> = {}): AsyncGenerator<Job, void> {
    return everyItem(
      (cursor) => this.jobs({ ...filter, cursor }),
      ({ jobs }) => jobs,
    );
  }

  /** Yields a job at each change, by server-sent events, and ends with its final state. */
  events(jobId: string, signal?: AbortSignal): AsyncGenerator<Job, void> {
    return jobEvents(this.#options, jobId, signal);
  }

  /**
   * Yields the ends of all jobs of the workspace, each once, until the signal ends it. Broken streams are opened again.
   */
  workspaceEvents(options?: WorkspaceEventOptions): AsyncGenerator<JobEvent, void> {
    return workspaceEvents(this.#options, options);
  }

  /** Reads what the jobs of a time cost, this month's by day unless told otherwise. Needs the scope `manage`. */
  usage({ signal, ...query }: UsageOptions = {}): Promise<Usage> {
    return send(this.#options, { method: 'GET', path: withQuery('/v1/usage', query), signal, repeatable: true });
  }

  /** The same as a table in CSV, with a row for each group. */
  usageCsv({ signal, ...query }: UsageOptions = {}): Promise<string> {
    const path = withQuery('/v1/usage', { ...query, format: 'csv' });
    return sendForText(this.#options, { method: 'GET', path, signal, repeatable: true });
  }

  /** Reads a page of the movements of the balance, newest first. */
  ledger({ signal, ...page }: LedgerOptions = {}): Promise<Static<typeof LedgerPage>> {
    const path = withQuery('/v1/credits/entries', page);
    return send(this.#options, { method: 'GET', path, signal, repeatable: true });
  }

  /** Goes through the whole ledger, newest first. */
  allLedgerEntries(signal?: AbortSignal): AsyncGenerator<LedgerEntry, void> {
    return everyItem(
      (cursor) => this.ledger({ cursor, signal }),
      ({ entries }) => entries,
    );
  }

  /** Writes the result of a finished job to a file, whole or not at all. Throws JobFailedError where it has none. */
  async download(source: Job | JobResult, path: string, signal?: AbortSignal): Promise<void> {
    await writeWhole(path, await this.bytes(source, signal));
  }

  /** Reads the result of a finished job. Throws JobFailedError where it has none. */
  bytes(source: Job | JobResult, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    return resultBytes(this.#options, source, signal);
  }

  /** Cancels a job and returns it as it is then. A job that had ended stays as it was. */
  cancel(id: string, signal?: AbortSignal): Promise<Job> {
    const path = `/v1/jobs/${encodeURIComponent(id)}/cancel`;
    return send(this.#options, { method: 'POST', path, signal, repeatable: true });
  }

  /**
   * Looks at a job until it has ended, also over times when the service is away. Throws DeadlineError when it takes
   * longer: the job goes on, and can be waited for again.
   */
  async waitFor(jobOrId: Job | string, options: WaitOptions = {}): Promise<Job> {
    const jobId = typeof jobOrId === 'string' ? jobOrId : jobOrId.id;
    const { signal, deadlineMs = DEADLINE_MS, intervalMs = INTERVAL_MS, onChange } = options;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new DeadlineError(jobId, deadlineMs)), deadlineMs);
    const end = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
    const start = performance.now();
    let seen = '';
    try {
      for (;;) {
        const job = await this.#look(jobId, end);
        const state = job && `${job.status} ${job.progress}`;
        if (job && state !== seen) onChange?.(job);
        seen = state ?? seen;
        if (job && isFinal(job.status)) return job;
        const grown = Math.min(intervalMs, (performance.now() - start) * INTERVAL_SHARE);
        await pause(Math.max(INTERVAL_MS_MIN, grown), end);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for several jobs. Throws DeadlineError for the first that takes longer; all of them go on. */
  async waitForAll(jobs: SubmittedJobs, options: WaitOptions = {}): Promise<SubmittedJobs> {
    // One that fails to be followed ends the waiting for the others.
    const end = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, end.signal]) : end.signal;
    const [first, ...others] = jobs.map((job) => this.waitFor(job, { ...options, signal }));
    try {
      const [one, ...rest] = await Promise.all([first, ...others]);
      return one ? [one, ...rest.flatMap((job) => job ?? [])] : jobs;
    } finally {
      end.abort();
    }
  }

  /** The job, or null while the service is away: it may come back before the deadline. */
  async #look(jobId: string, signal: AbortSignal): Promise<Job | null> {
    try {
      return await this.job(jobId, signal);
    } catch (error) {
      if (!isPassing(error)) throw error;
      return null;
    }
  }

  /** One key for all tries of one call. */
  async #submit(path: string, body: unknown, options: SubmitOptions = {}): Promise<SubmittedJobs> {
    const { idempotencyKey = newKey(), signal } = options;
    const headers = { 'idempotency-key': idempotencyKey };
    const call = { method: 'POST', path, body, headers, signal, repeatable: true } as const;
    const { jobs } = await send<{ jobs: SubmittedJobs }>(this.#options, call);
    return jobs;
  }
}

function imagePath(imageId: string, operation: string): string {
  return `/v1/images/${encodeURIComponent(imageId)}/${operation}`;
}
