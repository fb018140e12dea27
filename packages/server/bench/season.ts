import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { makeCustomer, upload } from './customers.ts';
import { quantile } from './figures.ts';
import { peakBytes, residentBytes } from './processes.ts';
import { type BenchDatabase, startRig } from './rig.ts';

/** Products of the shoot. */
const PRODUCTS = 2_000;
/** Images of the export. */
const IMAGES = 1_000;
/** Readings of each list. */
const READINGS = 20;
const MIB = 2 ** 20;

/**
 * Measures a shop's season over HTTP: `node packages/server/bench/season.ts`. It makes and lists a shoot of 2,000
 * products in a sandbox, and exports 1,000 images of 896 × 1152 as JPEGs of 2048 × 2048. Prints a Markdown table.
 */
const rig = await startRig();
try {
  const database = await rig.database('season');
  const service = await rig.serve('api', database);
  const customer = await makeCustomer(service);
  const headers = { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' };
  const timed = async <T>(target: string, body?: object): Promise<{ ms: number; answer: T }> => {
    const began = performance.now();
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await fetch(service.url + target, { headers, ...request });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return { ms: performance.now() - began, answer: JSON.parse(text) };
  };
  await furnish(database, customer.workspaceId, await upload(service, customer, await picture()));

  const recipe = { name: 'Autumn', operation: 'generate', avatar_ids: [], input: {} };
  const { answer: look } = await timed<{ id: string }>('/v1/looks', recipe);
  const wanted = { look_id: look.id, all: true };
  const made = await timed<{ id: string; item_count: number }>('/v1/shoots', wanted);
  const lists = async (target: string) => {
    const times: number[] = [];
    for (let reading = 0; reading < READINGS; reading++) times.push((await timed(target)).ms);
    return `${quantile(times, 0.5).toFixed(0)} ms (p50), ${quantile(times, 0.95).toFixed(0)} ms (p95)`;
  };
  const estimate = await timed('/v1/shoots/estimate', wanted);
  process.stdout.write('| What | Figure |\n| --- | --- |\n');
  process.stdout.write(`| estimate of a shoot of ${PRODUCTS} products | ${estimate.ms.toFixed(0)} ms |\n`);
  process.stdout.write(`| the shoot is made, with ${made.answer.item_count} items | ${made.ms.toFixed(0)} ms |\n`);
  process.stdout.write(`| the list of shoots | ${await lists('/v1/shoots')} |\n`);
  process.stdout.write(`| 100 of its items | ${await lists(`/v1/shoots/${made.answer.id}/items?limit=100`)} |\n`);

  const { rows } = await database.client.query<{ id: string }>(`select id from collections`);
  const before = await residentBytes(service.pid);
  const began = performance.now();
  const zip = await fetch(`${service.url}/v1/collections/${rows[0]?.id}/export?format=shopify`, { headers });
  let bytes = 0;
  for await (const chunk of zip.body ?? []) bytes += chunk.byteLength;
  const seconds = (performance.now() - began) / 1000;
  const rate = `${(IMAGES / seconds).toFixed(1)} images/s, ${(bytes / MIB).toFixed(0)} MiB`;
  const [held, peak] = [before / MIB, (await peakBytes(service.pid)) / MIB];
  process.stdout.write(`| export of ${IMAGES} images as \`shopify\` | ${seconds.toFixed(0)} s, ${rate} |\n`);
  process.stdout.write(`| resident memory before, and at its peak | ${held.toFixed(0)} and ${peak.toFixed(0)} MiB |\n`);
} finally {
  await rig.close();
}

/** A JPEG of the size of a result, with soft noise, which takes as long to decode as a photo. */
async function picture(): Promise<Buffer> {
  const [width, height] = [896, 1152];
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } }).blur(3);
  return noise.jpeg().toBuffer();
}

/** Products with a photo each, and a collection of photos. All are rows of one stored picture. */
async function furnish({ client }: BenchDatabase, workspaceId: string, mediaId: string): Promise<void> {
  await client.query('alter table media drop constraint media_storage_key_key');
  await client.query(
    `insert into media (id, workspace_id, kind, origin, token, storage_key, file_name, mime_type, width, height,
       size_bytes, sha256, created_at)
     select gen_random_uuid(), workspace_id, kind, origin, md5(n::text), storage_key, file_name, mime_type, width,
       height, size_bytes, sha256, created_at
     from media, generate_series(1, $2::integer) n where id = $1`,
    [mediaId, PRODUCTS],
  );
  await client.query(
    `with photo as (select id, row_number() over (order by id) as n from media where workspace_id = $1 and id <> $2),
       product as (
         insert into assets (id, workspace_id, type, alias, sku, created_at, updated_at)
         select gen_random_uuid(), $1, 'outfit', 'Shirt no. ' || n, n::text, now(), now() from photo returning id, sku
       )
     insert into asset_images (asset_id, media_id, position, for_training)
     select product.id, photo.id, 0, true from product join photo on photo.n = product.sku::bigint`,
    [workspaceId, mediaId],
  );
  await client.query(
    `with made as (
       insert into collections (id, workspace_id, name, created_at) values (gen_random_uuid(), $1, 'Autumn', now())
       returning id
     )
     insert into collection_images
     select made.id, m.id, now() from made, media m where m.workspace_id = $1 limit ${IMAGES}`,
    [workspaceId],
  );
  await client.query('vacuum (analyze)');
}
