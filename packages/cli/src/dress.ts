import path from 'node:path';
import type { Atelier } from '@atelier/client';
import type { Job, UploadType, VirtualTryOnInput } from '@atelier/contract';
import { download, fileBlob } from './files.ts';
import { progressLine } from './progress.ts';

/** Pause between two looks at the job. */
const LOOK_MS = 200;

/** A try-on of files on this machine. */
export interface DressRequest {
  /** Absolute path of the person photo. */
  readonly person: string;
  /** Absolute paths of one to four garment photos. */
  readonly garments: readonly string[];
  /** Absolute path the picture is written to. */
  readonly out: string;
  readonly settings: Omit<VirtualTryOnInput, 'person_image_id' | 'outfit_image_ids'>;
  readonly signal?: AbortSignal;
}

/** What came of it, and how long each part took, in milliseconds. */
export interface DressResult {
  readonly job: Job;
  readonly times: { readonly upload: number; readonly submit: number; readonly work: number; readonly download: number };
}

/** Uploads the photos, submits the try-on, follows the job, and writes the picture when there is one. */
export async function dress(client: Atelier, request: DressRequest): Promise<DressResult> {
  const { garments, out, settings } = request;
  const signal = request.signal ? { signal: request.signal } : {};
  const lap = stopwatch();

  const send = async (file: string, type: UploadType) =>
    (await client.upload(await fileBlob(file), { fileName: path.basename(file), type, ...signal })).id;
  const personId = await send(request.person, 'virtual-try-on-person');
  const garmentIds: string[] = [];
  for (const file of garments) garmentIds.push(await send(file, 'virtual-try-on-outfit'));
  const upload = lap();

  const input = { ...settings, person_image_id: personId, outfit_image_ids: garmentIds };
  const [submitted] = await client.tryOn(input, signal);
  if (!submitted) throw new Error('the service accepted the request but named no job');
  const submit = lap();

  const progress = progressLine();
  const job = await client
    .waitFor(submitted.id, { intervalMs: LOOK_MS, onChange: progress.show, ...signal })
    .finally(progress.end);
  const work = lap();

  if (job.result) await download(job.result.url, out, request.signal);
  return { job, times: { upload, submit, work, download: lap() } };
}

/** A function that gives the milliseconds since its last call. */
function stopwatch(): () => number {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const spent = Math.round(now - last);
    last = now;
    return spent;
  };
}
