import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { check } from './lib/check.mjs';
import { base, uuid, workspace } from './lib/client.mjs';

const ws = await workspace();
const poor = await workspace({ credits: 0 });
const protocol = base.startsWith('https:') ? https : http;
const MiB = 1024 * 1024;

const bearer = { authorization: `Bearer ${ws.key}` };
const json = { ...bearer, 'content-type': 'application/json' };
const form = { ...bearer, 'content-type': 'multipart/form-data; boundary=edge' };
const noise = (bytes) => Buffer.alloc(bytes, 'x');
const part = (disposition, bytes) =>
  Buffer.concat([
    Buffer.from(`--edge\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    noise(bytes),
    Buffer.from('\r\n--edge--\r\n'),
  ]);
const file = (bytes) => part('name="file"; filename="photo.png"', bytes);
const text = (value) => Buffer.from(JSON.stringify(value));

/** Refusals by kind: status, path, headers, body, and the method where it is not POST. */
const refusals = {
  'no key': [401, '/v1/jobs', { 'content-type': 'application/json' }, noise(MiB)],
  'an upload without a key': [401, '/images', { 'content-type': form['content-type'] }, file(2 * MiB)],
  'an unknown key': [401, '/images', { ...form, authorization: 'Bearer atl_nobody' }, file(2 * MiB)],
  'an unknown path': [404, '/v1/nowhere', json, noise(MiB)],
  'an ID of nobody': [404, `/v1/images/${uuid()}/upscale`, json, text({})],
  'an upload to an asset of nobody': [404, `/assets/${uuid()}/images`, form, file(2 * MiB)],
  'another method': [405, '/images', form, file(2 * MiB), 'PUT'],
  'another media type': [415, '/v1/jobs', { ...bearer, 'content-type': 'text/plain' }, noise(MiB)],
  'a form where JSON is wanted': [415, '/v1/jobs', form, file(2 * MiB)],
  'JSON where a form is wanted': [415, '/images', json, noise(2 * MiB)],
  'text that is no JSON': [400, '/v1/jobs', json, noise(MiB / 2)],
  'JSON over the limit': [413, '/v1/jobs', json, noise(3 * MiB)],
  'an unknown field': [400, '/v1/images/generate', json, text({ prompt: 'x', hat: 1 })],
  'a bad Idempotency-Key': [400, '/v1/images/generate', { ...json, 'idempotency-key': 'a b' }, text({ prompt: 'x' })],
  'too few credits': [
    402,
    '/v1/images/generate',
    { ...json, authorization: `Bearer ${poor.key}` },
    text({ prompt: 'x' }),
  ],
  'a file that is no picture': [415, '/images', form, file(2 * MiB)],
  'a file over the limit': [413, '/images', form, file(20 * MiB)],
  'a file in another field': [400, '/images', form, part('name="photo"; filename="a.png"', 2 * MiB)],
  'a form without a boundary': [400, '/images', { ...bearer, 'content-type': 'multipart/form-data' }, file(2 * MiB)],
  'a form without a part': [400, '/images', form, noise(2 * MiB)],
};

/** Sends a request over the agent's connection and reads its answer: the status, `closes`, and the local port as `port`. */
async function ask(agent, method, path, headers, body) {
  const length = body ? { 'content-length': body.length } : {};
  const request = protocol.request(base + path, { agent, method, headers: { ...headers, ...length } });
  request.setTimeout(10_000, () => request.destroy(new Error(`${method} ${path} was not answered for 10 s`)));
  const answered = once(request, 'response');
  request.end(body);
  const [response] = await answered;
  const port = response.socket.localPort;
  const closes = /close/i.test(response.headers.connection ?? '');
  await response.resume().toArray();
  if (!request.writableFinished && !closes) await once(request, 'finish');
  return { status: response.statusCode, port, closes };
}

for (const [name, [status, path, headers, body, method = 'POST']] of Object.entries(refusals)) {
  check(
    `after ${name} (${status}) the connection serves the next request`,
    'A refused body is read to its end within limits, or the answer says `Connection: close` and the socket closes',
    async () => {
      const agent = new protocol.Agent({ keepAlive: true, maxSockets: 1 });
      try {
        const refused = await ask(agent, method, path, headers, body);
        assert.equal(refused.status, status);
        const next = await ask(agent, 'GET', '/v1/account', bearer);
        assert.equal(next.status, 200, 'the next request');
        if (!refused.closes) assert.equal(next.port, refused.port, 'a connection that was kept is still the same');
      } finally {
        agent.destroy();
      }
    },
  );
}
