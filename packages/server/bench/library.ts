import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { makeCustomers } from './customers.ts';
import { quantile } from './figures.ts';
import { fillPast } from './past.ts';
import { type BenchDatabase, startRig } from './rig.ts';

/** Images of the one workspace. */
const IMAGES = 50_000;
/** Products of the workspace: each made as many of the images. */
const PRODUCTS = 500;
/** Readings of each list. */
const READINGS = 40;
/** Thumbnails made, and read again. */
const THUMBNAILS = 60;

/**
 * Measures the library of one workspace with 50,000 images: `node packages/server/bench/library.ts`. Prints a Markdown
 * table of times over HTTP, in milliseconds.
 */
const rig = await startRig();
try {
  const database = await rig.database('library');
  const service = await rig.serve('all', database);
  const [customer] = await makeCustomers(service, 1);
  if (!customer) throw new Error('there is no customer');
  await fillPast(database, [customer], Math.ceil((IMAGES * 50) / 49));
  const { collectionId, assetId, shot } = await furnish(database, customer.workspaceId);
  const headers = { authorization: `Bearer ${customer.key}` };
  const read = async (query: string) => {
    const began = performance.now();
    const answer = await fetch(`${service.url}/v1/images?limit=100${query}`, { headers });
    const body: Page = JSON.parse(await answer.text());
    if (!answer.ok) throw new Error(JSON.stringify(body));
    return { ms: performance.now() - began, body };
  };

  const deep = await cursorAfter(read, 100);
  process.stdout.write('| A page of 100 images | images found | p50 ms | p95 ms |\n| --- | --- | --- | --- |\n');
  for (const [what, query] of [
    ['the first', ''],
    ['the hundredth', `&cursor=${deep}`],
    ['the first, with the count of all', '&count=true'],
    ['one SKU', '&search=SKU-0123'],
    ['a word that is nowhere', '&search=nowhere'],
    ['two words of prompts', '&search=linen+shade'],
    ['one product by its ID', `&asset_id=${assetId}`],
    ['approved', '&review=approved'],
    ['an operation without results', '&operation=edit'],
    ['uploads, where there are none', '&origin=upload'],
    ['a collection of 5,000', `&collection_id=${collectionId}`],
    ['one SKU, with the count of all', '&search=SKU-0123&count=true'],
  ] as const) {
    const found = await read(query);
    const times: number[] = [];
    for (let reading = 0; reading < READINGS; reading++) times.push((await read(query)).ms);
    const [middle, slow] = [quantile(times, 0.5), quantile(times, 0.95)].map((ms) => ms.toFixed(1));
    process.stdout.write(`| ${what} | ${found.body.images.length} | ${middle} | ${slow} |\n`);
    await pause(50);
  }
  await measureThumbnails(service.url, headers, shot);
} finally {
  await rig.close();
}

/** A page of the library, as far as it is read here. */
interface Page {
  readonly images: readonly { readonly id: string; readonly thumbnail_url: string | null }[];
  readonly page_info: { readonly next_cursor: string | null };
}

/** Gives the images products, words, decisions and a collection, as a shop has them. */
async function furnish({ client }: BenchDatabase, workspaceId: string) {
  const one = async (text: string, values: unknown[] = []) => {
    const { rows } = await client.query<{ id: string }>(text, values);
    return rows[0]?.id ?? '';
  };
  await client.query(
    `insert into assets (id, workspace_id, type, alias, sku, created_at, updated_at)
     select gen_random_uuid(), $1, 'outfit', 'Shirt no. ' || n, 'SKU-' || lpad(n::text, 4, '0'), now(), now()
     from generate_series(0, $2 - 1) n`,
    [workspaceId, PRODUCTS],
  );
  await client.query(
    `with product as (select id, row_number() over (order by sku) - 1 as n from assets where workspace_id = $1),
       job as (select id, row_number() over (order by id) % $2 as n from jobs)
     insert into job_assets (job_id, asset_id) select job.id, product.id from job join product using (n)`,
    [workspaceId, PRODUCTS],
  );
  await client.query(`update jobs set input = input || jsonb_build_object('prompt',
    'a linen shirt in the shade, ' || repeat('with soft light from the left, ', 8) || id)`);
  await client.query(`update media set review = case when n % 3 = 0 then 'rejected' else 'approved' end, reviewed_at = now()
    from (select id, row_number() over (order by id) as n from media) m where m.id = media.id and n % 4 = 0`);
  const collectionId = await one(
    `insert into collections (id, workspace_id, name, created_at) values (gen_random_uuid(), $1, 'Autumn', now())
     returning id`,
    [workspaceId],
  );
  await client.query(
    `insert into collection_images select $1, id, now() from media where workspace_id = $2 order by md5(id::text) limit 5000`,
    [collectionId, workspaceId],
  );
  await client.query('vacuum (analyze)');
  return { collectionId, assetId: await one(`select id from assets where sku = 'SKU-0123'`), shot: await picture() };
}

/** A PNG of the size of a result, with soft noise, which takes as long to decode as a photo. */
async function picture(): Promise<Blob> {
  const [width, height] = [896, 1152];
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } }).blur(3);
  return new Blob([new Uint8Array(await noise.png().toBuffer())]);
}

async function cursorAfter(read: (query: string) => Promise<{ body: Page }>, pages: number): Promise<string> {
  let cursor = '';
  for (let page = 1; page < pages; page++) {
    const { body } = await read(cursor === '' ? '' : `&cursor=${cursor}`);
    cursor = body.page_info.next_cursor ?? '';
  }
  return cursor;
}

/** The time of a thumbnail that is made, and of one that is there. */
async function measureThumbnails(url: string, headers: Record<string, string>, shot: Blob): Promise<void> {
  const made: number[] = [];
  const kept: number[] = [];
  let bytes = 0;
  for (let n = 0; n < THUMBNAILS; n++) {
    const form = new FormData();
    form.set('file', shot, 'shot.png');
    await fetch(`${url}/images`, { method: 'POST', headers, body: form });
  }
  const list = await fetch(`${url}/v1/images?limit=${THUMBNAILS}&origin=upload`, { headers });
  const { images }: Page = JSON.parse(await list.text());
  for (const times of [made, kept])
    for (const { thumbnail_url } of images) {
      const began = performance.now();
      const file = await (await fetch(thumbnail_url ?? '')).arrayBuffer();
      times.push(performance.now() - began);
      bytes = file.byteLength;
    }
  process.stdout.write(`\nA thumbnail of a PNG of 896 × 1152: made in ${quantile(made, 0.5).toFixed(0)} ms (p50), `);
  process.stdout.write(`read again in ${quantile(kept, 0.5).toFixed(1)} ms; ${bytes} bytes.\n`);
}
