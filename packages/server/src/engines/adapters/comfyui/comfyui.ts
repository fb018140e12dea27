import { isVideo, OPERATIONS, type Operation } from '@atelier/contract';
import Type, { type Static } from 'typebox';
import { type AdapterSetup, defineAdapter } from '../../catalogue.ts';
import type {
  EngineTask,
  GatheredPicture,
  HostedEngine,
  ReadOutcome,
  RemoteReceipt,
  StartOutcome,
} from '../../port.ts';
import { answerReader, excerptOf, startTrouble } from '../../wire.ts';
import { watchRun } from './events.ts';
import { outcomeOf } from './history.ts';
import { cancel, clientOf, excerptOfAnswer, find, lookUp, receiptOf, type Wire, wireTo } from './runs.ts';
import { readWorkflow, type Workflow, WorkflowSetting } from './workflow.ts';

/** Where ComfyUI listens when it is started without options. */
const BASE_URL = 'http://127.0.0.1:8188';

/** Longest wait for a result, in milliseconds, and the largest one: a video of a minute. */
const RESULT_TIMEOUT_MS = 180_000;
const RESULT_BYTES_MAX = 512 * 1024 * 1024;

const Options = Type.Object(
  {
    operations: Type.Partial(
      Type.Record(
        Type.Enum([...OPERATIONS]),
        Type.Optional(Type.Union([WorkflowSetting, Type.Array(WorkflowSetting, { minItems: 1 })])),
      ),
      { additionalProperties: false },
    ),
    pictures: Type.Optional(Type.Unsafe<'temp' | 'input'>({ type: 'string', enum: ['temp', 'input'] })),
    auth_header: Type.Optional(Type.String({ pattern: '^[\\w-]+$' })),
  },
  { additionalProperties: false },
);

/** A ComfyUI of the operator's: any workflow of theirs. */
export const comfyui = defineAdapter({
  keys: { auth: 'COMFYUI_AUTH' },
  optionalKeys: ['auth'],
  options: Options,
  create,
});

function create({ name, baseUrl, options, key }: AdapterSetup<Static<typeof Options>>): HostedEngine {
  const wire = wireTo(baseUrl ?? BASE_URL, options.auth_header ?? 'authorization', () => key('auth'));
  const workflows = new Map<Operation, readonly Workflow[]>(
    OPERATIONS.map((operation) => [
      operation,
      [options.operations[operation] ?? []].flat().map((setting, index) => {
        try {
          return readWorkflow(setting);
        } catch (error) {
          const why = error instanceof Error ? error.message : String(error);
          throw new Error(`/options/operations/${operation}, workflow ${index + 1}: ${why}`, { cause: error });
        }
      }),
    ]),
  );
  const workflowFor = (order: Parameters<HostedEngine['serves']>[0]) =>
    workflows.get(order.operation)?.find((workflow) => workflow.fits(order));

  return {
    kind: 'hosted',
    name,
    serves: (order) => workflowFor(order) !== undefined,
    async start(task, signal) {
      const workflow = workflowFor(task.order);
      if (!workflow) throw new Error(`${name} was given a task of ${task.order.operation} it has no workflow for`);
      const names = new Map<GatheredPicture, string>();
      for (const picture of workflow.picturesFor(task)) {
        const uploaded = await upload(
          wire,
          picture,
          `${task.jobId}-${names.size + 1}`,
          options.pictures ?? 'temp',
          signal,
        );
        if (typeof uploaded !== 'string') return uploaded;
        names.set(picture, uploaded);
      }
      return queue(wire, workflow, task, names);
    },
    read: (receipt, task, signal) => read(wire, receipt, task, workflowFor(task.order)?.output ?? null, signal),
    lookUp: (task, signal) => lookUp(wire, task.jobId, workflowFor(task.order)?.size ?? 1, signal),
    cancel: (receipt) => cancel(wire, receipt),
    watch({ remoteId, details }, onChange, signal) {
      const url = `${wire.base.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(details.client ?? '')}`;
      watchRun({ url, headers: wire.headers(), promptId: remoteId, size: Number(details.nodes) }, onChange, signal);
    },
  };
}

const readUpload = answerReader(Type.Object({ name: Type.String(), subfolder: Type.String(), type: Type.String() }));

