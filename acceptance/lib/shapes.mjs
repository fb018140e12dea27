// The contract's tables as assertions. Further fields are always welcome ("New response fields may be added").
import assert from 'node:assert/strict';
import { show } from './client.mjs';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const JOB_STATUSES = ['pending', 'generating', 'completed', 'failed', 'policy_blocked'];
const IMAGE_STATUSES = [...JOB_STATUSES, 'nsfw_filtered'];
export const PRESET_CLASSES = ['human_studio', 'human_location', 'ghost_mannequin', 'flat_lay', 'product_packshot'];

const is = {
  uuid: (v) => typeof v === 'string' && UUID.test(v),
  time: (v) => typeof v === 'string' && TIME.test(v) && !Number.isNaN(Date.parse(v)),
  string: (v) => typeof v === 'string',
  text: (v) => typeof v === 'string' && v.length > 0,
  url: (v) => typeof v === 'string' && /^https?:\/\//.test(v) && URL.canParse(v),
  boolean: (v) => typeof v === 'boolean',
  pixels: (v) => Number.isInteger(v) && v > 0,
  count: (v) => Number.isInteger(v) && v >= 0,
  credits: (v) => typeof v === 'number' && Number.isFinite(v) && v >= 0,
  object: (v) => typeof v === 'object' && v !== null && !Array.isArray(v),
  array: Array.isArray,
};
const orNull = (test) => (v) => v === null || test(v);
const optional = (test) => Object.assign((v) => test(v), { optional: true });
const oneOf =
  (...values) =>
  (v) =>
    values.includes(v);

/** Asserts that an object has each field of the table and that each passes. */
export function fields(value, table, what) {
  assert.ok(is.object(value), `${what} wants an object, got ${JSON.stringify(value)?.slice(0, 200)}`);
  for (const [name, test] of Object.entries(table)) {
    if (test.optional && value[name] === undefined) continue;
    assert.ok(name in value, `${what} wants the field ${name}, got ${JSON.stringify(value).slice(0, 400)}`);
    assert.ok(test(value[name]), `${what}.${name} is not as the table says: ${JSON.stringify(value[name])}`);
  }
}
export { is, oneOf, optional, orNull };

export function job(value) {
  fields(
    value,
    {
      id: is.uuid,
      status: oneOf(...JOB_STATUSES),
      task: orNull(is.string),
      created_at: is.time,
      result: orNull(is.object),
      error: orNull(is.object),
      credits_used: is.credits,
    },
    'Job',
  );
  if (value.result) result(value.result);
  if (value.error) fields(value.error, { code: is.text, message: is.text }, 'JobError');
  assert.equal(
    value.result !== null,
    value.status === 'completed',
    `result is null until the output is complete: ${JSON.stringify(value)}`,
  );
  assert.equal(
    value.error !== null,
    ['failed', 'policy_blocked'].includes(value.status),
    `error is null unless the job failed or was blocked: ${JSON.stringify(value)}`,
  );
  return value;
}

export function result(value) {
  fields(
    value,
    {
      id: is.uuid,
      image_id: is.uuid,
      url: is.url,
      width: orNull(is.pixels),
      height: orNull(is.pixels),
      type: oneOf('image', 'video'),
    },
    'JobResult',
  );
  assert.equal(value.image_id, value.id, 'JobResult.image_id is a compatibility alias of id');
}

export function submission(body, count = 1) {
  fields(body, { jobs: is.array }, 'Submission');
  assert.equal(body.jobs.length, count, `one job per output: wants ${count}, got ${body.jobs.length}`);
  assert.equal(new Set(body.jobs.map((j) => j.id)).size, count, 'job IDs are distinct');
  return body.jobs.map(job);
}

/** v1: status and code as decided, Error body as in the contract. `code` may be a list. */
export function v1Error(res, status, code, what = '') {
  const label = `${what ? `${what}: ` : ''}wants ${[status].flat().join(' or ')} ${[code].flat().join(' or ')}, ${show(res)}`;
  assert.ok([status].flat().includes(res.status), label);
  assert.ok([code].flat().includes(res.body?.code), label);
  fields(
    res.body,
    {
      code: is.text,
      message: is.text,
      request_id: is.uuid,
      error: optional(is.string),
      cta: optional(is.boolean),
      next_action: optional(is.string),
    },
    'Error body',
  );
  assert.equal(res.body.request_id, res.headers.get('x-request-id'), 'request_id is the same value as X-Request-Id');
  return res.body;
}

