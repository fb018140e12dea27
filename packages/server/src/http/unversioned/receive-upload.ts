import { type ErrorCode, LAST_FRAME_BYTES_MAX, UPLOAD_BYTES_MAX } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import type { Workspace } from '../../accounts/workspaces.ts';
import { Fault } from '../../fault.ts';
import type { MediaRow, NewMedia } from '../../media/rows.ts';
import type { TemporaryFile } from '../../media/temporary-file.ts';
import { quote } from '../../schema-check.ts';
import type { HttpRoom } from '../room.ts';
import { type LinkOf, storeReceived } from '../store-received.ts';
import { wrongMediaType } from '../validation.ts';

/** Limits of a form: one file and a few short fields are all it needs; clients of the interface send more. */
const FORM_LIMITS = { files: 10, fields: 10, fieldSize: 2_500, fileSize: UPLOAD_BYTES_MAX + 1, parts: 20 } as const;

/** Which values `type` may have, and the one that stands for none. */
export interface UploadTypes<T extends string> {
  readonly types: readonly T[];
  readonly fallback: T;
  /** Returns further writes for the transaction of the picture, by the other fields of the form. */
  readonly link?: (fields: FormFields) => LinkOf;
}

/** The texts of a form, by the names of their fields. */
export type FormFields = ReadonlyMap<string, string>;

/** Receives the picture of a form, cleans it and stores it. After an error, nothing of it stays. */
export async function receiveUpload<T extends NonNullable<NewMedia['upload_type']>>(
  room: HttpRoom,
  workspace: Workspace,
  request: FastifyRequest,
  allowed: UploadTypes<T>,
): Promise<MediaRow> {
  const { file: sent, fileName, fields } = await readForm(room, request);
  await using file = sent;
  if (!file) throw new Fault('invalid_request', '/file is required: send the image as a file of the form.');
  const uploadType = typeOf(fields.get('type'), allowed);
  const bytesMax = uploadType === 'video-last-frame' ? LAST_FRAME_BYTES_MAX : UPLOAD_BYTES_MAX;
  const received = { file, fileName, uploadType, bytesMax };
  return await storeReceived(room, workspace, request, received, allowed.link?.(fields));
}

function typeOf<T extends string>(given: string | undefined, { types, fallback }: UploadTypes<T>): T {
  if (given === undefined) return fallback;
  const found = types.find((type) => type === given);
  if (!found) throw new Fault('invalid_request', `/type is ${quote(given)}; allowed: ${types.join(', ')}.`);
  return found;
}

async function readForm(room: HttpRoom, request: FastifyRequest) {
  if (!request.isMultipart()) throw wrongMediaType('multipart/form-data', request.headers['content-type']);
  let file: TemporaryFile | null = null;
  let fileName: string | undefined;
  const fields = new Map<string, string>();
  try {
    for await (const part of request.parts({ limits: FORM_LIMITS })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file' || file) {
          // A part that the service ignores is read to its end, because the rest of the form follows.
          part.file.resume();
          continue;
        }
        fileName = part.filename;
        file = await room.intake.receive(part.file, UPLOAD_BYTES_MAX);
      } else if (part.fieldname === 'file') {
        throw new Fault('invalid_request', '/file came without a file name; send the image as a file with one.');
      } else {
        fields.set(part.fieldname, String(part.value));
      }
    }
    return { file, fileName, fields };
  } catch (error) {
    await file?.remove();
    throw formFault(error);
  }
}

const TOO_MANY_PARTS = `The form has too many parts; allowed: ${FORM_LIMITS.files} files and ${FORM_LIMITS.fields} fields.`;

/** The parser's errors in our words, by their codes. */
const FORM_FAULTS: Readonly<Record<string, readonly [code: ErrorCode, message: string]>> = {
  FST_REQ_FILE_TOO_LARGE: ['payload_too_large', 'The file is too large; allowed: at most 15 MiB.'],
  FST_FILES_LIMIT: ['invalid_request', TOO_MANY_PARTS],
  FST_FIELDS_LIMIT: ['invalid_request', TOO_MANY_PARTS],
  FST_PARTS_LIMIT: ['invalid_request', TOO_MANY_PARTS],
  FST_PROTO_VIOLATION: ['invalid_request', 'A field of the form has a name that is not allowed.'],
};

/** Messages of the parser about a form that is broken. */
const BROKEN_FORM =
  /Unexpected end of (form|multipart data)|Malformed part header|Multipart: Boundary not found|The needle cannot/i;

function formFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const known = 'code' in error ? FORM_FAULTS[String(error.code)] : undefined;
  if (known) return new Fault(...known);
  return BROKEN_FORM.test(error.message)
    ? new Fault('invalid_request', 'The form is broken or ends too early; send the whole form.', { cause: error })
    : error;
}
