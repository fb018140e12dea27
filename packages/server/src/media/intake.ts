import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeGate } from './picture/decode-gate.ts';
import { MIME_TYPES, readHeader } from './picture/header.ts';
import { forgetDecodedPictures, heldBytes, reencode } from './picture/reencode.ts';
import { limited, tooLarge } from './rejection.ts';
import { onMedium, sweepAbandonedFiles } from './store/medium.ts';
import { TemporaryFile } from './temporary-file.ts';

/** Decodes at the same time, whatever their size. */
const DECODES_MAX = 2;
/** Memory all decodes together may hold, in bytes. A picture that needs more is decoded alone. */
const DECODE_HELD_BYTES_MAX = 200 * 1024 * 1024;

/** Bytes as they arrive: a part of a form, the body of an answer, or a buffer. */
type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * A picture that can be stored and shown: every pixel decoded, upright, 8-bit sRGB, no metadata, nothing of the
 * original file.
 */
export interface CleanPicture {
  readonly mimeType: (typeof MIME_TYPES)[keyof typeof MIME_TYPES];
  /** Pixels as shown. */
  readonly width: number;
  readonly height: number;
  /** Of the file: 32 bytes. */
  readonly sha256: Buffer;
  /** The caller removes it when it has stored it. */
  readonly file: TemporaryFile;
}

/**
 * Turns untrusted bytes into clean pictures. Throws MediaRejection for unusable bytes, and StoreUnavailableError if our
 * disk is full or away; an error of the source is passed on. No file remains after an error.
 *
 * Accepts JPEG, PNG and WebP by their bytes, under any name. Each keeps its format, but a WebP without loss or over 4
 * megapixels becomes a PNG of the same pixels. An animated WebP or PNG gives its first frame. A file that breaks off,
 * or whose data contradict themselves, is refused; broken metadata are ignored.
 */
export type PictureIntake = Awaited<ReturnType<typeof pictureIntake>>;

/**
 * Opens the intake: makes its folder, removes the files of a crashed process, and turns off the image library's cache
 * for this process.
 */
export async function pictureIntake({ temporaryFolder }: { readonly temporaryFolder: string }) {
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
  await sweepAbandonedFiles(temporaryFolder, new Date());
  forgetDecodedPictures();
  const gate = decodeGate({ decodesMax: DECODES_MAX, heldBytesMax: DECODE_HELD_BYTES_MAX });
  const newPath = () => join(temporaryFolder, randomBytes(16).toString('hex'));

  /** Writes a source to a temporary file. Stops at the first byte over the limit, and then destroys the source. */
  const receive = (source: ByteSource, bytesMax: number) => onMedium(() => writeLimited(newPath(), source, bytesMax));

  /** Makes a clean picture of a received file and removes the file. `bytesMax`: a stricter limit, known only now. */
  async function clean(received: TemporaryFile, bytesMax = Number.POSITIVE_INFINITY): Promise<CleanPicture> {
    await using source = received;
    if (source.sizeBytes > bytesMax) throw tooLarge(bytesMax);
    const header = await readHeader(source.path);
    return await gate.run(heldBytes(header), () => onMedium(() => decodeInto(newPath(), source.path, header)));
  }

  /** Receives and cleans. */
  const take = async (source: ByteSource, bytesMax: number) => clean(await receive(source, bytesMax));

  return { receive, clean, take };
}

/** Writes a source to a new file, chunk by chunk, and leaves nothing when that fails. */
async function writeLimited(path: string, source: ByteSource, bytesMax: number): Promise<TemporaryFile> {
  await using handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(limited(source, bytesMax));
    return new TemporaryFile(path, (await handle.stat()).size);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function decodeInto(
  target: string,
  source: string,
  header: Awaited<ReturnType<typeof readHeader>>,
): Promise<CleanPicture> {
  try {
    const { format, width, height, sizeBytes } = await reencode(source, header, target);
    const file = new TemporaryFile(target, sizeBytes);
    return { mimeType: MIME_TYPES[format], width, height, sha256: await digest(file), file };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

async function digest(file: TemporaryFile): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of file.stream()) hash.update(chunk);
  return hash.digest();
}