/** Uploads a picture and gives the name nodes find it by. Nothing has begun when that fails: asking again is safe. */
async function upload(
  { call }: Wire,
  { bytes }: GatheredPicture,
  name: string,
  type: 'temp' | 'input',
  signal: AbortSignal,
): Promise<string | StartOutcome> {
  const body = new FormData();
  body.set('image', new Blob([new Uint8Array(bytes)]), `atelier-${name}.png`);
  body.set('type', type);
  body.set('overwrite', 'true');
  const answer = await call({ method: 'POST', path: '/upload/image', body, signal });
  const trouble = startTrouble(answer);
  if (trouble)
    return trouble.kind === 'uncertain'
      ? { ...trouble, kind: 'refused', reason: 'broken', retryAfterMs: null }
      : trouble;
  const uploaded = answer.kind === 'answer' ? readUpload(answer.bytes) : null;
  if (!uploaded) return { kind: 'unavailable', message: `a picture was not taken: ${excerptOfAnswer(answer)}` };
  const path = uploaded.subfolder === '' ? uploaded.name : `${uploaded.subfolder}/${uploaded.name}`;
  return uploaded.type === 'input' ? path : `${path} [${uploaded.type}]`;
}

const readQueued = answerReader(Type.Object({ prompt_id: Type.String() }));

/** The job's own ID is that of the run: it is found by it after a call that broke. */
async function queue(
  { call }: Wire,
  workflow: Workflow,
  task: EngineTask,
  names: ReadonlyMap<GatheredPicture, string>,
): Promise<StartOutcome> {
  const { jobId } = task;
  const prompt = workflow.fill(task, (picture) => names.get(picture) ?? '');
  const answer = await call({
    method: 'POST',
    path: '/prompt',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt, prompt_id: jobId, client_id: clientOf(jobId) }),
  });
  const trouble = startTrouble(answer);
  if (trouble) return trouble;
  if (answer.kind !== 'answer') return { kind: 'uncertain', message: answer.message };
  if (answer.status >= 400) return refusalOf(answer.bytes, workflow);
  const queued = readQueued(answer.bytes);
  if (!queued) return { kind: 'uncertain', message: `an answer that is no receipt: ${excerptOf(answer.bytes)}` };
  return { kind: 'started', receipt: receiptOf(queued.prompt_id, jobId, workflow.size) };
}

const readRefusal = answerReader(
  Type.Object({
    error: Type.Object({ message: Type.String(), details: Type.Optional(Type.String()) }),
    node_errors: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({
          class_type: Type.Optional(Type.String()),
          errors: Type.Array(
            Type.Object({
              message: Type.String(),
              details: Type.Optional(Type.String()),
              extra_info: Type.Optional(Type.Object({ input_name: Type.Optional(Type.String()) })),
            }),
          ),
        }),
      ),
    ),
  }),
);

/**
 * What the workflow lacks is the operator's to mend; what does not fit of the task's own values is the input's fault.
 */
function refusalOf(bytes: Uint8Array, workflow: Workflow): StartOutcome {
  const refusal = readRefusal(bytes);
  const faults = Object.entries(refusal?.node_errors ?? {}).flatMap(([nodeId, { class_type, errors }]) =>
    errors.map(({ message, details, extra_info }) => ({
      ours: workflow.isFilled(nodeId, extra_info?.input_name ?? ''),
      words: `node ${nodeId} (${class_type ?? '?'}): ${message}: ${details ?? ''}`,
    })),
  );
  if (faults.length > 0 && faults.every(({ ours }) => ours))
    return {
      kind: 'input_rejected',
      message: `The engine could not use the input: ${faults.map(({ words }) => words).join('; ')}`,
    };
  const said = refusal ? [refusal.error.message, ...faults.map(({ words }) => words)].join('; ') : excerptOf(bytes);
  return { kind: 'unavailable', message: `the workflow was refused: ${said}` };
}

async function read(
  wire: Wire,
  { remoteId }: RemoteReceipt,
  { order }: EngineTask,
  output: string | null,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const found = await find(wire, remoteId, signal);
  if (found.at === 'unknown') return { kind: 'unreadable', message: found.message, retryAfterMs: null };
  if (found.at === 'nowhere')
    return { kind: 'unavailable', message: 'the engine does not know the work any more: was it restarted?' };
  if (found.at !== 'history') return { kind: 'working', progress: null };
  const outcome = outcomeOf(found.entry, output, isVideo(order.operation));
  if (outcome.kind !== 'file') return outcome;
  const result = await wire.call({
    method: 'GET',
    path: `/view?${new URLSearchParams({ ...outcome.file })}`,
    timeoutMs: RESULT_TIMEOUT_MS,
    bytesMax: RESULT_BYTES_MAX,
    signal,
  });
  if (result.kind !== 'answer' || result.status >= 500 || result.status === 429)
    return { kind: 'unreadable', message: excerptOfAnswer(result), retryAfterMs: null };
  if (result.status >= 400)
    return {
      kind: 'failed',
      code: 'provider_unavailable',
      message: `The engine made the output, but no longer has it (status ${result.status}).`,
    };
  return { kind: 'made', output: { kind: 'delivered', bytes: result.bytes }, warnings: [] };
}
