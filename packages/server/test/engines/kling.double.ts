import { createHmac } from 'node:crypto';
import {
  type DoubleAnswer,
  type EngineDouble,
  type EngineFault,
  refusal,
  resultAddress,
  startDouble,
} from './double.ts';

/** A task. */
interface Run {
  readonly id: string;
  readonly externalId: string;
  readonly path: string;
  readonly fault: EngineFault | null;
  looks: number;
}

/** The keys the double takes. */
export const KLING_KEYS = { KLING_ACCESS_KEY: 'access-0123456789abcdef', KLING_SECRET_KEY: 'secret-0123456789abcdef' };

/** Fields that an operation cannot do without (kling.ai/document-api). */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  '/v1/videos/image2video': ['model_name', 'image'],
  '/v1/videos/text2video': ['model_name', 'prompt'],
  '/v1/images/kolors-virtual-try-on': ['model_name', 'human_image', 'cloth_image'],
};

/**
 * A double of Kling's API (kling.ai/document-api): signed tokens, IDs of the caller's own that are unique, and tasks
 * found by either ID.
 */
export function klingDouble(): Promise<EngineDouble> {
  const runs: Run[] = [];
  return startDouble(({ method, path, headers, json }, state): DoubleAnswer => {
    const trouble = tokenTrouble(headers.authorization ?? '');
    if (trouble !== null) return saying(401, 1000, trouble);
    if (method === 'GET') {
      const [, folder, id] = /^(.*)\/([\w.-]+)$/.exec(path) ?? [];
      const run = runs.find((one) => one.path === folder && (one.id === id || one.externalId === id));
      return run ? lookAt(run, state.url) : saying(404, 1203, 'The requested resource does not exist');
    }
    const required = REQUIRED[path];
    if (method !== 'POST' || !required) return saying(404, 1202, 'The requested method is invalid');
    const fault = state.takeFault();
    const refused = refusalOf(fault);
    if (refused) return refused;
    const missing = required.find((field) => json?.[field] === undefined);
    if (missing !== undefined) return saying(400, 1201, `${missing} is required`);
    if (['image', 'human_image'].some((field) => json[field]?.startsWith('data:')))
      return saying(400, 1201, 'image is no base64');
    if (runs.some(({ externalId }) => externalId === json.external_task_id))
      return saying(400, 1201, 'external_task_id already exists');
    state.create();
    const run: Run = { id: `8${runs.length + 1}`, externalId: json.external_task_id, path, fault, looks: 0 };
    runs.push(run);
    const answer = dataOf(run, 'submitted', {});
    return fault === 'cut' || fault === 'truncated' || fault === 'held' ? { ...answer, break: fault } : answer;
  });
}

function tokenTrouble(authorization: string): string | null {
  const [header = '', claims = '', signature] = authorization.replace('Bearer ', '').split('.');
  const due = createHmac('sha256', KLING_KEYS.KLING_SECRET_KEY).update(`${header}.${claims}`).digest('base64url');
  if (signature !== due) return 'Authorization signature is invalid';
  const { iss, exp, nbf } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const seconds = Date.now() / 1000;
  if (iss !== KLING_KEYS.KLING_ACCESS_KEY) return 'access key not found';
  return nbf > seconds || exp < seconds || exp > seconds + 1801 ? 'Authorization is expired or not yet valid' : null;
}

function refusalOf(fault: EngineFault | null): DoubleAnswer | null {
  if (fault === 'busy')
    return { ...saying(429, 1303, 'parallel task over resource pack limit'), headers: { 'retry-after': '0' } };
  if (fault === 'broken') return saying(503, 5001, 'Server temporarily unavailable');
  if (fault === 'storm') return saying(500, 5000, 'Internal server error');
  if (fault === 'unfunded') return saying(429, 1102, 'Resource pack exhausted');
  if (fault === 'misnamed') return saying(400, 1201, 'model_name value is invalid');
  if (fault === 'rejected') return saying(400, 1201, 'Image pixel is invalid');
  if (fault === 'blocked by the platform') return saying(400, 1300, 'Trigger strategy');
  if (fault === 'blocked as unsafe') return saying(400, 1301, 'The content you submitted is against the rules');
  return refusal(fault);
}

function saying(status: number, code: number, message: string): DoubleAnswer {
  return { status, body: { code, message, request_id: 'request-1' } };
}

/** Texts of a task that has failed. */
const FAILURES: Readonly<Record<string, string>> = {
  'blocked in the result': 'Failure to pass the risk control system',
  lost: 'Service busy',
};

function lookAt(run: Run, url: string): DoubleAnswer {
  const { fault } = run;
  run.looks += 1;
  if (fault === 'unreadable' && run.looks % 2 === 1) return saying(500, 5000, 'Internal server error');
  const looksNeeded = fault === 'slow' ? 4 : fault === 'unreadable' ? 3 : 1;
  if (fault === 'hang' || run.looks <= looksNeeded)
    return dataOf(run, run.looks === 1 ? 'submitted' : 'processing', {});
  const failure = fault === null ? undefined : FAILURES[fault];
  if (failure !== undefined) return dataOf(run, 'failed', { task_status_msg: failure });
  const isVideo = run.path.includes('video');
  const output = { id: 'output-1', index: 0, url: resultAddress(url, fault, isVideo), duration: '5.1' };
  return dataOf(run, 'succeed', { task_result: isVideo ? { videos: [output] } : { images: [output] } });
}

function dataOf({ id, externalId }: Run, status: string, more: Record<string, unknown>): DoubleAnswer {
  const data = {
    task_id: id,
    task_info: { external_task_id: externalId },
    task_status: status,
    created_at: 1,
    updated_at: 2,
    ...more,
  };
  return { status: 200, body: { code: 0, message: 'SUCCEED', request_id: 'request-1', data } };
}
