// A client of the service that hides nothing: every answer keeps its status, headers, text and parsed body.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import net from 'node:net';
import { png } from './images.mjs';
import { sleep, waitFor } from './wait.mjs';

export const base = process.env.ACCEPT_BASE;
export const adminKey = process.env.ACCEPT_ADMIN_KEY;
const FINAL = ['completed', 'failed', 'policy_blocked'];
export const uuid = randomUUID;

/** One request. `body`: undefined, FormData, string or Buffer (sent as they are), else JSON. Waits out 429 rate_limited. */
export async function call(key, method, path, body, headers = {}, { origin = base, signal } = {}) {
  const asIs = body === undefined || body instanceof FormData || typeof body === 'string' || Buffer.isBuffer(body);
  const send = {
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(body !== undefined && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
    ...headers,
  };
  const payload = asIs ? body : JSON.stringify(body);
  const large = payload instanceof FormData || payload?.length > 1024 * 1024;
  for (let attempt = 0; ; attempt++) {
    let response, text;
    try {
      response = await fetch(origin + path, { method, headers: send, body: payload, redirect: 'manual', signal });
      text = await response.text();
    } catch (error) {
      // A refusal that comes while a large body is still on its way may reset the connection before it is read.
      if (large && attempt < 3) continue;
      throw error;
    }
    const parsed = parse(text);
    if (response.status === 429 && parsed?.code === 'rate_limited' && attempt < 10) {
      await sleep(Math.min(5, Number(response.headers.get('retry-after') ?? 1)) * 1000);
      continue;
    }
    return { status: response.status, headers: response.headers, text, body: parsed };
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const show = (res) => `got ${res.status} ${res.text.slice(0, 300)}`;

/** Asserts the status and returns the answer. */
export function want(res, status, what = '') {
  const allowed = [status].flat();
  assert.ok(allowed.includes(res.status), `${what ? `${what}: ` : ''}wants ${allowed.join(' or ')}, ${show(res)}`);
  return res;
}

export const admin = (method, path, body) => call(adminKey, method, path, body);

/** A fresh workspace: a sandbox one with plenty of credits unless told otherwise. `{ url, admin }` names another service. */
export async function workspace({ service, ...options } = {}) {
  const fields = {
    name: `acceptance-${randomBytes(4).toString('hex')}`,
    plan: 'enterprise',
    credits: 10_000,
    sandbox: true,
    ...options,
  };
  const origin = service?.url ?? base;
  const res = want(
    await call(service?.adminKey ?? adminKey, 'POST', '/admin/workspaces', fields, {}, { origin }),
    201,
    'POST /admin/workspaces',
  );
  return new Workspace(res.body.workspace.id, res.body.api_key, origin);
}

class Workspace {
  constructor(id, key, origin = base) {
    Object.assign(this, { id, key, origin });
  }

  request(method, path, body, headers) {
    return call(this.key, method, path, body, headers, { origin: this.origin });
  }
  get(path, headers) {
    return this.request('GET', path, undefined, headers);
  }
  post(path, body, headers) {
    return this.request('POST', path, body, headers);
  }
  patch(path, body) {
    return this.request('PATCH', path, body);
  }
  delete(path) {
    return this.request('DELETE', path);
  }

  /** Multipart upload of bytes; `fields` are the other form fields. */
  upload(bytes, { path = '/images', name = 'photo.png', mime = 'image/png', ...fields } = {}) {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.set(field, value);
    if (bytes) form.set('file', new Blob([bytes], { type: mime }), name);
    return this.post(path, form);
  }
  /** ID of a freshly uploaded small picture. */
  async image(bytes = png(), fields) {
    return want(await this.upload(bytes, fields), 201, 'POST /images').body.id;
  }

  async asset(body) {
    return want(
      await this.post('/assets', { alias: `asset ${randomBytes(3).toString('hex')}`, ...body }),
      201,
      'POST /assets',
    ).body;
  }
  /** An asset of a type with one source image: usable as a reference. */
  async reference(type = 'outfit', body = {}) {
    const asset = await this.asset({ type, ...body });
    const linked = type === 'outfit' ? 'virtual-try-on-outfit' : 'training';
    want(
      await this.upload(png(), { path: `/assets/${asset.id}/images`, type: linked }),
      201,
      'POST /assets/{id}/images',
    );
    return asset;
  }

  /** Submits, wants 202, returns the jobs of the creation snapshot. */
  async submit(path, body, headers) {
    return want(await this.post(path, body, headers), 202, `POST ${path}`).body.jobs;
  }
  job(id) {
    return this.get(`/v1/jobs/${id}`).then((res) => want(res, 200, 'GET /v1/jobs/{id}').body);
  }
  /** Polls a job to a final status. */
  final(id, ms = 60_000) {
    return waitFor(
      () => this.job(id),
      (job) => FINAL.includes(job.status),
      ms,
      `job ${id}`,
    );
  }
  /** Submits and polls the first job to its final status. */
  async run(path, body) {
    return this.final((await this.submit(path, body))[0].id);
  }
  /** A completed image result of this workspace (its media ID), and the job. */
  async result(prompt = 'a red coat') {
    const job = await this.run('/v1/images/generate', { prompt });
    assert.equal(job.status, 'completed', `generate wants completed, got ${JSON.stringify(job)}`);
    return job.result;
  }
  async video() {
    const job = await this.run('/v1/videos/text-to-video', { prompt: 'a walk' });
    assert.equal(job.status, 'completed', `text_to_video wants completed, got ${JSON.stringify(job)}`);
    return job.result;
  }

  record(id) {
    return this.get(`/images/${id}`).then((res) => want(res, 200, 'GET /images/{id}').body);
  }
  /** Polls an image record (unversioned) to a final status. */
  finalRecord(id, ms = 60_000) {
    return waitFor(
      () => this.record(id),
      (r) => [...FINAL, 'nsfw_filtered'].includes(r.status),
      ms,
      `record ${id}`,
    );
  }

  /** Display credits. */
  async balance() {
    return want(await this.get('/v1/account'), 200, 'GET /v1/account').body.balance;
  }
  async entries() {
    return pages(this, '/v1/credits/entries?limit=100', 'entries');
  }
  async jobs(query = '') {
    return pages(this, `/v1/jobs?limit=100${query}`, 'jobs');
  }
}

/** All items of a cursor list `{ <name>: [...], page_info: { next_cursor, has_next_page, limit } }`. */
export async function pages(ws, path, name, perPage = () => {}) {
  const all = [];
  for (let cursor = null, guard = 0; guard < 200; guard++) {
    const { body } = want(
      await ws.get(cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path),
      200,
      `GET ${path}`,
    );
    assert.ok(
      Array.isArray(body?.[name]),
      `a cursor list wants "${name}" to be an array, got ${JSON.stringify(body).slice(0, 200)}`,
    );
    all.push(...body[name]);
    await perPage(body, guard);
    if (!body.page_info.has_next_page) return all;
    cursor = body.page_info.next_cursor;
  }
  throw new Error(`${path}: more than 200 pages`);
}

/** Bytes of a media URL with its answer, without a key. */
export async function media(url, headers = {}, method = 'GET') {
  const response = await fetch(url, { headers, method });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Sends parts over one socket exactly as given (a number is a pause in ms); resolves with all that came back until the end, `until` or `ms`. */
export async function raw(parts, options = {}) {
  for (let attempt = 0; ; attempt++) {
    const text = await exchange([parts].flat(), options);
    if (!text.includes('HTTP/1.1 429 ') || attempt === 5) return text;
    await sleep(Math.min(5, Number(/retry-after: (\d+)/i.exec(text)?.[1] ?? 1)) * 1000);
  }
}

function exchange(parts, { ms = 3000, until = null }) {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    let text = '';
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(done, ms);
    socket.on('data', (d) => {
      text += d.toString('latin1');
      if (until?.(text)) done();
    });
    socket.on('end', done);
    socket.on('error', (e) => {
      if (text) return done();
      clearTimeout(timer);
      reject(e);
    });
    socket.on('connect', async () => {
      for (const part of parts) {
        if (typeof part === 'number') await sleep(part);
        else if (!socket.destroyed) socket.write(part);
      }
    });
  });
}
