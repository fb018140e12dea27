import {
  type DoubleAnswer,
  type EngineDouble,
  type EngineFault,
  refusal,
  resultAddress,
  startDouble,
} from './double.ts';

/** A prediction. */
interface Run {
  readonly fault: EngineFault | null;
  readonly video: boolean;
  looks: number;
}

/** Inputs that a model cannot do without (docs.fashn.ai). */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'tryon-v1.6': ['model_image', 'garment_image'],
  'tryon-max': ['model_image', 'product_image'],
  'product-to-model': ['product_image'],
  edit: ['image', 'prompt'],
  'image-to-video': ['image'],
};

/**
 * A double of FASHN's API (docs.fashn.ai): predictions are begun and looked at; they are neither listed nor canceled.
 */
export function fashnDouble(): Promise<EngineDouble> {
  const runs = new Map<string, Run>();
  return startDouble(({ method, path, headers, json }, state): DoubleAnswer => {
    if (!/^Bearer .+/.test(headers.authorization ?? '')) return refused(401, 'UnauthorizedAccess');
    const id = /^\/v1\/status\/([\w-]+)$/.exec(path)?.[1];
    if (id !== undefined) return statusOf(id, runs.get(id), state.url);
    if (method !== 'POST' || path !== '/v1/run') return refused(404, 'NotFound');
    const fault = state.takeFault();
    const missing = REQUIRED[json?.model_name]?.find((field) => json.inputs[field] === undefined);
    if (missing !== undefined || !REQUIRED[json?.model_name]) return refused(400, 'BadRequest');
    if (fault === 'unfunded') return refused(429, 'OutOfCredits');
    if (fault === 'busy') return { ...refused(429, 'ConcurrencyLimitExceeded'), headers: { 'retry-after': '0' } };
    if (fault === 'misnamed') return refused(400, 'BadRequest');
    const trouble = refusal(fault);
    if (trouble) return trouble;
    state.create();
    const fresh = `prediction-${runs.size + 1}`;
    runs.set(fresh, { fault, video: json.model_name === 'image-to-video', looks: 0 });
    const body = { id: fresh, error: null };
    return { status: 200, body, ...(fault === 'cut' || fault === 'truncated' ? { break: fault } : {}) };
  });
}

function refused(status: number, error: string): DoubleAnswer {
  return { status, body: { error, message: `The API refused: ${error}` } };
}

/** Names of the failures of a prediction that has begun. */
const FAILURES: Readonly<Record<string, string>> = {
  'blocked in the result': 'ContentModerationError',
  rejected: 'ImageLoadError',
  lost: 'PipelineError',
};

function statusOf(id: string, run: Run | undefined, url: string): DoubleAnswer {
  if (!run) return refused(404, 'NotFound');
  const { fault, video } = run;
  run.looks += 1;
  if (fault === 'unreadable' && run.looks % 2 === 1) return refused(500, 'InternalServerError');
  const looksNeeded = fault === 'slow' ? 4 : fault === 'unreadable' ? 3 : 1;
  if (fault === 'hang' || run.looks <= looksNeeded)
    return {
      status: 200,
      body: { id, status: run.looks === 1 ? 'in_queue' : 'processing', output: null, error: null },
    };
  const name = fault === null ? undefined : FAILURES[fault];
  if (name !== undefined)
    return {
      status: 200,
      body: { id, status: 'failed', output: null, error: { name, message: `It failed: ${name}` } },
    };
  const output = [resultAddress(url, fault, video)];
  return {
    status: 200,
    headers: { 'x-fashn-credits-used': '1' },
    body: { id, status: 'completed', output, error: null },
  };
}
