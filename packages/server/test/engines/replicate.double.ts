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
  readonly input: Record<string, unknown>;
  readonly webhook: string | undefined;
  looks: number;
  canceled: boolean;
}

/** The secret that signs the double's messages. */
export const REPLICATE_SIGNING_SECRET = `whsec_${Buffer.from('a secret of the double').toString('base64')}`;

/** A double of Replicate's API (replicate.com/docs/reference/http): predictions, files, and the secret of messages. */
export function replicateDouble(): Promise<EngineDouble> {
  const runs = new Map<string, Run>();
  const files = new Set<string>();
  return startDouble(({ method, path, headers, body, json }, state): DoubleAnswer => {
    if (!/^Bearer .+/.test(headers.authorization ?? '')) return { status: 401, body: { title: 'Unauthenticated' } };
    if (path === '/v1/webhooks/default/secret') return { status: 200, body: { key: REPLICATE_SIGNING_SECRET } };
    if (path === '/v1/files' && method === 'POST') {
      if (!headers['content-type']?.startsWith('multipart/form-data') || !body.includes('name="content"'))
        return { status: 400, body: { detail: 'Missing content' } };
      const id = `file-${files.size + 1}`;
      files.add(id);
      return {
        status: 201,
        body: { id, urls: { get: `${state.url}/v1/files/${id}` }, expires_at: '2030-01-01T00:00:00Z' },
      };
    }
    const [, file] = /^\/v1\/files\/([\w-]+)$/.exec(path) ?? [];
    if (file !== undefined) return { status: method === 'DELETE' && files.delete(file) ? 204 : 404 };
    const [, id, verb] = /^\/v1\/predictions\/([\w-]+)(\/cancel)?$/.exec(path) ?? [];
    if (id !== undefined) {
      const run = runs.get(id);
      if (!run) return { status: 404, body: { detail: 'The requested resource could not be found.' } };
      if (verb) {
        state.cancel(id);
        run.canceled = true;
      } else {
        run.looks += 1;
        if (run.fault === 'unreadable' && run.looks % 2 === 1)
          return { status: 500, body: { detail: 'Internal error' } };
      }
      return { status: 200, body: predictionOf(id, run, state.url) };
    }
    return creation(path, json, runs, state);
  });
}

function creation(
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: what the adapter sent, whatever it is.
  json: any,
  runs: Map<string, Run>,
  state: { readonly url: string; takeFault(): EngineFault | null; create(): void },
): DoubleAnswer {
  const isVersion = path === '/v1/predictions' && typeof json?.version === 'string';
  if (!isVersion && !/^\/v1\/(models|deployments)\/[\w.-]+\/[\w.-]+\/predictions$/.test(path))
    return { status: 404, body: { detail: 'The requested resource could not be found.' } };
  if (typeof json?.input !== 'object')
    return { status: 422, body: { detail: '- input is required', invalid_fields: ['input'] } };
  const fault = state.takeFault();
  if (fault === 'busy')
    return { status: 429, body: { detail: 'Request was throttled. Your rate limit resets in ~1s.' } };
  if (fault === 'rejected')
    return {
      status: 422,
      body: { title: 'Input validation failed', detail: '- input.prompt is required', invalid_fields: [] },
    };
  const refused = refusal(fault);
  if (refused) return refused;
  state.create();
  const fresh = `prediction${runs.size + 1}`;
  const run: Run = { fault, input: json.input, webhook: json.webhook, looks: 0, canceled: false };
  runs.set(fresh, run);
  const body = { ...predictionOf(fresh, run, state.url), status: 'starting', output: null };
  return { status: 201, body, ...(fault === 'cut' || fault === 'truncated' ? { break: fault } : {}) };
}

/** Texts a model may fail with. */
const ERRORS: Readonly<Record<string, string>> = {
  'blocked by its code': 'The input or output was flagged as sensitive. Please try again with different inputs. (E005)',
  'blocked in its words': 'NSFW content detected. Try running it again, or try a different prompt.',
  lost: 'Director: unexpected error handling prediction (E9243)',
};

function predictionOf(id: string, { fault, input, webhook, looks, canceled }: Run, url: string) {
  const looksNeeded = fault === 'slow' ? 4 : fault === 'unreadable' ? 3 : 1;
  const isDone = fault !== 'hang' && looks > looksNeeded;
  const error = isDone && fault !== null ? (ERRORS[fault] ?? null) : null;
  const base = {
    id,
    model: 'owner/name',
    version: 'hidden',
    input,
    webhook,
    logs: ` 50%|#####     | ${looks}/10`,
    error,
    output: null,
    data_removed: false,
    created_at: '2026-11-21T00:00:00.000Z',
    urls: { get: `${url}/v1/predictions/${id}`, cancel: `${url}/v1/predictions/${id}/cancel` },
  };
  if (canceled) return { ...base, status: 'canceled' };
  if (!isDone) return { ...base, status: looks === 0 ? 'starting' : 'processing' };
  return error === null
    ? { ...base, status: 'succeeded', output: [resultAddress(url, fault, false)] }
    : { ...base, status: 'failed' };
}
