import sharp from 'sharp';
import Type from 'typebox';
import { judgeUpload, unavailable } from '../../outcomes.ts';
import { WHITE } from '../../pictures/plain-picture.ts';
import type { StartOutcome } from '../../port.ts';
import { answerReader, callEngine, isWithinEngine, readSuccess, SUBMIT_TIMEOUT_MS } from '../../wire.ts';

/**
 * Longest side of a picture that is sent, in pixels. The model takes 4096 and 5 MB; a JPEG of this side stays below.
 */
const SIDE_MAX = 2048;
const JPEG_QUALITY = 92;

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

/** Where the API is, and what opens it. */
export interface AlibabaAccess {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Addresses of stored pictures, `oss://…`, by the names of the pictures. */
interface StoredPictures {
  readonly kind: 'stored';
  readonly addresses: ReadonlyMap<string, string>;
}

/**
 * Puts pictures as JPEG files into the store of Model Studio, which keeps them for 48 hours for this model alone
 * (alibabacloud.com/help/en/model-studio/get-temporary-file-url). What goes wrong comes before any work.
 */
export async function storePictures(
  { base, headers }: AlibabaAccess,
  model: string,
  pictures: ReadonlyMap<string, Uint8Array>,
): Promise<StoredPictures | StartOutcome> {
  const url = `${base}/api/v1/uploads?${new URLSearchParams({ action: 'getPolicy', model })}`;
  const allowed = await callEngine({ method: 'GET', url, headers });
  const policy = readSuccess(allowed, readPolicy)?.data;
  if (!policy) return judgeUpload(allowed);
  if (!isWithinEngine(policy.upload_host, base, 'aliyuncs.com'))
    return unavailable(`its store is at ${policy.upload_host}, which is not an address of Alibaba`);
  const addresses = new Map<string, string>();
  for (const [name, bytes] of pictures) {
    const key = `${policy.upload_dir}/${name}.jpg`;
    const body = new FormData();
    body.set('OSSAccessKeyId', policy.oss_access_key_id);
    body.set('Signature', policy.signature);
    body.set('policy', policy.policy);
    body.set('x-oss-object-acl', policy.x_oss_object_acl);
    body.set('x-oss-forbid-overwrite', policy.x_oss_forbid_overwrite);
    body.set('key', key);
    body.set('success_action_status', '200');
    // The store reads nothing behind the file.
    body.set('file', new Blob([new Uint8Array(await sentBytes(bytes))], { type: 'image/jpeg' }), `${name}.jpg`);
    const stored = await callEngine({ method: 'POST', url: policy.upload_host, body, timeoutMs: SUBMIT_TIMEOUT_MS });
    if (stored.kind !== 'answer' || stored.status >= 300) return judgeUpload(stored);
    addresses.set(name, `oss://${key}`);
  }
  return { kind: 'stored', addresses };
}

function sentBytes(bytes: Uint8Array): Promise<Uint8Array> {
  return sharp(bytes)
    .flatten({ background: WHITE })
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
