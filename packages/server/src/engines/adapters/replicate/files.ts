import Type from 'typebox';
import { dataUri, formOf } from '../../inputs.ts';
import { judgeUpload } from '../../outcomes.ts';
import type { GatheredPicture, StartOutcome } from '../../port.ts';
import { answerReader, type JsonApi, readSuccess, SUBMIT_TIMEOUT_MS, type WireAnswer } from '../../wire.ts';

/** Largest picture that travels in the call itself, in bytes (replicate.com/docs/topics/predictions/input-files). */
const INLINE_BYTES_MAX = 1_000_000;

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
  api: JsonApi,
  pictures: readonly GatheredPicture[],
): Promise<PlacedPictures | StartOutcome> {
  const addresses = new Map<GatheredPicture, string>();
  const fileIds: string[] = [];
  for (const picture of pictures.filter(({ bytes }) => bytes.byteLength > INLINE_BYTES_MAX)) {
    const answer = await upload(api, picture);
    const file = readSuccess(answer, readFile);
    if (!file) {
      await removeFiles(api, fileIds);
      return judgeUpload(answer);
    }
    addresses.set(picture, file.urls.get);
    fileIds.push(file.id);
  }
  return { kind: 'placed', fileIds, addressOf: (picture) => addresses.get(picture) ?? dataUri(picture) };
}

/** Removes uploaded pictures; those that stay behind are removed by the platform after a day. */
export async function removeFiles(api: JsonApi, fileIds: readonly string[]): Promise<void> {
  for (const id of fileIds) await api.call({ method: 'DELETE', url: `/files/${encodeURIComponent(id)}` });
}

function upload(api: JsonApi, { bytes, role }: GatheredPicture): Promise<WireAnswer> {
  const body = formOf([['content', bytes, role]]);
  return api.call({ method: 'POST', url: '/files', body, timeoutMs: SUBMIT_TIMEOUT_MS });
}
