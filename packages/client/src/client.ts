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
  type JobStatus,
  type Model,
  type Operation,
  type PageInfo,
  type TextToVideoInput,
  type UploadType,
  type UpscaleInput,
  type VirtualTryOnInput,
} from '@atelier/contract';
import { ApiError, ConnectionError, DeadlineError } from './errors.ts';
import { pause } from './pause.ts';
import { isTransient, type RequestOptions, send } from './request.ts';

/** A picture to upload; a string is the path of a file, where there are files. A stream is read to its end first, as a form needs its size. */
export type Picture = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;

/** The jobs of a submission, one per output: there is always a first. */
export type SubmittedJobs = [Job, ...Job[]];

/** Settings of one upload. */
export interface UploadOptions {
  /** Shown nowhere but in the form; the service trusts the bytes alone. */
  readonly fileName?: string;
  /** What the picture is for. */
  readonly type?: UploadType;
  readonly signal?: AbortSignal;
}

/** Settings of one submission. */
export interface SubmitOptions {
  /** Makes the submission safe to repeat, also by another process; made for you when absent. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Which jobs to list. */
export interface JobFilter {
  readonly status?: JobStatus;
  readonly operation?: Operation;
  /** Jobs of one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string;
  readonly signal?: AbortSignal;
}

/** A page of jobs, newest first. */
export interface JobPage {
  readonly jobs: readonly Job[];
  readonly page_info: PageInfo;
}

/** How long and how often to look at a job. */
export interface WaitOptions {
  /** Ends the waiting by rejecting with its reason; the job goes on. */
  readonly signal?: AbortSignal;
  /** Longest wait, in milliseconds; ten minutes unless told otherwise. */
  readonly deadlineMs?: number;
  /** Pause between two looks, in milliseconds; one second unless told otherwise, a fifth of one at the least. */
  readonly intervalMs?: number;
  /** Called with the job at the first look, and whenever its status or progress is another than before. */
  readonly onChange?: (job: Job) => void;
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
  async upload(picture: Picture, { fileName = 'picture', type, signal }: UploadOptions = {}): Promise<ImageRecord> {
    const form = new FormData();
    // The type goes first: the service applies its size limit from the first byte of the file on.
    if (type) form.set('type', type);
    form.set('file', await blobOf(picture), fileName);
    return send(this.#options, { method: 'POST', path: '/images', body: form, signal, repeatable: false });
  }

  /** Dresses a person in one to four garments. Like every submission it returns one job per output, and sent again after a broken connection it still makes one set of jobs. */
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

  /** Lists a page of jobs, newest first. */
  jobs({ signal, ...filter }: JobFilter = {}): Promise<JobPage> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
    const path = query.size > 0 ? `/v1/jobs?${query}` : '/v1/jobs';
    return send(this.#options, { method: 'GET', path, signal, repeatable: true });
  }

  /** Cancels a job and returns it as it is then. A job that had ended stays as it was. */
  cancel(id: string, signal?: AbortSignal): Promise<Job> {
    const path = `/v1/jobs/${encodeURIComponent(id)}/cancel`;
    return send(this.#options, { method: 'POST', path, signal, repeatable: true });
  }

  /**
   * Looks at a job until it has ended, also over times when the service is away. Throws DeadlineError when it takes longer:
   * the job goes on, and can be waited for again.
   */
  async waitFor(jobOrId: Job | string, options: WaitOptions = {}): Promise<Job> {
    const jobId = typeof jobOrId === 'string' ? jobOrId : jobOrId.id;
    const { signal, deadlineMs = DEADLINE_MS, intervalMs = INTERVAL_MS, onChange } = options;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new DeadlineError(jobId, deadlineMs)), deadlineMs);
    const end = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
    let seen = '';
    try {
      for (;;) {
        const job = await this.#look(jobId, end);
        const state = job && `${job.status} ${job.progress}`;
        if (job && state !== seen) onChange?.(job);
        seen = state ?? seen;
        if (job && isFinal(job.status)) return job;
        await pause(Math.max(INTERVAL_MS_MIN, intervalMs), end);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** The job, or null while the service is away: it may come back before the deadline. */
  async #look(jobId: string, signal: AbortSignal): Promise<Job | null> {
    try {
      return await this.job(jobId, signal);
    } catch (error) {
      const isPassing = error instanceof ConnectionError || (error instanceof ApiError && isTransient(error.status));
      if (!isPassing) throw error;
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

/** 128 random bits. Browsers have `crypto.randomUUID` on secure origins alone; this they have everywhere. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function imagePath(imageId: string, operation: string): string {
  return `/v1/images/${encodeURIComponent(imageId)}/${operation}`;
}

async function blobOf(picture: Picture): Promise<Blob> {
  if (picture instanceof Blob) return picture;
  if (typeof picture === 'string') return new Blob([await readFileAt(picture)]);
  return picture instanceof Uint8Array ? new Blob([picture]) : new Response(picture).blob();
}

/** Asks the runtime instead of importing: browsers and workers have no files, and bundlers for them must not look for any. */
function readFileAt(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (!files) throw new TypeError(`this runtime has no files to read ${path} from; give upload a Blob instead`);
  return files.readFile(path);
}
