// A small shop that dresses its customers. It may be killed at any moment: started again, it goes on with every order,
// and no order is paid for twice. docs/guide/5-shop.md explains it.
import fs from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { Atelier, verifyWebhook } from '@atelier/client';

/** The state of an order, one step after the other. */
interface Order {
  readonly number: string;
  readonly product: string;
  personId?: string;
  garmentId?: string;
  jobId?: string;
  /** `dressed`, or the code of the failure. */
  outcome?: string;
}

const { WEBHOOK_SECRET = '', SHOP = 'shop' } = process.env;
const PORT = Number(process.env.PORT ?? 9000);
const PRODUCTS = process.env.PRODUCTS ?? 'packages/engine/samples';
const SWEEP_MS = 60_000;

const atelier = new Atelier();
fs.mkdirSync(SHOP, { recursive: true });

const fileOf = (number: string, kind: 'json' | 'photo' | 'png') => path.join(SHOP, `${number}.${kind}`);

/** Writes a file so that it is there as a whole or not at all. */
function keep(file: string, content: string | Uint8Array): void {
  fs.writeFileSync(`${file}.new`, content);
  fs.renameSync(`${file}.new`, file);
}

function saved(order: Order): Order {
  keep(fileOf(order.number, 'json'), JSON.stringify(order));
  return order;
}

function read(number: string): Order | null {
  const file = fileOf(number, 'json');
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}

function openOrders(): Order[] {
  const numbers = fs.readdirSync(SHOP).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
  return numbers.flatMap((number) => read(number) ?? []).filter(({ outcome }) => outcome === undefined);
}

/** Goes on with an order from wherever it stands. Each step is written down before the next begins. */
async function goOn(order: Order): Promise<void> {
  if (!order.personId) {
    const person = await atelier.upload(fileOf(order.number, 'photo'), { type: 'virtual-try-on-person' });
    saved(Object.assign(order, { personId: person.id }));
  }
  if (!order.garmentId) {
    const garment = await atelier.upload(path.join(PRODUCTS, `garment-${order.product}.webp`));
    saved(Object.assign(order, { garmentId: garment.id }));
  }
  if (!order.jobId) {
    // Killed behind this line and before the next, the shop asks again with the same key, and gets the same job.
    const [job] = await atelier.tryOn(
      { person_image_id: order.personId ?? '', outfit_image_ids: [order.garmentId ?? ''] },
      { idempotencyKey: `order-${order.number}` },
    );
    saved(Object.assign(order, { jobId: job.id }));
  }
  // The job may have ended before its ID was saved, when its webhook found no order.
  await settle(order);
}

/** Takes what has become of the order's job, if it has ended. Doing it twice does no harm. */
async function settle(order: Order): Promise<void> {
  const { status, result, error } = await atelier.job(order.jobId ?? '');
  if (result) {
    await atelier.download(result, fileOf(order.number, 'png'));
    saved({ ...order, outcome: 'dressed' });
  } else if (error) saved({ ...order, outcome: error.code });
  else return;
  console.log(`order ${order.number}: ${status}`);
}

/** Goes on with all open orders, one sweep after the other: two at once would upload the same photo twice. */
function sweep(): Promise<void> {
  sweeping = sweeping.then(goOnWithAll);
  return sweeping;
}
let sweeping = Promise.resolve();

/** What fails is left for the next time. */
async function goOnWithAll(): Promise<void> {
  for (const order of openOrders())
    await goOn(order).catch((error) => console.error(`order ${order.number}: ${error.message}`));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray());
}

/**
 * `POST /orders/NUMBER?product=NAME` with the photo as body, `GET /orders/NUMBER`, and `POST /hooks` for the service.
 */
async function answer(request: IncomingMessage): Promise<{ status: number; body?: unknown }> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
  const number = /^\/orders\/([\w-]+)$/.exec(pathname)?.[1];
  if (request.method === 'POST' && pathname === '/hooks') {
    const message = await verifyWebhook(request.headers, String(await bodyOf(request)), { secret: WEBHOOK_SECRET });
    const order = openOrders().find(({ jobId }) => jobId && jobId === message.job?.id);
    if (order) await settle(order);
    return { status: 204 };
  }
  if (!number) return { status: 404 };
  if (request.method === 'GET') return { status: read(number) ? 200 : 404, body: read(number) };
  const photo = await bodyOf(request);
  if (!read(number)) {
    keep(fileOf(number, 'photo'), photo);
    saved({ number, product: searchParams.get('product') ?? 'tshirt' });
  }
  // The customer need not wait: the order is written down.
  setImmediate(sweep);
  return { status: 202, body: read(number) };
}

createServer(async (request, response) => {
  const { status, body } = await answer(request).catch((error: Error) => ({
    status: 400,
    body: { message: error.message },
  }));
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(body === undefined ? '' : JSON.stringify(body));
}).listen(PORT, '127.0.0.1', () => console.log(`shop on http://127.0.0.1:${PORT}`));

setInterval(sweep, SWEEP_MS);
await sweep();
