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
  readonly fault: EngineFault | null;
  looks: number;
}

/** Fields that a model cannot do without (docs.bfl.ai). */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'flux-tools/vto-v2': ['person', 'garment', 'prompt'],
  'flux-2-pro': ['prompt'],
  'flux-pro-1.0-fill': ['image'],
};

/**
 * A double of the API of Black Forest Labs (docs.bfl.ai): a task is found only where its submission says, as in a
 * region.
 */
export function bflDouble(): Promise<EngineDouble> {
  const runs = new Map<string, Run>();
  return startDouble(({ method, path, query, headers, json }, state): DoubleAnswer => {
    if (!headers['x-key']) return { status: 403, body: { detail: 'Not authenticated' } };
    if (path === '/region-1/v1/get_result') return lookAt(query.get('id') ?? '', runs, state.url);
    if (path === '/v1/get_result')
      return { status: 404, body: { id: query.get('id'), status: 'Task not found', result: null } };
    const required = REQUIRED[path.replace('/v1/', '')];
    if (method !== 'POST' || !required) return { status: 404, body: { detail: 'Not Found' } };
    const fault = state.takeFault();
    const refused = refusal(fault);
    if (refused) return refused;
    const missing = fault === 'rejected' ? 'prompt' : required.find((field) => json?.[field] === undefined);
    if (missing !== undefined)
      return { status: 422, body: { detail: [{ loc: ['body', missing], msg: 'Field required', type: 'missing' }] } };
    if (Object.values(json).some((value) => String(value).startsWith('data:')))
      return {
        status: 422,
        body: { detail: [{ loc: ['body'], msg: 'Pictures are plain base64', type: 'value_error' }] },
      };
    if (fault === 'blocked at once')
      return { status: 422, body: { id: 'task-0', status: 'Request Moderated', result: null, details: null } };
    state.create();
    const id = `task-${runs.size + 1}`;
    runs.set(id, { fault, looks: 0 });
    const body = {
      id,
      polling_url: `${state.url}/region-1/v1/get_result?id=${id}`,
      cost: 4,
      input_mp: 1,
      output_mp: 1,
    };
    return {
      status: 200,
      body,
      ...(fault === 'cut' || fault === 'truncated' || fault === 'held' ? { break: fault } : {}),
    };
  });
}

/** States in which a task may end, and whether they come as an error. */
const ENDINGS: Readonly<Record<string, readonly [number, string]>> = {
  'blocked before the work': [200, 'Request Moderated'],
  'blocked after the work': [422, 'Content Moderated'],
  lost: [200, 'Error'],
};

function lookAt(id: string, runs: ReadonlyMap<string, Run>, url: string): DoubleAnswer {
  const run = runs.get(id);
  if (!run) return { status: 404, body: { id, status: 'Task not found', result: null } };
  const { fault } = run;
  run.looks += 1;
  if (fault === 'unreadable' && run.looks % 2 === 1) return { status: 500, body: { detail: 'Internal server error' } };
  const looksNeeded = fault === 'slow' ? 4 : fault === 'unreadable' ? 3 : 1;
  if (fault === 'hang' || run.looks <= looksNeeded)
    return {
      status: 200,
      body: { id, status: run.looks === 1 ? 'Pending' : 'Generating', result: null, progress: 0.3 },
    };
  const [status, ending] = (fault === null ? undefined : ENDINGS[fault]) ?? [200, 'Ready'];
  const result = ending === 'Ready' ? { sample: resultAddress(url, fault, false), prompt: 'as sent' } : null;
  return {
    status,
    body: { id, status: ending, result, progress: null, details: ending === 'Error' ? { reason: 'node lost' } : null },
  };
}
