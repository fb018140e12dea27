import { type DoubleAnswer, type EngineDouble, refusal, type SeenRequest, startDouble } from '../double.ts';
import { type GpuServer, startGpuServer } from './server.ts';

/** A job at the server and how its looks go wrong. */
interface Run {
  readonly name: string;
  readonly fault: string | null;
  looks: number;
}

/** Looks after which slow work is let go. */
const LOOKS_OF_SLOW = 4;

/**
 * The real server of `deploy/gpu` behind a wire that fails on demand. The stub of the model makes the card's faults,
 * the wire the network's; the server answers all else by itself.
 */
export async function gpuDouble(): Promise<EngineDouble> {
  const server = await startGpuServer();
  const runs = new Map<string, Run>();
  let picture: Uint8Array | null = null;
  let asked = 0;
  const double = await startDouble(async (request, state): Promise<DoubleAnswer> => {
    if (request.path !== '/v1/run') {
      const id = request.path.split('/').at(-1) ?? '';
      const run = runs.get(id);
      if (run && request.path.startsWith('/v1/cancel/')) {
        state.cancel(id);
        await server.release(run.name);
      }
      return run ? looked(server, run, request, picture) : passed(server, request, request.body);
    }
    const fault = state.takeFault();
    const trouble = fault === 'locked' || fault === 'misnamed' ? null : refusal(fault);
    if (trouble) return trouble;
    asked += 1;
    const seed = asked;
    const run = { name: `run-${seed}`, fault, looks: 0 };
    await server.script(seed, ...behaviourOf(run));
    const inputs = { ...request.json.inputs, seed, ...(fault === 'rejected' ? { model_image: 'no picture' } : {}) };
    const named = fault === 'misnamed' ? { model_name: 'tryon-v1.6' } : {};
    const body = Buffer.from(JSON.stringify({ ...request.json, inputs, ...named }));
    const answer = await passed(server, request, body, fault === 'locked' ? 'Bearer wrong' : undefined);
    if (answer.status !== 200) return answer;
    state.create();
    runs.set(idOf(answer), run);
    return fault === 'cut' || fault === 'truncated' ? { ...answer, break: fault } : answer;
  });
  return {
    ...double,
    deliver: (bytes) => {
      picture = bytes;
    },
    async close() {
      await double.close();
      await server.stop();
    },
  };
}

function behaviourOf({ name, fault }: Run): string[] {
  if (fault === 'lost') return ['break'];
  return fault === 'slow' || fault === 'hang' ? [`wait ${name}`] : [];
}

/** The server's own answer to a look or a cancel, unless the wire changes it. */
async function looked(
  server: GpuServer,
  run: Run,
  request: SeenRequest,
  picture: Uint8Array | null,
): Promise<DoubleAnswer> {
  run.looks += 1;
  if (run.fault === 'slow' && run.looks === LOOKS_OF_SLOW) await server.release(run.name);
  if (run.fault === 'unreadable' && run.looks % 2 === 1) return { status: 500, body: { error: 'InternalServerError' } };
  const answer = await passed(server, request, request.body);
  const bytes = run.fault === 'garbage' ? Buffer.alloc(4096, 7) : picture;
  const { body } = answer;
  if (!bytes || typeof body !== 'object' || body === null || !('output' in body) || !body.output) return answer;
  const output = [`data:image/png;base64,${Buffer.from(bytes).toString('base64')}`];
  return { ...answer, body: { ...body, output } };
}

async function passed(
  { url }: GpuServer,
  { method, path, headers }: SeenRequest,
  body: Buffer,
  authorization = headers.authorization ?? '',
): Promise<DoubleAnswer> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization },
    ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
  });
  const retryAfter = answer.headers.get('retry-after');
  return {
    status: answer.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
    body: await answer.json(),
  };
}

function idOf({ body }: DoubleAnswer): string {
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';
}
