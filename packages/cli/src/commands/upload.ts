import path from 'node:path';
import { Atelier } from '@atelier/client';
import { type ImageRecord, UPLOAD_TYPES, type UploadType } from '@atelier/contract';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { checkReadable, fileBlob } from '../files.ts';
import { present, table } from '../output.ts';

/** `atelier upload` */
export const upload: Command = {
  name: 'upload',
  summary: 'Upload pictures and print their IDs, for later requests.',
  positionals: ['file…'],
  options: {
    ...CONNECTION_OPTIONS,
    type: { type: 'string', value: 'TYPE', summary: `What they are for: ${UPLOAD_TYPES.join(', ')} (reference).` },
  },
  async run(invocation) {
    const files = invocation.rest;
    const type = typeOf(invocation);
    await checkReadable(files);
    const client = new Atelier(await workspaceConnection(invocation));
    const records: ImageRecord[] = [];
    for (const file of files) {
      records.push(await client.upload(await fileBlob(file), { fileName: path.basename(file), type }));
    }
    present(invocation, records, () => table(records, { id: ({ id }) => id, size: sizeOf, address: (record) => record.path }));
    return EXIT.ok;
  },
};

function sizeOf({ width_px, height_px }: ImageRecord): string {
  return `${width_px}×${height_px}`;
}

function typeOf(invocation: Invocation): UploadType {
  const given = invocation.text('type') ?? 'reference';
  const found = UPLOAD_TYPES.find((type) => type === given);
  if (!found) throw new UsageError(`--type is ${JSON.stringify(given)}; allowed are ${UPLOAD_TYPES.join(', ')}`);
  return found;
}
