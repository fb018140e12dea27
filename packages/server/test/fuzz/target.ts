import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { fieldsOf } from './operations.ts';
import type { Target } from './run.ts';

/** A service that is up, and how to call its admin interface. */
export interface UpService {
  readonly url: string;
  readonly adminKey: string;
}

/**
 * Two workspaces of a service, things for requests to name, and a place on this machine for its pictures and messages.
 */
export async function openTarget({ url, adminKey }: UpService): Promise<Target & { close(): Promise<void> }> {
  const picture = await sharp({ create: { width: 48, height: 64, channels: 3, background: '#c83c3c' } })
    .png()
    .toBuffer();
  const sink = createServer((request, response) => {
    request.resume();
    if (request.method === 'POST') response.writeHead(204).end();
    else response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const place = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;

  const call = async (key: string, method: string, path: string, body?: object | FormData): Promise<unknown> => {
    const isForm = body instanceof FormData;
    const headers = { authorization: `Bearer ${key}`, ...(isForm ? {} : { 'content-type': 'application/json' }) };
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    return response.json();
  };
  const workspace = async (name: string) => {
    const body = { name, plan: 'enterprise', credits: 1_000_000, sandbox: true };
    const made = await call(adminKey, 'POST', '/admin/workspaces', body);
    return made as { workspace: { id: string }; api_key: string };
  };
  const upload = (key: string, path: string) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(picture)]), 'photo.png');
    return call(key, 'POST', path, form);
  };
  const own = await workspace('fuzzed');
  const other = await workspace('beside');
  const listed = (await call(adminKey, 'GET', `/admin/workspaces/${own.workspace.id}/keys`)) as {
    keys: { key_id: string }[];
  };
  const listedOther = (await call(adminKey, 'GET', `/admin/workspaces/${other.workspace.id}/keys`)) as typeof listed;
  const keyIds = [...listed.keys, ...listedOther.keys].map(({ key_id }) => key_id);

  let count = 0;
  const next = () => ++count;
  // Links show the same collection, which no request may delete, so that each token fits each image.
  const shown = await call(own.api_key, 'POST', '/v1/collections', { name: 'shown' });
  const shownId = idOf(shown);

  /** A product, an avatar, a look of it, and a shoot with its items. */
  const provisionShoot = async (key: string): Promise<unknown[]> => {
    const saved = await call(key, 'POST', '/v1/products', { sku: 'LS-204', name: 'Linen shirt' });
    const photo = await upload(key, `/assets/${idOf(fieldsOf(saved).product)}/images`);
    const avatar = await call(key, 'POST', '/assets', { type: 'model', alias: 'person' });
    const face = await upload(key, `/assets/${idOf(avatar)}/images`);
    const recipe = { operation: 'virtual_try_on', avatar_ids: [idOf(avatar)] };
    const look = await call(key, 'POST', '/v1/looks', { name: `look ${next()}`, ...recipe });
    const shoot = await call(key, 'POST', '/v1/shoots', { look_id: idOf(look), skus: ['LS-204'] });
    const items = await call(key, 'GET', `/v1/shoots/${idOf(shoot)}/items`);
    return [saved, photo, avatar, face, look, shoot, items];
  };

  /** A collection, and a link to images without a key. */
  const provisionReview = async (key: string, images: readonly (string | undefined)[]): Promise<unknown[]> => {
    const collection = await call(key, 'POST', '/v1/collections', { name: `collection ${next()}` });
    for (const id of [idOf(collection), shownId])
      await call(key, 'POST', `/v1/collections/${id}/images`, { add: images });
    const ends = { name: 'Buyers', expires_at: new Date(Date.now() + 86_400_000).toISOString() };
    const link = await call(key, 'POST', `/v1/collections/${shownId}/review-links`, ends);
    const token = String(fieldsOf(link).url).split('/').at(-1);
    return [collection, link, await call(key, 'GET', `/v1/reviews/${token}`)];
  };

  return {
    url,
    keys: { own: own.api_key, other: other.api_key, admin: adminKey, wrong: `${own.api_key}x`, none: null },
    forbidden: new Set([own.workspace.id, other.workspace.id, shownId, ...keyIds]),
    urls: [
      `${place}/picture.png`,
      `${place}/hook`,
      'http://127.0.0.2:9/x',
      'http://10.0.0.1/x.png',
      'https://[::1]/x.png',
      'http://169.254.169.254/latest',
    ],
    async provision() {
      const key = own.api_key;
      const answers: unknown[] = [
        await upload(key, '/images'),
        await upload(key, '/images'),
        await call(key, 'POST', '/v1/keys', { name: 'shop', scopes: ['read', 'submit'] }),
        await call(key, 'POST', '/v1/export-formats', { name: `format-${next()}` }),
        await workspace('beside the point'),
      ];
      for (const [type, alias] of [
        ['outfit', 'shirt'],
        ['model', 'person'],
        ['preset', 'room'],
      ]) {
        const asset = (await call(key, 'POST', '/assets', { type, alias })) as { id: string };
        answers.push(asset, await upload(key, `/assets/${asset.id}/images`));
      }
      const [image, second] = answers as { id: string }[];
      const hook = (await call(key, 'POST', '/v1/webhooks', { url: `${place}/hook` })) as { webhook?: { id: string } };
      answers.push(hook);
      if (hook.webhook) answers.push(await call(key, 'POST', `/v1/webhooks/${hook.webhook.id}/test`));
      const made = (await call(key, 'POST', `/v1/images/${image?.id}/upscale`, {})) as { jobs?: { id: string }[] };
      answers.push(made, await call(key, 'GET', `/v1/jobs/${made.jobs?.[0]?.id}?wait=5`));
      answers.push(await call(key, 'GET', '/v1/jobs?limit=1'));
      return [...answers, ...(await provisionShoot(key)), ...(await provisionReview(key, [image?.id, second?.id]))];
    },
    async close() {
      sink.closeAllConnections();
      await new Promise((resolve) => sink.close(resolve));
    },
  };
}

/** The ID of a thing that the service has made. */
function idOf(answer: unknown): string {
  return String(fieldsOf(answer).id);
}
