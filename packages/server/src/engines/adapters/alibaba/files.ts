import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { formOf } from '../../inputs.ts';
import { judgeUpload, unavailable } from '../../outcomes.ts';
import { jpegWithin } from '../../pictures/formats.ts';
import type { StartOutcome } from '../../port.ts';
import { answerReader, callEngine, isWithinEngine, type JsonApi, readSuccess, SUBMIT_TIMEOUT_MS } from '../../wire.ts';

/** Largest picture that is sent. The model takes 5 MB, and sides of up to 4096 pixels. */
const BOUNDS = { bytesMax: 5_000_000, sideMax: 2048 };

const readPolicy = answerReader(
  Type.Object({
    data: Type.Object({
      upload_host: Type.String(),
      upload_dir: Type.String(),
      oss_access_key_id: Type.String(),
      signature: Type.String(),
      policy: Type.String(),
      x_oss_object_acl: Type.String(),
      x_oss_forbid_overwrite: Type.String(),
    }),
  }),
);

/** Addresses of stored pictures, `oss://…`, by the names of the pictures. */
interface StoredPictures {
  readonly kind: 'stored';
  readonly addresses: ReadonlyMap<string, string>;
}

/**
 * Puts pictures as JPEG files into the store of Model Studio, which keeps them for 48 hours for this model alone
 * (alibabacloud.com/help/en/model-studio/get-temporary-file-url). Errors here happen before any work.
 */
export async function storePictures(
  api: JsonApi,
  model: string,
  pictures: ReadonlyMap<string, Uint8Array>,
): Promise<StoredPictures | StartOutcome> {
  const url = `/api/v1/uploads?${new URLSearchParams({ action: 'getPolicy', model })}`;
  const allowed = await api.get(url);
  const policy = readSuccess(allowed, readPolicy)?.data;
  if (!policy) return judgeUpload(allowed);
  if (!isWithinEngine(policy.upload_host, api.base, 'aliyuncs.com'))
    return unavailable(`its store is at ${policy.upload_host}, which is not an address of Alibaba`);
  const addresses = new Map<string, string>();
  for (const [name, bytes] of pictures) {
    // Jobs of the same account share the folder, and the store may refuse to overwrite.
    const key = `${policy.upload_dir}/${randomUUID()}.jpg`;
    const body = formOf([
      ['OSSAccessKeyId', policy.oss_access_key_id],
      ['Signature', policy.signature],
      ['policy', policy.policy],
      ['x-oss-object-acl', policy.x_oss_object_acl],
      ['x-oss-forbid-overwrite', policy.x_oss_forbid_overwrite],
      ['key', key],
      ['success_action_status', '200'],
      // The store reads nothing behind the file.
      ['file', await jpegWithin(bytes, BOUNDS), `${name}.jpg`],
    ]);
    const stored = await callEngine({ method: 'POST', url: policy.upload_host, body, timeoutMs: SUBMIT_TIMEOUT_MS });
    if (stored.kind !== 'answer' || stored.status >= 300) return judgeUpload(stored);
    addresses.set(name, `oss://${key}`);
  }
  return { kind: 'stored', addresses };
}
