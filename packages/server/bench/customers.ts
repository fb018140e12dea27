import { fileURLToPath } from 'node:url';
import type { Submission } from '@atelier/contract';
import sharp from 'sharp';
import type { ServedProcess } from './rig.ts';

/** A picture of the shared library for jobs of the bench, made small, because its decoding is not measured. */
const PICTURE = fileURLToPath(new URL('../library/avatar-lena.webp', import.meta.url));
const PICTURE_WIDTH = 300;

/** A workspace and its key. */
export interface Customer {
  readonly key: string;
  readonly workspaceId: string;
}

/** Makes workspaces with credits to spare; those of the sandbox get its pictures, which cost no work. */
export async function makeCustomers(api: ServedProcess, count: number, sandbox = true): Promise<readonly Customer[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const fields = { name: 'bench', plan: 'enterprise', credits: 10_000_000, sandbox };
      const made = await api.admin<{ api_key: string; workspace: { id: string } }>('POST', '/admin/workspaces', fields);
      return { key: made.api_key, workspaceId: made.workspace.id };
    }),
  );
}

/** Makes one such workspace. */
export async function makeCustomer(api: ServedProcess, sandbox = true): Promise<Customer> {
  const [customer] = await makeCustomers(api, 1, sandbox);
  if (!customer) throw new Error('no customer was made');
  return customer;
}

/** A try-on of pictures at addresses: for submissions that nobody works on. */
export const UNFETCHED = {
  person_image_url: 'https://example.com/person.jpg',
  outfit_image_urls: ['https://example.com/garment.jpg'],
};

/** Uploads a small picture and returns a try-on of it: for submissions that are worked on. */
export async function uploadedWork(api: ServedProcess, customer: Customer): Promise<object> {
  const id = await upload(api, customer, await sharp(PICTURE).resize(PICTURE_WIDTH).jpeg().toBuffer());
  return { person_image_id: id, outfit_image_ids: [id] };
}

/** Uploads a JPEG and returns its ID. */
export async function upload({ url }: ServedProcess, { key }: Customer, jpeg: Uint8Array): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'picture.jpg');
  const answer = await fetch(`${url}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`no upload: ${answer.status} ${await answer.text()}`);
  const { id }: { id: string } = JSON.parse(await answer.text());
  return id;
}

/** Submits one job and returns its ID. */
export async function submitOne({ url }: ServedProcess, { key }: Customer, request: object): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}${TRY_ON_PATH}`, { method: 'POST', headers, body: JSON.stringify(request) });
  const body = await answer.text();
  const { jobs }: Partial<Submission> = JSON.parse(body);
  if (!jobs?.[0]) throw new Error(`no job: ${answer.status} ${body}`);
  return jobs[0].id;
}

/** Where try-ons are submitted. */
export const TRY_ON_PATH = '/v1/images/virtual-try-on';
