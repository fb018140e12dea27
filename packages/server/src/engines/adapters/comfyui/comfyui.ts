import { isVideo, OPERATIONS, type Operation } from '@atelier/contract';
import Type, { type Static } from 'typebox';
import { defineAdapter } from '../../catalogue.ts';
import { formOf } from '../../inputs.ts';
import {
  delivered,
  judgeRead,
  judgeStart,
  judgeUpload,
  outputGone,
  rejected,
  unavailable,
  working,
} from '../../outcomes.ts';
import type { GatheredPicture, HostedEngine, ReadOutcome, StartOutcome } from '../../port.ts';
import { closed, oneOf, perOperation } from '../../schemas.ts';
import { answerReader, excerptOf, type JsonApi, jsonApi, readSuccess } from '../../wire.ts';
import { lackOf } from './needs.ts';
import { cancel, clientOf, find, lookUp, outcomeOf, receiptOf, type ViewedFile, watchRun } from './runs.ts';
import { readWorkflow, type Workflow, WorkflowSetting } from './workflow.ts';

/** Where ComfyUI listens when it is started without options. */
const BASE_URL = 'http://127.0.0.1:8188';

/** Longest wait for a result, in milliseconds, and the largest one: a video of a minute. */
const RESULT_TIMEOUT_MS = 180_000;
const RESULT_BYTES_MAX = 512 * 1024 * 1024;

const Options = closed({
  operations: perOperation(Type.Union([WorkflowSetting, Type.Array(WorkflowSetting, { minItems: 1 })])),
  pictures: Type.Optional(oneOf('temp', 'input')),
  auth_header: Type.Optional(Type.String({ pattern: '^[\\w-]+$' })),
});

/** A ComfyUI of the operator's: any workflow of theirs. */
export const comfyui = defineAdapter({
  keys: { auth: 'COMFYUI_AUTH' },
  optionalKeys: ['auth'],
  options: Options,
  create({ name, baseUrl, options, key }) {
    const api = jsonApi(baseUrl ?? BASE_URL, () => {
      const value = key('auth');
      return value === null ? {} : { [options.auth_header ?? 'authorization']: value };
    });
    const workflows = workflowsOf(options.operations);
    const workflowFor = (order: Parameters<HostedEngine['serves']>[0]) =>
      workflows.get(order.operation)?.find((workflow) => workflow.fits(order));

    return {
      serves: (order) => workflowFor(order) !== undefined,
      trouble: () =>
        lackOf(
          api,
          [...workflows.values()].flat().flatMap(({ needs }) => needs),
        ),
      async start(task, signal) {
        const workflow = workflowFor(task.order);
        if (!workflow) throw new Error(`${name} was given a task of ${task.order.operation} it has no workflow for`);
        const names = new Map<GatheredPicture, string>();
        for (const picture of workflow.picturesFor(task)) {
          const body = formOf([
            ['image', picture.bytes, `atelier-${task.jobId}-${names.size + 1}.png`],
            ['type', options.pictures ?? 'temp'],
            ['overwrite', 'true'],
          ]);
          const answer = await api.call({ method: 'POST', url: '/upload/image', body, signal });
          const name = readSuccess(answer, uploadedName);
          if (name === null) return judgeUpload(answer);
          names.set(picture, name);
        }
        const prompt = workflow.fill(task, (picture) => names.get(picture) ?? '');
        // The job's own ID is that of the run: it is found by it after a call that broke.
        const { jobId } = task;
        return judgeStart(await api.submit('/prompt', { prompt, prompt_id: jobId, client_id: clientOf(jobId) }), {
          refused: ({ bytes }) => refusalOf(bytes, workflow),
          taken({ bytes }) {
            const queued = readQueued(bytes);
            return queued && { kind: 'started', receipt: receiptOf(queued.prompt_id, jobId, workflow.size) };
          },
        });
      },
      async read({ remoteId }, { order }, signal) {
        const found = await find(api, remoteId, signal);
        if (found.at === 'unknown') return { kind: 'unreadable', message: found.message, retryAfterMs: null };
        if (found.at === 'nowhere') return unavailable('the engine does not know the work any more: was it restarted?');
        if (found.at !== 'history') return working();
        const outcome = outcomeOf(found.entry, workflowFor(order)?.output ?? null, isVideo(order.operation));
        return outcome.kind === 'file' ? fetchFile(api, outcome.file, signal) : outcome;
      },
      lookUp: (task, signal) => lookUp(api, task.jobId, workflowFor(task.order)?.size ?? 1, signal),
      cancel: (receipt) => cancel(api, receipt),
      watch({ remoteId, details }, onChange, signal) {
        const url = `${api.base.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(details.client ?? '')}`;
        watchRun({ url, headers: api.headers(), promptId: remoteId, size: Number(details.nodes) }, onChange, signal);
      },
    };
  },
});

/** The workflows of each operation. Throws an Error that names the one with a fault. */
function workflowsOf(settings: Static<typeof Options>['operations']): ReadonlyMap<Operation, readonly Workflow[]> {
  const read = (operation: Operation) =>
    [settings[operation] ?? []].flat().map((setting, index) => {
      try {
        return readWorkflow(setting);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`/options/operations/${operation}, workflow ${index + 1}: ${why}`, { cause: error });
      }
    });
  return new Map(OPERATIONS.map((operation) => [operation, read(operation)]));
}

const readUpload = answerReader({ name: Type.String(), subfolder: Type.String(), type: Type.String() });

/** The name by which nodes find an uploaded picture. */
function uploadedName(bytes: Uint8Array): string | null {
  const uploaded = readUpload(bytes);
  if (!uploaded) return null;
  const path = uploaded.subfolder === '' ? uploaded.name : `${uploaded.subfolder}/${uploaded.name}`;
  return uploaded.type === 'input' ? path : `${path} [${uploaded.type}]`;
}

const readQueued = answerReader({ prompt_id: Type.String() });

const readRefusal = answerReader({
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
});

/** A fault of the workflow is the operator's; an unusable value of the task is the input's. */
function refusalOf(bytes: Uint8Array, workflow: Workflow): StartOutcome {
  const refusal = readRefusal(bytes);
  const faults = Object.entries(refusal?.node_errors ?? {}).flatMap(([nodeId, { class_type, errors }]) =>
    errors.map(({ message, details, extra_info }) => ({
      ours: workflow.isFilled(nodeId, extra_info?.input_name ?? ''),
      words: `node ${nodeId} (${class_type ?? '?'}): ${message}: ${details ?? ''}`,
    })),
  );
  const said = faults.map(({ words }) => words);
  if (faults.length > 0 && faults.every(({ ours }) => ours)) return rejected(said.join('; '));
  const why = refusal ? [refusal.error.message, ...said].join('; ') : excerptOf(bytes);
  return unavailable(`the workflow was refused: ${why}`);
}

async function fetchFile(api: JsonApi, file: ViewedFile, signal: AbortSignal): Promise<ReadOutcome> {
  const url = `/view?${new URLSearchParams({ ...file })}`;
  const limits = { timeoutMs: RESULT_TIMEOUT_MS, bytesMax: RESULT_BYTES_MAX, signal };
  return judgeRead(await api.get(url, limits), ({ status, bytes }) => {
    if (status >= 500 || status === 429) return null;
    return status >= 400 ? outputGone(`status ${status}`) : delivered(bytes);
  });
}
