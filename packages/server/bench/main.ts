import type { LoadOrder, LoadResult } from './load.ts';
import type { RawOrder } from './raw-submissions.ts';
import { type Rig, type ServedProcess, startRig } from './rig.ts';

/** Measures the service on this machine, each figure against what it is made of, in the same run. */

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 32;
/** Workspaces that submit in turn. */
const CUSTOMERS = 100;

interface Customer {
  readonly key: string;
  readonly workspaceId: string;
}

const rig = await startRig();
try {
  const api = await rig.serve('api');
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => customerOf(api)));
  const request = {
    person_image_url: 'https://example.com/person.jpg',
    outfit_image_urls: ['https://example.com/garment.jpg'],
  };
  const [first] = customers;
  if (!first) throw new Error('no customer was made');
  const ids = await submitSome(api.url, first.key, request);
  await submissions(rig, api.url, customers, request);
  await polls(rig, api.url, first.key, ids);
} finally {
  await rig.close();
}

async function customerOf(api: ServedProcess): Promise<Customer> {
  const fields = { name: 'bench', plan: 'enterprise', credits: 10_000_000, sandbox: true };
  const { api_key: key, workspace } = await api.admin<{ api_key: string; workspace: { id: string } }>(
    'POST',
    '/admin/workspaces',
    fields,
  );
  return { key, workspaceId: workspace.id };
}

async function submitSome(url: string, key: string, request: object): Promise<string[]> {
  const ids: string[] = [];
  for (let each = 0; each < 20; each++) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1/images/virtual-try-on`, { method: 'POST', headers, body: JSON.stringify(request) });
    const body = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(body));
    ids.push(body.jobs[0].id);
  }
  return ids;
}

async function submissions(rig: Rig, url: string, customers: readonly Customer[], request: object): Promise<void> {
  const http: LoadOrder = {
    url,
    keys: customers.map(({ key }) => key),
    connections: CONNECTIONS,
    seconds: SECONDS,
    paths: ['/v1/images/virtual-try-on'],
    body: request,
  };
  const raw: RawOrder = {
    databaseUrl: rig.databaseUrl,
    workspaceIds: customers.map(({ workspaceId }) => workspaceId),
    input: { operation: 'virtual_try_on', model: 'v6', prompt: null, pictures: request },
    connections: 8,
    inFlight: CONNECTIONS,
    seconds: SECONDS,
  };
  await compare(
    'submissions',
    () => measure(rig, 'load.ts', http),
    () => measure(rig, 'raw-submissions.ts', raw),
  );
}

async function polls(rig: Rig, url: string, key: string, ids: readonly string[]): Promise<void> {
  const bare = await rig.script('bare-polls.ts', rig.databaseUrl);
  const order: LoadOrder = {
    url,
    keys: [key],
    connections: CONNECTIONS,
    seconds: SECONDS,
    paths: ids.map((id) => `/v1/jobs/${id}`),
    body: null,
  };
  await compare(
    'polls',
    () => measure(rig, 'load.ts', order),
    () => measure(rig, 'load.ts', { ...order, url: bare.line }),
  );
  await bare.stop();
}

async function measure(rig: Rig, script: string, order: LoadOrder | RawOrder): Promise<LoadResult> {
  const { line, stop } = await rig.script(script, JSON.stringify(order));
  await stop().catch(() => {});
  const result: LoadResult = JSON.parse(line);
  if (result.odd > 0) throw new Error(`${result.odd} of ${result.requests} answers of ${script} were odd`);
  return result;
}

async function compare(name: string, ours: () => Promise<LoadResult>, theirs: () => Promise<LoadResult>): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [a, b] = round % 2 === 0 ? [await ours(), await theirs()] : await inverted(ours, theirs);
    ratios.push(a.perSecond / b.perSecond);
    console.log(
      `${name}: ${a.perSecond.toFixed(0)}/s (p50 ${a.p50.toFixed(1)}, p99 ${a.p99.toFixed(1)}) against ${b.perSecond.toFixed(0)}/s: ${(a.perSecond / b.perSecond).toFixed(2)}`,
    );
  }
  console.log(`${name}: median ratio ${ratios.sort((x, y) => x - y)[Math.floor(ratios.length / 2)]?.toFixed(2)}`);
}

async function inverted<T>(ours: () => Promise<T>, theirs: () => Promise<T>): Promise<[T, T]> {
  const b = await theirs();
  return [await ours(), b];
}