/** Unversioned: same statuses and codes, a body of eight fields. */
export function legacyError(res, status, code, what = '') {
  const label = `${what ? `${what}: ` : ''}wants ${[status].flat().join(' or ')} ${[code].flat().join(' or ')}, ${show(res)}`;
  assert.ok([status].flat().includes(res.status), label);
  fields(
    res.body,
    {
      error: is.string,
      code: is.text,
      message: is.text,
      cta: is.boolean,
      next_action: is.string,
      current_plan: is.string,
      user_message: is.string,
      extra_context: is.string,
    },
    'legacy error body',
  );
  assert.ok([code].flat().includes(res.body.code), label);
  return res.body;
}

/** Image record of the unversioned interface. */
export function record(value) {
  fields(
    value,
    {
      id: is.uuid,
      status: oneOf(...IMAGE_STATUSES),
      path: orNull(is.url),
      width_px: orNull(is.pixels),
      height_px: orNull(is.pixels),
      is_generated: is.boolean,
      created_timestamp: is.time,
      failure_code: optional(orNull(is.string)),
      fail_reason: optional(orNull(is.string)),
      credits_used: is.credits,
      assets: is.array,
      versions: optional(is.array),
      is_asset_reference: is.boolean,
      operation: orNull(is.string),
      task: orNull(is.string),
      type: oneOf('image', 'video'),
      finish_timestamp: orNull(is.time),
    },
    'Image record',
  );
  value.versions?.forEach(version);
  return value;
}

function version(value) {
  fields(
    value,
    {
      id: is.uuid,
      image_id: is.uuid,
      source_image_id: is.uuid,
      version_type: oneOf('edited', 'inpainted', 'upscaled', 'animated', 'tried_on'),
      status: oneOf(...IMAGE_STATUSES),
      path: orNull(is.url),
      width_px: orNull(is.pixels),
      height_px: orNull(is.pixels),
      created_timestamp: is.time,
    },
    'Version',
  );
  return value;
}

/** The parent's record with at least one version of the type; returns the newest version. */
export function parentWithVersion(value, parentId, type) {
  record(value);
  assert.equal(value.id, parentId, 'the answer is the parent image');
  assert.equal(value.status, 'completed', 'the parent stays completed');
  assert.ok(value.versions?.length > 0, 'the parent lists its versions');
  const times = value.versions.map((v) => v.created_timestamp);
  assert.deepEqual(times, [...times].sort().reverse(), 'versions stand newest first');
  const [newest] = value.versions;
  assert.equal(newest.version_type, type, 'version_type names the operation');
  assert.equal(newest.image_id, parentId, 'version.image_id is the parent image ID');
  return newest;
}

export function asset(value) {
  fields(
    value,
    {
      id: is.uuid,
      type: oneOf('model', 'outfit', 'preset'),
      alias: is.string,
      sku: optional(orNull(is.string)),
      display_image: optional(orNull(is.url)),
      public: is.boolean,
      characteristics: optional(orNull(is.object)),
      image_count: is.count,
      created_at: is.time,
      updated_at: is.time,
      preset_class: optional(orNull(oneOf(...PRESET_CLASSES))),
      prompt: optional(orNull(is.string)),
    },
    'Asset',
  );
  return value;
}

export function assetPage(body) {
  fields(body, { assets: is.array, page_info: is.object, total_count: is.count, facets: is.object }, 'Asset list page');
  fields(body.page_info, { next_cursor: orNull(is.text), has_next_page: is.boolean, limit: is.count }, 'page_info');
  assert.equal(
    body.page_info.next_cursor !== null,
    body.page_info.has_next_page,
    'next_cursor is there exactly when there is a next page',
  );
  fields(body.facets, { type: is.object, preset_class: is.object }, 'facets');
  body.assets.forEach(asset);
  return body;
}
