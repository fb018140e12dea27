import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Atelier } from '@atelier/client';
import { bytesText, UPLOAD_BYTES_MAX } from '@atelier/contract';
import { UsageError } from '../command.ts';
import { checkReadable, readFileUpTo, readUpTo } from '../files.ts';
import type { OperationRule, PictureRule } from './table.ts';

/** A picture as the caller names it, looked at but not sent yet. */
export type PictureSource =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string };

/** Sources by the name of their rule. */
export type Pictures = ReadonlyMap<string, readonly PictureSource[]>;

/** How a picture may be named, for help texts and tools. */
export const PICTURE_FORMS = 'a file, an http(s) address, a data URI, or the ID of an image or a result';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for bytes that begin as JPEG, PNG or WebP files do. */
function isPicture(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  const isWebp = beginning.startsWith('RIFF') && beginning.slice(8) === 'WEBP';
  return isWebp || beginning.startsWith('\xff\xd8\xff') || beginning.startsWith('\x89PNG\r\n\x1a\n');
}

/** Longest time to fetch a picture from an address, in milliseconds. */
const FETCH_TIMEOUT_MS = 30_000;

/**
 * Reads how a picture is named: a UUID, an address, a data URI, `-` for standard input, else a file, relative to
 * `folder`. Throws UsageError for a file that is not there or holds no picture, so that nothing is sent in vain.
 */
export async function readSource(text: string, folder = process.cwd()): Promise<PictureSource> {
  if (UUID.test(text)) return { kind: 'id', id: text.toLowerCase() };
  if (/^https?:\/\//i.test(text)) {
    if (!URL.canParse(text))
      throw new UsageError(`${text} is not an address; allowed: one such as https://shop.example/shirt.png`);
    return { kind: 'url', url: text };
  }
  if (/^data:/i.test(text)) return checked(dataBytes(text), 'the data URI', 'data');
  if (text === '-') return checked(await readUpTo(process.stdin, UPLOAD_BYTES_MAX), 'standard input', 'stdin');
  const file = path.resolve(folder, pathOf(text));
  await checkReadable([file]);
  return checked(await readFileUpTo(file, UPLOAD_BYTES_MAX), file, path.basename(file));
}

/** A path as shells and assistants write it. */
function pathOf(text: string): string {
  if (text.startsWith('file://')) return fileURLToPath(text);
  return text.startsWith('~/') ? path.join(os.homedir(), text.slice(2)) : text;
}

function dataBytes(text: string): Uint8Array<ArrayBuffer> {
  const [, base64] = /^data:[^,]*;base64,(.*)$/is.exec(text) ?? [];
  if (base64 === undefined) throw new UsageError('the data URI must be of the form `data:image/…;base64,…`');
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function checked(
  bytes: Uint8Array<ArrayBuffer> | null,
  what: string,
  name: string,
): Extract<PictureSource, { kind: 'bytes' }> {
  if (bytes === null) throw tooLarge(what);
  if (bytes.length === 0) throw new UsageError(`${what} is empty; allowed: JPEG, PNG and WebP`);
  if (!isPicture(bytes))
    throw new UsageError(`${what} is not an image that the service accepts; allowed: JPEG, PNG and WebP`);
  if (bytes.length > UPLOAD_BYTES_MAX) throw tooLarge(what);
  return { kind: 'bytes', bytes, name };
}

function tooLarge(what: string): UsageError {
  return new UsageError(`${what} is too large; an image may have at most ${bytesText(UPLOAD_BYTES_MAX)}`);
}

/** How pictures of a request are read. */
export interface ReadingOptions {
  /** Folder that files are relative to; the working folder unless told otherwise. */
  readonly folder?: string;
  /** The name of a rule in messages; its option by default. */
  readonly label?: (rule: PictureRule) => string;
}

/** Reads all pictures of a request. `given` returns how the pictures of a rule are named. */
export async function readPictures(
  rule: OperationRule,
  given: (name: string) => readonly string[],
  { folder, label = optionLabel }: ReadingOptions = {},
): Promise<Pictures> {
  const pictures = new Map<string, readonly PictureSource[]>();
  for (const picture of rule.pictures) {
    const { name, max, isNeeded } = picture;
    const texts = given(name).filter((text) => text !== '');
    if (isNeeded && texts.length === 0) throw new UsageError(`${label(picture)} is needed: ${PICTURE_FORMS}`);
    if (texts.length > max)
      throw new UsageError(`${texts.length} images were given as ${label(picture)}; allowed: 1 to ${max}`);
    const sources: PictureSource[] = [];
    for (const text of texts) sources.push(await readSource(text, folder));
    if (sources.length > 0) pictures.set(name, sources);
  }
  return pictures;
}

function optionLabel({ name }: PictureRule): string {
  return name === 'image' ? name : `--${name}`;
}

/** The picture fields of a request. */
export interface PlacedPictures {
  readonly imageId?: string;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
}

/** Uploads one picture and resolves with its ID. */
export type UploadPicture = (source: PictureSource, rule: PictureRule) => Promise<string>;

/**
 * Puts pictures where the service can find them. Addresses are passed on if the service takes them, and fetched by this
 * machine otherwise. Other pictures are uploaded.
 */
export async function placePictures(
  rule: OperationRule,
  pictures: Pictures,
  upload: UploadPicture,
): Promise<PlacedPictures> {
  const fields: Record<string, string | readonly string[]> = {};
  let imageId: string | undefined;
  for (const picture of rule.pictures) {
    const sources = pictures.get(picture.name) ?? [];
    if (sources.length === 0) continue;
    const isList = rule.schema.properties[picture.field ?? '']?.type === 'array';
    const urls = sources.flatMap((source) => (source.kind === 'url' ? [source.url] : []));
    if (picture.urlField !== undefined && urls.length === sources.length) {
      fields[picture.urlField] = isList ? urls : (urls[0] ?? '');
      continue;
    }
    const ids: string[] = [];
    for (const source of sources) ids.push(source.kind === 'id' ? source.id : await upload(source, picture));
    if (picture.field === null) imageId = ids[0];
    else fields[picture.field] = isList ? ids : (ids[0] ?? '');
  }
  return { fields, ...(imageId === undefined ? {} : { imageId }) };
}

/** Uploads through a client; the same bytes are sent once. */
export function uploader(client: Atelier, signal?: AbortSignal): UploadPicture {
  const sent = new Map<string, Promise<string>>();
  return async (source, { uploadType }) => {
    if (source.kind === 'id') return source.id;
    const { bytes, name } = await bytesOf(source, signal);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    const key = `${uploadType} ${hash}`;
    const send = async () =>
      (await client.upload(bytes, { fileName: name, type: uploadType, ...(signal ? { signal } : {}) })).id;
    const under = sent.get(key) ?? send();
    sent.set(key, under);
    under.catch(() => sent.delete(key));
    return under;
  };
}

/** The bytes of a picture that is not with the service yet; one at an address is fetched. */
export async function bytesOf(
  source: Exclude<PictureSource, { kind: 'id' }>,
  signal?: AbortSignal,
): Promise<Extract<PictureSource, { kind: 'bytes' }>> {
  if (source.kind === 'bytes') return source;
  const { url } = source;
  const timeout = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }).catch(
    (cause: unknown) => {
      signal?.throwIfAborted();
      throw new Error(`${url} could not be fetched`, { cause });
    },
  );
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return checked(bytes, `what ${url} sent`, path.basename(new URL(url).pathname) || 'picture');
}
