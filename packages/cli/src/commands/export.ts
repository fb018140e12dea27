import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Exports, type RequestOptions, send } from '@atelier/client';
import type { Collection, PageInfo } from '@atelier/contract';
import { makeFolder } from '@atelier/server/data-folder';
import { type Command, EXIT, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { exists, HALF_WRITTEN } from '../operations/results.ts';
import { countText, present } from '../output.ts';

/** `atelier export` */
export const exportCollection: Command = {
  name: 'export',
  summary: 'Export the images of a collection as a ZIP, in the format of a shop.',
  details:
    'The ZIP has one file for each image that can be read, and images.csv with the SKU, look, view and size of each. ' +
    'docs/export.md lists the formats.',
  examples: [
    'export --collection Autumn --format shopify --out autumn.zip',
    'export --collection Autumn --format amazon --review approved --out amazon.zip',
  ],
  options: {
    collection: { type: 'string', value: 'NAME', summary: 'Name or ID of the collection. Needed.' },
    format: {
      type: 'string',
      value: 'NAME',
      summary: 'Name of an export format (JPEGs in the size of each image).',
    },
    review: {
      type: 'string',
      value: 'REVIEW',
      values: ['approved'],
      summary: 'Only images with this decision. Allowed: approved.',
    },
    out: { type: 'string', short: 'o', value: 'FILE', summary: 'The ZIP to write (the name of the collection).' },
    force: { type: 'boolean', short: 'f', summary: 'Overwrite an existing file.' },
    ...CONNECTION_OPTIONS,
  },
  async run(invocation) {
    const named = invocation.text('collection');
    if (!named) throw new UsageError('--collection is needed; give the name or the ID of a collection');
    const options = await workspaceConnection(invocation);
    const collection = await collectionOf(options, named);
    const file = path.resolve(invocation.text('out') ?? `${collection.name.replace(/[^\p{L}\p{N} _-]/gu, '_')}.zip`);
    if (!invocation.flag('force') && (await exists(file)))
      throw new UsageError(`${file} exists already; give --force to overwrite it`);
    const stream = await new Exports(options).collection(collection.id, {
      format: invocation.text('format'),
      review: invocation.text('review') === 'approved' ? 'approved' : undefined,
    });
    const bytes = await writeStream(file, stream);
    present(invocation, { file, bytes, collection_id: collection.id }, () => `${file} has ${countText(bytes, 'byte')}`);
    return EXIT.ok;
  },
};

/** The collection of a name or an ID. Throws UsageError for none and for several of the name. */
async function collectionOf(options: RequestOptions, named: string): Promise<Collection> {
  const all: Collection[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { collections: Collection[]; page_info: PageInfo } = await send(options, {
      method: 'GET',
      path: `/v1/collections?limit=100${query}`,
      repeatable: true,
    });
    all.push(...page.collections);
    cursor = page.page_info.next_cursor;
  }
  const found = all.filter(({ id, name }) => id === named.toLowerCase() || name === named);
  const [first, ...others] = found;
  if (!first) {
    const names = all.map(({ name }) => name).join(', ');
    const advice = names ? `use one of: ${names}` : 'create one in the studio';
    throw new UsageError(`there is no collection ${JSON.stringify(named)}; ${advice}`);
  }
  if (others.length > 0)
    throw new UsageError(
      `${found.length} collections have the name ${JSON.stringify(named)}; give one of their IDs: ${found.map(({ id }) => id).join(', ')}`,
    );
  return first;
}

/** Writes a stream to a file, whole or not at all; its size in bytes. */
async function writeStream(file: string, stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<number> {
  makeFolder(path.dirname(file));
  const beside = `${file}.${process.pid}${HALF_WRITTEN}`;
  try {
    await pipeline(Readable.fromWeb(stream), createWriteStream(beside));
    await fs.rename(beside, file);
  } catch (error) {
    await fs.rm(beside, { force: true });
    throw error;
  }
  return (await fs.stat(file)).size;
}
