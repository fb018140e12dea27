import {
  type DoubleAnswer,
  type EngineDouble,
  type EngineFault,
  refusal,
  resultAddress,
  type SeenRequest,
  startDouble,
} from './double.ts';

/** A task. */
interface Run {
  readonly fault: EngineFault | null;
  looks: number;
}

const UPLOAD_DIR = 'dashscope-instant/1a2b/2026-11-25/3c4d';

/** Fields of an upload that the store checks. */
const SIGNED = ['OSSAccessKeyId', 'Signature', 'policy', 'x-oss-object-acl', 'x-oss-forbid-overwrite'];

/**
 * A double of Alibaba Cloud's Model Studio (alibabacloud.com/help/en/model-studio: aitryon-plus-api,
 * get-temporary-file-url, manage-asynchronous-tasks) and of its store for pictures. It does not hold pictures to the
 * 5 KB and 150 pixels that the model asks of them: those of the suite are smaller.
 */
export function alibabaDouble(): Promise<EngineDouble> {
  const runs = new Map<string, Run>();
  const stored = new Set<string>();
  return startDouble(async (request, state): Promise<DoubleAnswer> => {
    const { method, path, headers, query, json } = request;
    if (path === '/store') return store(request, stored);
    if (!/^Bearer .+/.test(headers.authorization ?? '')) return refused(401, 'InvalidApiKey', 'No API-key provided.');
    if (path === '/api/v1/uploads') return policyOf(query, state.url);
    const [, id = '', canceled] = /^\/api\/v1\/tasks\/([\w-]+)(\/cancel)?$/.exec(path) ?? [];
    if (canceled && method === 'POST') {
      state.cancel(id);
      return { status: 200, body: { request_id: 'request-2' } };
    }
    if (id) return seen(id, runs.get(id), state.url);
    if (method !== 'POST' || path !== '/api/v1/services/aigc/image2image/image-synthesis')
      return refused(404, 'InvalidURL', 'The URL does not exist.');
    const fault = state.takeFault();
    const wrong = refusalOf(fault) ?? invalid(request, stored);
    if (wrong) return wrong;
    state.create();
    const fresh = `task-${runs.size + 1}`;
    runs.set(fresh, { fault, looks: 0 });
    return {
      status: 200,
      body: { output: { task_status: 'PENDING', task_id: fresh }, request_id: json.model },
      ...(fault === 'cut' || fault === 'truncated' ? { break: fault } : {}),
    };
  });
}

function refused(status: number, code: string, message: string): DoubleAnswer {
  return { status, body: { code, message, request_id: 'request-1' } };
}

function refusalOf(fault: EngineFault | null): DoubleAnswer | null {
  if (fault === 'unfunded') return refused(400, 'Arrearage', 'Access denied, your account is not in good standing.');
  if (fault === 'busy')
    return {
      ...refused(429, 'Throttling.RateQuota', 'Requests rate limit exceeded.'),
      headers: { 'retry-after': '0' },
    };
  if (fault === 'misnamed') return refused(404, 'ModelNotFound', 'The model does not exist.');
  if (fault === 'rejected') return refused(400, 'InvalidPerson', 'The input image has no human body.');
  if (fault === 'blocked at once')
    return refused(400, 'DataInspectionFailed', 'Input data may contain inappropriate content.');
  return refusal(fault);
}

function policyOf(query: URLSearchParams, url: string): DoubleAnswer {
  if (query.get('action') !== 'getPolicy' || !query.get('model'))
    return refused(400, 'InvalidParameter', 'The request is missing required parameters.');
  const data = {
    policy: 'eyJleHBpcmF0aW9uIjoi',
    signature: 'g5K1',
    upload_dir: UPLOAD_DIR,
    upload_host: `${url}/store`,
    expire_in_seconds: 300,
    max_file_size_mb: 100,
    oss_access_key_id: 'LTAI5',
    x_oss_object_acl: 'private',
    x_oss_forbid_overwrite: 'true',
  };
  return { status: 200, body: { request_id: 'request-0', data } };
}

/** An upload by a form that the policy signed; the file comes last. */
async function store({ body, headers }: SeenRequest, stored: Set<string>): Promise<DoubleAnswer> {
  const type = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const file = form.get('file');
  const isSigned = SIGNED.every((name) => form.has(name)) && headers.authorization === undefined;
  const isLast = [...form.keys()].at(-1) === 'file';
  if (!isSigned || !isLast || !(file instanceof File) || file.type !== 'image/jpeg') return { status: 403 };
  stored.add(`oss://${form.get('key')}`);
  return { status: 200 };
}

/** The model's complaint about a call. */
function invalid({ headers, json }: SeenRequest, stored: ReadonlySet<string>): DoubleAnswer | null {
  if (headers['x-dashscope-async'] !== 'enable')
    return refused(403, 'AccessDenied', 'current user api does not support synchronous calls.');
  const { person_image_url: person, ...garments } = json.input;
  if (person === undefined) return refused(400, 'InvalidParameter', 'The request is missing required parameters.');
  if (Object.keys(garments).length === 0) return refused(400, 'InvalidGarment', 'Missing clothing image.');
  const isResolved = headers['x-dashscope-ossresourceresolve'] === 'enable';
  const isThere = [person, ...Object.values(garments)].every((address) => stored.has(String(address)));
  return isResolved && isThere ? null : refused(400, 'InvalidURL', 'The request URL is invalid.');
}

/** Codes with which a task can fail. */
const FAILURES: Readonly<Record<string, readonly [code: string, message: string]>> = {
  'blocked in the input': ['DataInspectionFailed', 'Input data may contain inappropriate content.'],
  'blocked in the output': ['DataInspectionFailed', 'Output data may contain inappropriate content.'],
  lost: ['InternalError.Algo', 'An internal error occurs during computation.'],
};

function seen(id: string, run: Run | undefined, url: string): DoubleAnswer {
  const state = (task_status: string, more = {}) => ({
    status: 200,
    body: { request_id: 'request-3', output: { task_id: id, task_status, ...more } },
  });
  if (!run) return state('UNKNOWN');
  const { fault } = run;
  run.looks += 1;
  if (fault === 'unreadable' && run.looks % 2 === 1) return refused(500, 'InternalError', 'An internal error.');
  const looksNeeded = fault === 'slow' ? 4 : fault === 'unreadable' ? 3 : 1;
  if (fault === 'hang' || run.looks <= looksNeeded) return state(run.looks === 1 ? 'PENDING' : 'RUNNING');
  const [code, message] = FAILURES[fault ?? ''] ?? [];
  return code
    ? state('FAILED', { code, message })
    : state('SUCCEEDED', { image_url: resultAddress(url, fault, false) });
}
