import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openApiDocument } from '@atelier/contract';
import sharp from 'sharp';
import { loadSettings } from '../../src/config/settings.ts';
import { type ReplaceableParts, type RunningService, startService } from '../../src/main.ts';
import { conformanceTo } from './conformance.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { idleEngine, seesNothing } from './engines.ts';

/** Key of the admin interface in tests. */
export const ADMIN_KEY = 'test-admin-key-0123456789';

/** Every answer of every test is held against the document, whose schemas a worker compiles once for all files. */
const conformance = conformanceTo(openApiDocument('http://service.example'));

/** An answer with its body read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or undefined. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there.
  readonly body: any;
}

/** A real service on a database of its own, listening on a free port of the loopback address. */
export interface TestService {
  readonly url: string;
  readonly data: string;
  /** Its database. */
  readonly database: TestDatabase;
  /** One request. Objects are sent as JSON, texts and bytes as they are. */
  call(
    key: string | null,
    method: string,
    target: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  admin(method: string, target: string, body?: unknown): Promise<Answer>;
  /** A new workspace and its key: a sandbox one of the plan enterprise unless told otherwise. */
  workspace(fields?: Record<string, unknown>): Promise<TestWorkspace>;
  /** Another key of a workspace, with these fields, by the admin interface; calls with it. */
  withKey(workspace: Pick<TestWorkspace, 'id'>, fields?: Record<string, unknown>): Promise<TestWorkspace>;
  /** A second service on the same database and data. Stop it before this one. */
  beside(): Promise<RunningService>;
  /** Stops it and starts it again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A workspace and calls with its key. */
export interface TestWorkspace {
  readonly id: string;
  readonly key: string;
  get(target: string, headers?: Record<string, string>): Promise<Answer>;
  post(target: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(target: string, body: unknown): Promise<Answer>;
  delete(target: string): Promise<Answer>;
  /** Uploads a picture, a small one unless told otherwise, and returns its ID. */
  image(bytes?: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Reads a job until it is final. */
  final(jobId: string): Promise<Answer['body']>;
}

/** Options of {@link startTestService}. */
export interface TestServiceOptions {
  readonly parts?: ReplaceableParts;
  readonly environment?: Record<string, string>;
}

/** Starts a service for one test file. Stop it in `afterAll`. */
export async function startTestService({
  parts = {},
  environment = {},
}: TestServiceOptions = {}): Promise<TestService> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-service-'));
  const database = await createTestDatabase();
  const settings = await loadSettings(
    {
      DATABASE_URL: database.url,
      ATELIER_ADMIN_KEY: ADMIN_KEY,
      ATELIER_LOG_LEVEL: 'fatal',
      ATELIER_DRAIN: '2',
      ...environment,
    },
    { data, port: '0' },
  );
  const start = async () => {
    const service = await startService(settings, { engine: idleEngine(), inspectPicture: seesNothing, ...parts });
    await service.ready;
    return service;
  };
  let running: RunningService = await start();

  const call: TestService['call'] = async (key, method, target, body, headers = {}) => {
    const answer = await request(running.url, key, method, target, body, headers);
    conformance.check(method, target, answer);
    return answer;
  };
  const admin: TestService['admin'] = (method, target, body) => call(ADMIN_KEY, method, target, body);
  return {
    get url() {
      return running.url;
    },
    data,
    database,
    beside: start,
    call,
    admin,
    async workspace(fields = {}) {
      const created = await admin('POST', '/admin/workspaces', {
        name: 'test',
        plan: 'enterprise',
        credits: 1_000,
        sandbox: true,
        ...fields,
      });
      if (created.status !== 201) throw new Error(`no workspace: ${created.status} ${created.text}`);
      return testWorkspace(call, created.body.workspace.id, created.body.api_key);
    },
    async withKey({ id }, fields = {}) {
      const { status, text, body } = await admin('POST', `/admin/workspaces/${id}/keys`, { name: 'till', ...fields });
      if (status !== 201) throw new Error(`no key: ${status} ${text}`);
      return testWorkspace(call, id, body.api_key);
    },
    async restart() {
      await running.stop();
      running = await start();
    },
    async stop() {
      await running.stop();
      await database.drop();
      await fs.rm(data, { recursive: true, force: true });
    },
  };
}

async function request(
  origin: string,
  key: string | null,
  method: string,
  target: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const asIs = body === undefined || typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
  const response = await fetch(origin + target, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: asIs ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function testWorkspace(call: TestService['call'], id: string, key: string): TestWorkspace {
  const get: TestWorkspace['get'] = (target, headers) => call(key, 'GET', target, undefined, headers);
  return {
    id,
    key,
    get,
    post: (target, body, headers) => call(key, 'POST', target, body, headers),
    patch: (target, body) => call(key, 'PATCH', target, body),
    delete: (target) => call(key, 'DELETE', target),
    async image(bytes) {
      const form = new FormData();
      form.set('file', new Blob([bytes ?? (await smallPicture())]), 'small.png');
      const uploaded = await call(key, 'POST', '/images', form);
      if (uploaded.status !== 201) throw new Error(`no upload: ${uploaded.status} ${uploaded.text}`);
      return uploaded.body.id;
    },
    async final(jobId) {
      for (;;) {
        const { body } = await get(`/v1/jobs/${jobId}`);
        if (body.status !== 'pending' && body.status !== 'generating') return body;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

/** A PNG of 48 × 64 pixels, red. */
export function smallPicture(): Promise<Uint8Array<ArrayBuffer>> {
  return pictureOf('#c83c3c');
}

/** A mask that selects all of {@link smallPicture}. */
export function smallMask(): Promise<Uint8Array<ArrayBuffer>> {
  return pictureOf('#ffffff');
}

async function pictureOf(background: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await sharp({ create: { width: 48, height: 64, channels: 3, background } })
      .png()
      .toBuffer(),
  );
}
