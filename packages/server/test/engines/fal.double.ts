import {
  type DoubleAnswer,
  type EngineDouble,
  type EngineFault,
  refusal,
  resultAddress,
  startDouble,
} from './double.ts';

/** Work of the queue. */
interface Run {
  readonly fault: EngineFault | null;
  readonly video: boolean;
  looks: number;
  canceled: boolean;
}

/** A double of fal's queue (fal.ai/docs/inference-api/queue): submission, status, result and cancellation. */
export function falDouble(): Promise<EngineDouble> {
  const runs = new Map<string, Run>();
  return startDouble(({ method, path, headers }, state): DoubleAnswer => {
    const [, app, id, verb] = /^(\/[^/]+\/[^/]+)\/requests\/([\w-]+)(?:\/(status|cancel))?$/.exec(path) ?? [];
    if (!/^Key .+/.test(headers.authorization ?? '')) return { status: 401, body: { detail: 'No credentials' } };
    if (id === undefined) {
      if (method !== 'POST') return { status: 405 };
      const fault = state.takeFault();
      const refused = refusal(fault);
      if (refused) return refused;
      if (fault === 'blocked at once') return errorOf(fault);
      state.create();
      const fresh = `req-${runs.size + 1}`;
      runs.set(fresh, { fault, video: path.includes('video'), looks: 0, canceled: false });
      const root = `${state.url}${path.split('/').slice(0, 3).join('/')}/requests/${fresh}`;
      const body = {
        status: 'IN_QUEUE',
        request_id: fresh,
        queue_position: 0,
        response_url: root,
        status_url: `${root}/status`,
        cancel_url: `${root}/cancel`,
      };
      return {
        status: 200,
        body,
        ...(fault === 'cut' || fault === 'truncated' || fault === 'held' ? { break: fault } : {}),
      };
    }
    const run = runs.get(id);
    if (!run || app === undefined) return { status: 404, body: { detail: 'Request not found' } };
    if (verb === 'cancel') {
      state.cancel(id);
      run.canceled = true;
      return { status: 202, body: { status: 'CANCELLATION_REQUESTED' } };
    }
    return verb === 'status' ? statusOf(run, id) : resultOf(run, state.url);
  });
}

function statusOf(run: Run, id: string): DoubleAnswer {
  run.looks += 1;
  if (run.fault === 'unreadable' && run.looks % 2 === 1)
    return { status: 500, body: { detail: 'Internal server error' } };
  const looksNeeded = run.fault === 'slow' ? 4 : run.fault === 'unreadable' ? 3 : 1;
  const isDone = run.fault !== 'hang' && run.looks > looksNeeded;
  return isDone
    ? { status: 200, body: { status: 'COMPLETED', request_id: id, metrics: { inference_time: 1.2 } } }
    : { status: 202, body: { status: 'IN_PROGRESS', request_id: id } };
}

function resultOf({ fault, video }: Run, url: string): DoubleAnswer {
  if (fault === 'rejected' || fault === 'lost' || fault?.startsWith('blocked')) return errorOf(fault);
  const file = {
    url: resultAddress(url, fault, video),
    content_type: video ? 'video/mp4' : 'image/png',
    file_size: 100,
  };
  return { status: 200, body: video ? { video: file } : { images: [file], description: '' } };
}

function errorOf(fault: EngineFault): DoubleAnswer {
  if (fault === 'lost')
    return { status: 500, body: { detail: [{ loc: ['body'], msg: 'Internal', type: 'internal_server_error' }] } };
  if (fault === 'blocked as filtered') return { status: 200, body: { images: [], has_nsfw_concepts: [true] } };
  const type = fault === 'rejected' ? 'face_detection_error' : 'content_policy_violation';
  return { status: 422, body: { detail: [{ loc: ['body', 'prompt'], msg: 'The input cannot be used', type }] } };
}
