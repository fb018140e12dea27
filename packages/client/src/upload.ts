import type { ImageRecord } from '@atelier/contract';
import { filesOf } from './files.ts';
import { type RequestOptions, send } from './request.ts';

/**
 * A picture to upload. A string is the path of a file, where the runtime has files. A stream is read to its end first,
 * as a form needs its size.
 */
export type Picture = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;

/** Settings of one upload. */
export interface UploadOptions<Type extends string> {
  /** Shown nowhere but in the form; the service trusts the bytes alone. */
  readonly fileName?: string;
  /** The use of the picture. */
  readonly type?: Type;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a picture as a form. It is sent again only where the service says that it stored nothing. */
export async function uploadTo<Type extends string>(
  options: RequestOptions,
  path: string,
  picture: Picture,
  { fileName, type, signal }: UploadOptions<Type>,
): Promise<ImageRecord> {
  const body = await formOf(picture, type ? { type } : {}, fileName);
  return send(options, { method: 'POST', path, body, signal, repeatable: false });
}

/** The form of a picture. Its fields go first: the service applies them from the first byte of the file on. */
export async function formOf(
  picture: Picture,
  fields: Readonly<Record<string, string>>,
  fileName = 'picture',
): Promise<FormData> {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  form.set('file', await blobOf(picture), fileName);
  return form;
}

async function blobOf(picture: Picture): Promise<Blob> {
  if (picture instanceof Blob) return picture;
  if (typeof picture === 'string') return new Blob([await filesOf(picture).readFile(picture)]);
  return picture instanceof Uint8Array ? new Blob([picture]) : new Response(picture).blob();
}
