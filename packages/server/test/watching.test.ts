import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { EngineDouble } from './engines/double.ts';
import { falDouble } from './engines/fal.double.ts';
import { startTestService, type TestService } from './support/service.ts';

/**
 * The operators' view of the service: every query of the dashboard and of the alerts is about metrics it really has.
 */

/** Labels that Prometheus adds, and the bound of a histogram's bucket. */
const ADDED_LABELS = ['instance', 'job', 'le'];

let folder: string;
let hosted: EngineDouble;
let service: TestService;
let metrics: ReadonlyMap<string, ReadonlySet<string>>;

beforeAll(async () => {
  hosted = await falDouble();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-watching-'));
  const file = path.join(folder, 'atelier.config.json');
  const options = { operations: { edit: { model: 'fal-ai/nano-banana/edit' } } };
  await fs.writeFile(
    file,
    JSON.stringify({
      engines: { hosted: { adapter: 'fal', base_url: hosted.url, options, price: 0.05 } },
      models: { 'nano-banana': ['hosted'] },
    }),
  );
  service = await startTestService({
    environment: { ATELIER_CONFIG: file, ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8', FAL_KEY: 'watching-test-key' },
  });
  await everythingHappens();
  metrics = metricsOf(await (await fetch(`${service.url}/metrics`)).text());
});
afterAll(async () => {
  await service.stop();
  await hosted.close();
  await fs.rm(folder, { recursive: true, force: true });
});

/** A job that is made by a hosted engine, one that is refused and refunded, and one that waits. */
async function everythingHappens(): Promise<void> {
  const workspace = await service.workspace({ sandbox: false });
  const image = await workspace.image();
  const edit = async (prompt: string) =>
    (await workspace.post(`/v1/images/${image}/edit`, { model: 'nano-banana', prompt })).body.jobs[0].id;
  expect((await workspace.final(await edit('make the coat red'))).status).toBe('completed');
  expect((await workspace.final(await edit('a naked woman'))).status).toBe('policy_blocked');
  const client = await service.database.connect();
  const waiting = `insert into jobs (id, workspace_id, submission_id, position, operation, model, resolution, input, status, price, charged, created_at)
    select gen_random_uuid(), workspace_id, gen_random_uuid(), 0, operation, model, resolution, input, 'pending', price, price, now()
    from jobs limit 1`;
  await client.query(waiting).finally(() => client.end());
}

/** Names of samples as they are exposed, each with its labels. */
function metricsOf(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (!name) continue;
    const known = found.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/([a-z_]+)="/g)) known.add(label);
    found.set(name, known);
  }
  return found;
}

/** Faults of a query: it is not PromQL, or it names a metric or a label that the service does not export. */
function faultsOf(query: string): string[] {
  const text = query.replaceAll('$__rate_interval', '5m');
  const names: string[] = [];
  const labels: string[] = [];
  const faults: string[] = [];
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      const words = text.slice(from, to);
      if (type.isError) faults.push(`${query}: no PromQL from ${JSON.stringify(text.slice(from))}`);
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') names.push(words);
      if (type.name === 'LabelName') labels.push(words);
    },
  });
  const known = names.flatMap((name) => [...(metrics.get(name) ?? [])]);
  if (names.length === 0) faults.push(`${query}: names no metric`);
  for (const name of names) if (!metrics.has(name)) faults.push(`${query}: there is no metric ${name}`);
  for (const label of labels)
    if (![...known, ...ADDED_LABELS].includes(label))
      faults.push(`${query}: none of its metrics has the label ${label}`);
  return faults;
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}

interface AlertRules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

const deploy = new URL('../../../deploy/', import.meta.url);
const readDashboard = async (): Promise<Dashboard> =>
  JSON.parse(await fs.readFile(new URL('grafana/atelier.json', deploy), 'utf8'));
const readAlerts = async (): Promise<AlertRules> =>
  parse(await fs.readFile(new URL('prometheus/alerts.yaml', deploy), 'utf8'));

test('every query of the dashboard is about metrics the service exports', async () => {
  const queries = (await readDashboard()).panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(15);
  expect(queries.flatMap(faultsOf)).toEqual([]);
});

test('every alert is about metrics the service exports', async () => {
  const queries = (await readAlerts()).groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(5);
  expect(queries.flatMap(faultsOf)).toEqual([]);
});

test('every metric of Atelier is on the dashboard', async () => {
  const shown = JSON.stringify(await readDashboard());
  const families = [...metrics.keys()]
    .filter((name) => name.startsWith('atelier_'))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect([...new Set(families)].filter((name) => !shown.includes(name))).toEqual([]);
});

test.each([
  ['sum(rate(atelier_nothing_total[5m]))', 'there is no metric atelier_nothing_total'],
  ['sum by (mood) (atelier_jobs_unfinished)', 'none of its metrics has the label mood'],
  ['atelier_jobs_unfinished{mood="fine"}', 'none of its metrics has the label mood'],
  ['sum(rate(atelier_jobs_total[5m])', 'no PromQL'],
])('the query %s is found out', (query, fault) => {
  expect(faultsOf(query).join()).toContain(fault);
});
