import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import type { EngineDouble } from './double.ts';
import { falDouble } from './fal.double.ts';
import { type Gate, type GateRules, openGate } from './gate.ts';
import { REPLICATE_SIGNING_SECRET, replicateDouble } from './replicate.double.ts';

/** A message as it goes over the wire. */
interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The text of a message, and its time. */
interface MessageText {
  readonly remoteId: string;
  readonly status: 'done' | 'working';
  /** Seconds since 1970. */
  readonly time: number;
}

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const now = () => Math.floor(Date.now() / 1000);

function falMessage({ remoteId, status, time }: MessageText): Message {
  const body = JSON.stringify({ request_id: remoteId, status: status === 'done' ? 'OK' : 'IN_PROGRESS', payload: {} });
  const digest = createHash('sha256').update(body).digest('hex');
  const signature = sign(null, Buffer.from(`${remoteId}\nuser-1\n${time}\n${digest}`), privateKey).toString('hex');
  const head = { 'request-id': remoteId, 'user-id': 'user-1', timestamp: String(time), signature };
  return {
    body,
    headers: Object.fromEntries(Object.entries(head).map(([name, value]) => [`x-fal-webhook-${name}`, value])),
  };
}

function replicateMessage({ remoteId, status, time }: MessageText): Message {
  const body = JSON.stringify({ id: remoteId, status: status === 'done' ? 'succeeded' : 'processing', output: null });
  const id = `msg_${remoteId}_${status}`;
  const key = Buffer.from(REPLICATE_SIGNING_SECRET.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const head = { id, timestamp: String(time), signature: `v1,AAAA v1,${signature}` };
  return { body, headers: Object.fromEntries(Object.entries(head).map(([name, value]) => [`webhook-${name}`, value])) };
}

/** An engine that sends messages. */
interface Sender {
  readonly engine: 'fal' | 'replicate';
  readonly model: string;
  readonly double: () => Promise<EngineDouble>;
  readonly rules: GateRules;
  readonly options: (url: string) => Record<string, unknown>;
  /** Name of the field of a receipt that holds the engine's ID. */
  readonly idField: string;
  readonly message: (text: MessageText) => Message;
}

const SENDERS: readonly Sender[] = [
  {
    engine: 'fal',
    model: 'nano-banana',
    double: falDouble,
    rules: {
      isLook: (_method, target) => target.endsWith('/status'),
      isCreation: (method) => method === 'POST',
      pages: { '/keys': { keys: [{ x: publicKey.export({ format: 'jwk' }).x }] } },
    },
    options: (url) => ({ operations: { edit: { model: 'fal-ai/nano-banana/edit' } }, signing_keys_url: `${url}/keys` }),
    idField: 'request_id',
    message: falMessage,
  },
  {
    engine: 'replicate',
    model: 'nano-banana-2',
    double: replicateDouble,
    rules: {
      isLook: (method, target) => method === 'GET' && target.startsWith('/v1/predictions/'),
      isCreation: (method, target) => method === 'POST' && target.endsWith('/predictions'),
      pages: {},
    },
    options: () => ({ operations: { edit: { model: 'google/nano-banana' } } }),
    idField: 'id',
    message: replicateMessage,
  },
];

describe.each(SENDERS)('messages of $engine', ({ engine, model, double: start, rules, options, idField, message }) => {
  let double: EngineDouble;
  let gate: Gate;
  let service: TestService;
  let workspace: TestWorkspace;
  let folder: string;
  let listener: Awaited<ReturnType<TestService['database']['connect']>>;
  const notices: (string | undefined)[] = [];

  beforeAll(async () => {
    double = await start();
    gate = await openGate(double.url, rules);
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-messages-'));
    const file = path.join(folder, 'atelier.config.json');
    const entry = { adapter: engine, base_url: gate.url, options: options(gate.url) };
    await fs.writeFile(file, JSON.stringify({ engines: { [engine]: entry }, models: { [model]: [engine] } }));
    service = await startTestService({
      environment: {
        ATELIER_CONFIG: file,
        ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8',
        ATELIER_PUBLIC_URL: 'https://atelier.example.com',
        FAL_KEY: 'messages-test-key',
        REPLICATE_API_TOKEN: 'messages-test-token',
      },
    });
    workspace = await service.workspace({ sandbox: false, credits: 10_000 });
    listener = await service.database.connect();
    listener.on('notification', ({ payload }: pg.Notification) => notices.push(payload));
    await listener.query('listen atelier_jobs');
  });
  afterAll(async () => {
    await listener.end();
    await service.stop();
    await Promise.all([gate.close(), double.close()]);
    await fs.rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => gate.setAsleep(true));

  const send = ({ headers, body }: Message): Promise<Answer> =>
    service.call(null, 'POST', `/engine-webhooks/${engine}`, body, { ...headers });
  const tell = (remoteId: string, status: MessageText['status'] = 'done') =>
    send(message({ remoteId, status, time: now() }));

  async function submit(): Promise<string> {
    const answer = await workspace.post(`/v1/images/${await workspace.image()}/edit`, {
      model,
      prompt: 'make the coat red',
    });
    if (answer.status !== 202) throw new Error(answer.text);
    return answer.body.jobs[0].id;
  }
  /** A job whose work was looked at once and put off by an hour. */
  async function sleepingJob() {
    const looks = gate.looks();
    const jobId = await submit();
    await until(() => gate.looks() > looks);
    return { jobId, remoteId: latestRemoteId() };
  }
  const latestRemoteId = () => gate.created.at(-1)?.[idField] ?? '';
  /** Lets the work end, and tells. */
  async function finish(jobId: string, remoteId: string): Promise<void> {
    gate.setAsleep(false);
    await tell(remoteId);
    expect(await workspace.final(jobId)).toMatchObject({ status: 'completed' });
  }
  /** Messages about some work that are remembered. */
  async function eventsOf(remoteId: string): Promise<number> {
    const { rows } = await listener.query('select 1 from remote_events where event_id like $1', [`%${remoteId}%`]);
    return rows.length;
  }
  const statusOf = async (jobId: string) => (await workspace.get(`/v1/jobs/${jobId}`)).body.status;

  /** Number of notices to the followers of the job during an action. PostgreSQL delivers in the order of commits. */
  async function noticesDuring(jobId: string, act: () => Promise<unknown>): Promise<number> {
    const fence = async () => {
      const before = notices.filter((payload) => payload === 'fence').length;
      await listener.query("select pg_notify('atelier_jobs', 'fence')");
      await until(() => notices.filter((payload) => payload === 'fence').length > before);
      return notices.length;
    };
    const from = await fence();
    await act();
    const to = await fence();
    return notices.slice(from, to).filter((payload) => payload === jobId).length;
  }

  test('the engine is told where to send them', async () => {
    const { jobId, remoteId } = await sleepingJob();
    const sent = double.seen.findLast(({ method, path: target }) => rules.isCreation(method, target));
    const address = sent?.query.get('fal_webhook') ?? sent?.json.webhook;
    expect(address).toBe(`https://atelier.example.com/engine-webhooks/${engine}`);
    await finish(jobId, remoteId);
  });

  test('a signed one ends the wait at once: the very next look finds the output', async () => {
    const { jobId, remoteId } = await sleepingJob();
    const looks = gate.looks();
    gate.setAsleep(false);
    expect((await tell(remoteId)).status).toBe(204);
    expect(await workspace.final(jobId)).toMatchObject({ status: 'completed' });
    expect(gate.looks()).toBe(looks + 1);
  });

  test('one that is signed wrongly is refused and changes nothing', async () => {
    const { jobId, remoteId } = await sleepingJob();
    const good = message({ remoteId, status: 'done', time: now() });
    const other = message({ remoteId: 'another', status: 'done', time: now() });
    const withoutSignature = Object.fromEntries(
      Object.entries(good.headers).filter(([name]) => !name.endsWith('signature')),
    );
    const bad: readonly Message[] = [
      { headers: good.headers, body: `${good.body} ` },
      { headers: other.headers, body: good.body },
      { headers: withoutSignature, body: good.body },
      { headers: {}, body: good.body },
    ];
    const told = await noticesDuring(jobId, async () => {
      for (const each of bad) expect((await send(each)).status).toBe(401);
    });
    expect(told).toBe(0);
    expect(await eventsOf(remoteId)).toBe(0);
    expect(await statusOf(jobId)).toBe('generating');
    await finish(jobId, remoteId);
  });

  test('one that is older than five minutes, as far ahead, or of no time at all is refused', async () => {
    const { jobId, remoteId } = await sleepingJob();
    const told = await noticesDuring(jobId, async () => {
      for (const time of [now() - 310, now() + 310, Number.NaN]) {
        const answer = await send(message({ remoteId, status: 'done', time }));
        expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
      }
    });
    expect(told).toBe(0);
    await finish(jobId, remoteId);
  });

  test('one that comes twice is applied once', async () => {
    const { jobId, remoteId } = await sleepingJob();
    expect(await noticesDuring(jobId, () => tell(remoteId, 'working'))).toBe(1);
    expect(await noticesDuring(jobId, () => tell(remoteId, 'working'))).toBe(0);
    expect(await eventsOf(remoteId)).toBe(1);
    await finish(jobId, remoteId);
  });

  test('many at once are applied once', async () => {
    const { jobId, remoteId } = await sleepingJob();
    const told = await noticesDuring(jobId, () =>
      Promise.all(Array.from({ length: 8 }, () => tell(remoteId, 'working'))),
    );
    expect(told).toBe(1);
    await finish(jobId, remoteId);
  });

  test('the word of the end before the word of the beginning does no harm', async () => {
    const { jobId, remoteId } = await sleepingJob();
    const creations = double.creations();
    gate.setAsleep(false);
    expect((await tell(remoteId, 'done')).status).toBe(204);
    const job = await workspace.final(jobId);
    expect((await tell(remoteId, 'working')).status).toBe(204);
    expect((await workspace.get(`/v1/jobs/${jobId}`)).body).toMatchObject({
      status: 'completed',
      result: { id: job.result.id },
    });
    expect(double.creations()).toBe(creations);
  });

  test('one that comes before the receipt is kept does no harm', async () => {
    gate.setAsleep(false);
    const [created, creations] = [gate.created.length, double.creations()];
    const release = gate.hold();
    const jobId = await submit();
    await until(() => gate.created.length > created);
    expect((await tell(latestRemoteId())).status).toBe(204);
    release();
    expect(await workspace.final(jobId)).toMatchObject({ status: 'completed' });
    expect(double.creations()).toBe(creations + 1);
  });

  test('one about work that is none of ours is taken and forgotten', async () => {
    expect((await tell('somebody-elses')).status).toBe(204);
    expect(await eventsOf('somebody-elses')).toBe(0);
  });

  test('an engine that is not set up, or sends none, has no address for them', async () => {
    const { headers, body } = message({ remoteId: 'any', status: 'done', time: now() });
    const answer = await service.call(null, 'POST', '/engine-webhooks/absent', body, { ...headers });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}
