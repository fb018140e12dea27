import { createHash, randomUUID } from 'node:crypto';
import readline from 'node:readline/promises';
import { Atelier } from '@atelier/client';
import type { Look, Shoot, ShootCreation, ShootEstimate } from '@atelier/contract';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { Interruption, onInterruption } from '../interruption.ts';
import { complain, countText, creditsText, listed, present, print } from '../output.ts';
import { stateLine } from '../progress.ts';
import { saveItems } from '../shoot-files.ts';
import { findLook } from './looks.ts';

/** `atelier catalogue shoot` */
export const catalogueShoot: Command = {
  name: 'catalogue shoot',
  summary: 'Apply a look to products: an image for each product, avatar and view.',
  details: [
    'The service continues to make the images after this command has ended. Run the same command again to follow the shoot or to fetch its images: nothing is made or charged twice.',
    'The same command also resumes a paused shoot. The exit code is 1 if an image failed, and 3 if the shoot is paused.',
  ].join('\n'),
  examples: [
    'catalogue shoot --look "Studio, white" --products LS-204,LS-205 --estimate',
    'catalogue shoot --look "Studio, white" --all --yes --out season/',
  ],
  options: {
    look: { type: 'string', value: 'LOOK', summary: 'The look, by its name or ID. Needed.' },
    products: { type: 'string', value: 'SKU,…', summary: 'Products with these SKUs.' },
    search: { type: 'string', value: 'TEXT', summary: 'Products with this text in their name or SKU.' },
    all: { type: 'boolean', summary: 'All products.' },
    estimate: { type: 'boolean', summary: 'Show the number of images and the price. Make nothing.' },
    yes: { type: 'boolean', short: 'y', summary: 'Begin without a question.' },
    retry: { type: 'boolean', summary: 'Make failed and canceled images of the shoot again.' },
    again: {
      type: 'boolean',
      summary: 'Begin a new shoot, although there is one of this look and these products.',
    },
    out: {
      type: 'string',
      short: 'o',
      value: 'FOLDER',
      summary: 'Folder for the images, named by SKU, look and view. Existing files are kept.',
    },
    force: { type: 'boolean', short: 'f', summary: 'Overwrite existing files.' },
    quiet: { type: 'boolean', short: 'q', summary: 'Show no progress.' },
    ...CONNECTION_OPTIONS,
  },
  async run(invocation) {
    const client = new Atelier(await workspaceConnection(invocation));
    const look = await findLook(client, lookName(invocation));
    const body = { look_id: look.id, ...selectionOf(invocation) };
    const estimate = await client.shoots.estimate(body);
    if (invocation.flag('estimate')) {
      present(invocation, estimate, (told) => [priceText(told, look), ...problems(told)].join('\n'));
      return EXIT.ok;
    }
    for (const line of problems(estimate)) complain(line);
    const shoot = await beginOrAttach(invocation, client, look, body, estimate);
    return shoot ? followToEnd(invocation, client, shoot) : EXIT.usage;
  },
};

function lookName(invocation: Invocation): string {
  const look = invocation.text('look');
  if (look === undefined) throw new UsageError('--look is needed; `atelier looks list` shows all');
  return look;
}

function selectionOf(invocation: Invocation): Omit<ShootCreation, 'look_id'> {
  const [products, search] = [invocation.text('products'), invocation.text('search')];
  const given = [
    ...(products === undefined ? [] : [{ skus: products.split(',').flatMap((sku) => sku.trim() || []) }]),
    ...(search === undefined ? [] : [{ search }]),
    ...(invocation.flag('all') ? [{ all: true as const }] : []),
  ];
  const [selection, ...others] = given;
  if (!selection || others.length > 0) throw new UsageError('give one of --products, --search and --all');
  return selection;
}

function priceText({ products, pictures, price, balance }: ShootEstimate, { name }: Look): string {
  const made = `${countText(pictures, 'image')} of ${countText(products, 'product')} with the look ${name}`;
  return `${made}: ${creditsText(price)}; the balance is ${creditsText(balance)}.`;
}

