import fs from 'node:fs/promises';
import path from 'node:path';
import type { Atelier } from '@atelier/client';
import type { Job, VirtualTryOnInput } from '@atelier/contract';
import { UsageError } from './command.ts';
import { progressLine } from './progress.ts';

/** A try-on of files on this machine. */
export interface DressRequest {
  /** Absolute path of the person photo. */
  readonly person: string;
  /** Absolute paths of one to four garment photos. */
  readonly garments: readonly string[];
  /** Absolute path the picture is written to. */
  readonly out: string;
  readonly settings: Omit<VirtualTryOnInput, 'person_image_id' | 'outfit_image_ids'>;
}

/** What came of it, and how long each part took, in milliseconds. */
export interface DressResult {
  readonly job: Job;
  readonly times: { readonly upload: number; readonly submit: number; readonly work: number; readonly download: number };
}

/** Uploads the photos, submits the try-on, follows the job, and writes the picture when there is one. */
export async function dress(client: Atelier, request: DressRequest): Promise<DressResult> {
  const marks = [performance.now()];
  const mark = () => marks.push(performance.now());

  const person = await client.upload(await readPhoto(request.person), {
    fileName: path.basename(request.person),
    type: 'virtual-try-on-person',
  });
  const garments: string[] = [];
  for (const file of request.garments) {
    const { id } = await client.upload(await readPhoto(file), { fileName: path.basename(file), type: 'virtual-try-on-outfit' });
    garments.push(id);
  }
  mark();
  const [submitted] = await client.tryOn({ ...request.settings, person_image_id: person.id, outfit_image_ids: garments });
  if (!submitted) throw new Error('the service accepted the request but named no job');
  mark();
  const progress = progressLine();
  const job = await client.waitFor(submitted.id, { intervalMs: 200, onLook: progress.show });
  progress.end();
  mark();
  if (job.result) await download(job.result.url, request.out);
  mark();
  const spent = (index: number) => Math.round((marks[index + 1] ?? 0) - (marks[index] ?? 0));
  return { job, times: { upload: spent(0), submit: spent(1), work: spent(2), download: spent(3) } };
}

/** Throws UsageError, naming the file, unless every one can be read. */
export async function checkPhotos(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await fs.access(file, fs.constants.R_OK).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${file} cannot be read (${error.code})`);
    });
  }
}

async function readPhoto(file: string): Promise<Blob> {
  return new Blob([await fs.readFile(file)]);
}

async function download(url: string, file: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, new Uint8Array(await response.arrayBuffer()));
}
