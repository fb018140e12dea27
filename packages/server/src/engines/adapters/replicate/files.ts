import Type from 'typebox';
import { dataUri, formOf } from '../../inputs.ts';
import { judgeUpload } from '../../outcomes.ts';
import type { GatheredPicture, StartOutcome } from '../../port.ts';
import { answerReader, callEngine, readSuccess, SUBMIT_TIMEOUT_MS, type WireAnswer } from '../../wire.ts';

/** Largest picture that travels in the call itself, in bytes (replicate.com/docs/topics/predictions/input-files). */
const INLINE_BYTES_MAX = 1_000_000;

/** The address of the API and its key. */
export interface ReplicateAccess {
  /** With the version of the API, without a slash at the end. */
  readonly api: string;
  readonly headers: () => Readonly<Record<string, string>>;
}

/** Pictures as a prediction names them. */
interface PlacedPictures {
  readonly kind: 'placed';
  readonly addressOf: (picture: GatheredPicture) => string;
  /** Uploaded files, to remove when the prediction has ended. */
  readonly fileIds: readonly string[];
}

const readFile = answerReader(Type.Object({ id: Type.String(), urls: Type.Object({ get: Type.String() }) }));

/**
 * Uploads the pictures that are too large for a call. Errors here happen before any work, so the task may be sent
 * again.
 */
export async function placePictures(
  access: ReplicateAccess,
  pictures: readonly GatheredPicture[],
): Promise<PlacedPictures | StartOutcome> {
  const addresses = new Map<GatheredPicture, string>();
  const fileIds: string[] = [];
  for (const picture of pictures.filter(({ bytes }) => bytes.byteLength > INLINE_BYTES_MAX)) {
    const answer = await upload(access, picture);
    const file = readSuccess(answer, readFile);
    if (!file) {
      await removeFiles(access, fileIds);
      return judgeUpload(answer);
    }
    addresses.set(picture, file.urls.get);
    fileIds.push(file.id);
  }
  return { kind: 'placed', fileIds, addressOf: (picture) => addresses.get(picture) ?? dataUri(picture) };
}

/** Removes uploaded pictures; those that stay behind are removed by the platform after a day. */
export async function removeFiles({ api, headers }: ReplicateAccess, fileIds: readonly string[]): Promise<void> {
  for (const id of fileIds)
    await callEngine({ method: 'DELETE', url: `${api}/files/${encodeURIComponent(id)}`, headers: headers() });
}

function upload({ api, headers }: ReplicateAccess, { bytes, role }: GatheredPicture): Promise<WireAnswer> {
  const body = formOf([['content', bytes, role]]);
  return callEngine({ method: 'POST', url: `${api}/files`, headers: headers(), body, timeoutMs: SUBMIT_TIMEOUT_MS });
}