function problems({ unusable }: ShootEstimate): string[] {
  const reasons = Map.groupBy(unusable, ({ reason }) => reason);
  return [...reasons].map(([reason, products]) => {
    const names = products.map(({ sku, name, product_id: id }) => sku ?? name ?? id ?? '');
    return `left out: ${listed(names)}. ${reason}`;
  });
}

/** The shoot of an earlier run of the same command, or a new one; null where the person does not want it. */
async function beginOrAttach(
  invocation: Invocation,
  client: Atelier,
  look: Look,
  body: ShootCreation,
  estimate: ShootEstimate,
): Promise<Shoot | null> {
  const digest = createHash('sha256')
    .update(JSON.stringify([estimate.selection, body]))
    .digest('hex');
  const idempotencyKey = invocation.flag('again') ? randomUUID() : `shoot-${digest}`;
  const [earlier] = (await client.shoots.list({ idempotency_key: idempotencyKey })).shoots;
  if (earlier) return attach(invocation, client, earlier);
  if (estimate.pictures > 0 && !(await isWanted(invocation, estimate, look))) return null;
  return client.shoots.create(body, { idempotencyKey });
}

async function attach(invocation: Invocation, client: Atelier, shoot: Shoot): Promise<Shoot> {
  const { id, status, created_at: since } = shoot;
  complain(`the shoot ${id} of ${since} has these images; --again makes them again`);
  if (invocation.flag('retry')) return client.shoots.retry(id);
  if (status === 'canceled')
    throw new UsageError(`the shoot ${id} was canceled; give --retry to make the rest, or --again for a new one`);
  return status === 'paused' ? client.shoots.resume(id) : shoot;
}

/** Asks on a terminal. Throws UsageError elsewhere without `--yes`. */
async function isWanted(invocation: Invocation, estimate: ShootEstimate, look: Look): Promise<boolean> {
  const price = priceText(estimate, look);
  if (invocation.flag('yes')) {
    complain(price);
    return true;
  }
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new UsageError(`${price} Give --yes to begin.`);
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${price} Begin? [y/N] `).finally(() => terminal.close());
  return /^y(es)?$/i.test(answer.trim());
}

async function followToEnd(invocation: Invocation, client: Atelier, { id }: Shoot): Promise<number> {
  const interruption = onInterruption();
  const line = invocation.flag('quiet') ? null : stateLine();
  try {
    const { signal } = interruption;
    const shoot = await client.shoots.follow(id, {
      signal,
      onChange: (now) => line?.show(endedOf(now) / now.item_count, stateText(now)),
    });
    line?.end();
    const out = invocation.text('out');
    const files =
      out === undefined ? [] : await saveItems(client, shoot, out, { force: invocation.flag('force'), signal });
    if (invocation.flag('json')) print(JSON.stringify({ ...shoot, files }, null, 2));
    else if (files.length > 0) print(files.join('\n'));
    return await reportEnd(client, shoot);
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    line?.end();
    complain(`interrupted; the shoot ${id} continues. Run the same command again to follow it.`);
    return error.exitCode;
  } finally {
    interruption.forget();
  }
}

function endedOf({ items }: Shoot): number {
  return items.completed + items.failed + items.policy_blocked + items.canceled;
}

function stateText(shoot: Shoot): string {
  const { failed, policy_blocked: blocked } = shoot.items;
  const bad = failed + blocked > 0 ? `, ${failed + blocked} failed` : '';
  return `${endedOf(shoot)} of ${shoot.item_count} ended${bad}`;
}

async function reportEnd(client: Atelier, { id, status, pause, items, item_count: count }: Shoot): Promise<number> {
  if (pause) {
    complain(`the shoot ${id} is paused: ${pause.message}`);
    return EXIT.unfinished;
  }
  for (const state of ['failed', 'policy_blocked'] as const) {
    const some = items[state] > 0 ? (await client.shoots.items(id, { status: state, limit: 10 })).items : [];
    for (const item of some) complain(`${item.sku ?? item.product_name}: ${item.error?.message ?? state}`);
  }
  if (status === 'completed' && items.completed === count) return EXIT.ok;
  complain(`${items.completed} of ${count} images are made; --retry makes those that failed again`);
  return EXIT.failed;
}
