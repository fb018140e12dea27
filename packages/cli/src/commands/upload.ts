import { Atelier } from '@atelier/client';
import { type ImageRecord, UPLOAD_TYPES, type UploadType } from '@atelier/contract';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { bytesOf, readSource } from '../operations/pictures.ts';
import { present, table } from '../output.ts';

/** `atelier upload` */
export const upload: Command = {
  name: 'upload',
  summary: 'Upload images and print their IDs for later requests.',
  details: 'Files, http(s) addresses, data URIs, or - for standard input.',
  positionals: ['file…'],
  options: {
    type: {
      type: 'string',
      value: 'TYPE',
      values: UPLOAD_TYPES,
      summary: `What the images are for: ${UPLOAD_TYPES.join(', ')} (reference).`,
    },
    ...CONNECTION_OPTIONS,
  },
  async run(invocation) {
    const type = typeOf(invocation);
    const pictures: Awaited<ReturnType<typeof bytesOf>>[] = [];
    for (const text of invocation.rest) {
      const source = await readSource(text);
      if (source.kind === 'id')
        throw new UsageError(`${text} is the ID of an uploaded image; name a file or an address`);
      pictures.push(await bytesOf(source));
    }
    const client = new Atelier(await workspaceConnection(invocation));
    const records: ImageRecord[] = [];
    for (const { bytes, name } of pictures) records.push(await client.upload(bytes, { fileName: name, type }));
    present(invocation, { images: records }, () =>
      table(records, { id: ({ id }) => id, size: sizeOf, address: (record) => record.path }),
    );
    return EXIT.ok;
  },
};

function sizeOf({ width_px, height_px }: ImageRecord): string {
  return `${width_px}×${height_px}`;
}

function typeOf(invocation: Invocation): UploadType {
  return UPLOAD_TYPES.find((type) => type === invocation.text('type')) ?? 'reference';
}
