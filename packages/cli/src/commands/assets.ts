import { type Call, type RequestOptions, send } from '@atelier/client';
import {
  type Asset,
  AssetChange,
  AssetCreation,
  type AssetPage,
  AssetQuery,
  type ImageRecord,
} from '@atelier/contract';
import { type Command, EXIT, type Invocation } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { fieldsOf, givenBy, optionsOf, plainSchema } from '../contract-options.ts';
import { idOf, idsOf } from '../ids.ts';
import { bytesOf, PICTURE_FORMS, type PictureSource, readSource } from '../operations/pictures.ts';
import { present, print, table } from '../output.ts';

const QUERY = plainSchema(AssetQuery);
const CREATION = plainSchema(AssetCreation);
const CHANGE = plainSchema(AssetChange);

/** Always asked for, so that every list tells whether there is more. */
const PAGINATED = ['paginated'];

const list: Command = {
  name: 'assets list',
  summary: 'List products (outfit), avatars (model) or presets (preset), newest first.',
  examples: ['assets list --type preset --include-public'],
  options: { ...optionsOf(QUERY, PAGINATED), ...CONNECTION_OPTIONS },
  async run(invocation) {
    const query = new URLSearchParams({ paginated: 'true' });
    for (const [name, value] of Object.entries(fieldsOf(QUERY, givenBy(invocation), PAGINATED)))
      query.set(name, String(value));
    const page = await call<AssetPage>(invocation, 'GET', `/assets?${query}`);
    present(invocation, page, ({ assets: all, total_count: count, page_info: { next_cursor } }) => {
      if (all.length === 0) return `There are no assets of type ${query.get('type') ?? 'model'}.`;
      const rest = next_cursor === null ? '' : `\n${all.length} of ${count}; more: --cursor ${next_cursor}`;
      return listing(all) + rest;
    });
    return EXIT.ok;
  },
};

const show: Command = {
  name: 'assets show',
  summary: 'Show an asset and its images.',
  positionals: ['asset'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const path = pathOf(idOf(invocation, 'asset'));
    const asset = await call<Asset>(invocation, 'GET', path);
    const images = await call<ImageRecord[]>(invocation, 'GET', `${path}/images`);
    present(invocation, { ...asset, images }, () => [listing([asset]), ...images.map(pictureLine)].join('\n'));
    return EXIT.ok;
  },
};

const create: Command = {
  name: 'assets create',
  summary: 'Save a product, an avatar or a preset, with its images.',
  examples: ['assets create --type outfit --alias "Linen shirt" --sku LS-204 --image front.jpg --image back.jpg'],
  options: {
    ...optionsOf(CREATION),
    image: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      summary: `An image of it: ${PICTURE_FORMS}. May be repeated.`,
    },
    ...CONNECTION_OPTIONS,
  },
  async run(invocation) {
    const body = fieldsOf(CREATION, givenBy(invocation));
    const sources = await readSources(invocation.texts('image'));
    const asset = await call<Asset>(invocation, 'POST', '/assets', body);
    const images = await addPictures(invocation, asset.id, sources);
    present(invocation, { ...asset, image_count: images.length, images }, () =>
      [listing([{ ...asset, image_count: images.length }]), ...images.map(pictureLine)].join('\n'),
    );
    return EXIT.ok;
  },
};

const add: Command = {
  name: 'assets add',
  summary: 'Add images to an asset, such as further views of one product.',
  positionals: ['asset', 'picture…'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const sources = await readSources(invocation.rest);
    const images = await addPictures(invocation, idOf(invocation, 'asset'), sources);
    present(invocation, { images }, () => images.map(pictureLine).join('\n'));
    return EXIT.ok;
  },
};

const change: Command = {
  name: 'assets change',
  summary: 'Change the name, details or thumbnail of an asset.',
  positionals: ['asset'],
  options: { ...optionsOf(CHANGE), ...CONNECTION_OPTIONS },
  async run(invocation) {
    const body = fieldsOf(CHANGE, givenBy(invocation));
    const asset = await call<Asset>(invocation, 'PATCH', pathOf(idOf(invocation, 'asset')), body);
    present(invocation, asset, () => listing([asset]));
    return EXIT.ok;
  },
};

const remove: Command = {
  name: 'assets delete',
  summary: 'Delete assets. Their images are kept.',
  positionals: ['asset…'],
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const ids = idsOf(invocation, 'asset');
    for (const id of ids) await call(invocation, 'DELETE', pathOf(id));
    print(invocation.flag('json') ? JSON.stringify({ deleted: ids }) : ids.map(gone).join('\n'));
    return EXIT.ok;
  },
};

/** `atelier assets …` */
export const assets: readonly Command[] = [list, show, create, add, change, remove];

async function call<T>(invocation: Invocation, method: Call['method'], path: string, body?: unknown): Promise<T> {
  return send<T>(await workspaceConnection(invocation), { method, path, body, repeatable: method === 'GET' });
}

async function readSources(texts: readonly string[]): Promise<PictureSource[]> {
  const sources: PictureSource[] = [];
  for (const text of texts) sources.push(await readSource(text));
  return sources;
}

/** Uploads pictures to an asset, and links those that are there already. */
async function addPictures(
  invocation: Invocation,
  asset: string,
  sources: readonly PictureSource[],
): Promise<readonly ImageRecord[]> {
  const connection = await workspaceConnection(invocation);
  const images: ImageRecord[] = [];
  for (const source of sources) images.push(await addPicture(connection, asset, source));
  return images;
}

async function addPicture(connection: RequestOptions, asset: string, source: PictureSource): Promise<ImageRecord> {
  const post = { method: 'POST', repeatable: false } as const;
  if (source.kind === 'id')
    return send(connection, { ...post, path: `/images/${source.id}/asset`, body: { asset_id: asset } });
  const { bytes, name } = await bytesOf(source);
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  return send(connection, { ...post, path: `${pathOf(asset)}/images`, body: form });
}

function pathOf(id: string): string {
  return `/assets/${id}`;
}

function gone(id: string): string {
  return `${id} is deleted`;
}

function pictureLine({ id, width_px, height_px, path }: ImageRecord): string {
  return `image  ${id}  ${width_px}×${height_px}  ${path}`;
}

function listing(all: readonly Asset[]): string {
  return table(all, {
    id: ({ id }) => id,
    type: ({ type }) => type,
    alias: ({ alias }) => alias,
    sku: ({ sku }) => sku,
    class: ({ preset_class }) => preset_class,
    pictures: ({ image_count }) => image_count,
    library: ({ public: isPublic }) => (isPublic ? 'shared' : ''),
  });
}
