import type { IncomingHttpHeaders } from 'node:http';
import { WebSocketServer } from 'ws';
import { NODES } from './comfyui/workflow-faults.ts';
import {
  type DoubleAnswer,
  type EngineDouble,
  type EngineFault,
  refusal,
  resultAddress,
  type SeenRequest,
  startDouble,
} from './double.ts';

/** A run, queued or ended. */
interface Run {
  readonly id: string;
  readonly client: string;
  readonly fault: EngineFault | null;
  readonly graph: Graph;
  looks: number;
  state: 'queued' | 'success' | 'error' | 'interrupted';
}
type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/** A double of ComfyUI's server, and the sockets of those who watch it. */
export interface ComfyuiDouble extends EngineDouble {
  /** Ends work that hangs, as when its last node is done. */
  finish(): void;
  /** Forgets all work, as a restart does. */
  restart(): void;
  /** Names of the model files that it has, in whatever folder. */
  readonly models: Set<string>;
  /** Headers of the sockets that were opened. */
  readonly sockets: readonly IncomingHttpHeaders[];
}

/**
 * Starts a double of ComfyUI (server.py and execution.py of github.com/Comfy-Org/ComfyUI): uploads, queue, history,
 * files, socket.
 */
export async function comfyuiDouble(): Promise<ComfyuiDouble> {
  const runs = new Map<string, Run>();
  const uploads = new Set<string>();
  const models = new Set<string>();
  const listeners = new Map<string, Set<(text: string) => void>>();
  const opened: IncomingHttpHeaders[] = [];
  const tell = ({ client, id }: Run, type: string, data: object) => {
    for (const send of listeners.get(client) ?? []) send(JSON.stringify({ type, data: { ...data, prompt_id: id } }));
  };
  const end = (run: Run, state: Run['state']) => {
    run.state = state;
    tell(run, state === 'success' ? 'execution_success' : `execution_${state}`, {});
  };

  const look = (run: Run) => {
    run.looks += 1;
    const looksNeeded = run.fault === 'slow' ? 3 : run.fault === 'unreadable' ? 2 : 1;
    const [first = '', second = ''] = Object.keys(run.graph);
    tell(run, 'execution_cached', { nodes: [first] });
    tell(run, 'executing', { node: second });
    tell(run, 'progress', { node: second, value: run.looks, max: looksNeeded + 1 });
    if (run.fault !== 'hang' && run.looks > looksNeeded) end(run, run.fault === 'lost' ? 'error' : 'success');
  };

  const sockets = new WebSocketServer({ noServer: true });
  const double = await startDouble(
    async (request, state): Promise<DoubleAnswer> => {
      const { method, path, json } = request;
      switch (`${method} ${path}`) {
        case 'POST /upload/image':
          return takeUpload(request, uploads);
        case 'POST /prompt': {
          const fault = state.takeFault();
          const refused = invalid(json, fault, uploads) ?? refusal(fault);
          if (refused) return refused;
          state.create();
          const { prompt_id: id, client_id: client, prompt: graph } = json;
          runs.set(id, { id, client, fault, graph, looks: 0, state: 'queued' });
          const held = fault === 'cut' || fault === 'truncated' || fault === 'held' ? { break: fault } : {};
          return { status: 200, body: { prompt_id: id, number: runs.size, node_errors: {} }, ...held };
        }
        case 'GET /queue': {
          const queued = [...runs.values()].filter((run) => run.state === 'queued');
          queued.forEach(look);
          if (queued.some(({ fault, looks }) => fault === 'unreadable' && looks % 2 === 1)) return { status: 500 };
          const items = queued
            .filter((run) => run.state === 'queued')
            .map(({ id, graph }, number) => [number, id, graph, {}, []]);
          return { status: 200, body: { queue_running: items.slice(0, 1), queue_pending: items.slice(1) } };
        }
        case 'POST /queue':
          // The first of the queue runs; only waiting ones can be removed.
          for (const id of json.delete)
            if (runs.has(id) && [...runs.values()].find((run) => run.state === 'queued')?.id !== id) runs.delete(id);
          return { status: 200 };
        case 'POST /interrupt': {
          const run = runs.get(json?.prompt_id);
          if (!run) throw new Error('this interrupts whatever runs');
          state.cancel(run.id);
          end(run, 'interrupted');
          return { status: 200 };
        }
        case 'GET /view':
          return viewed(request, runs, state.url);
      }
      const classType = /^\/object_info\/(\w+)$/.exec(path)?.[1];
      if (classType !== undefined) return { status: 200, body: definitionOf(classType, [...models]) };
      const id = /^\/history\/([\w-]+)$/.exec(path)?.[1];
      if (method !== 'GET' || id === undefined) return { status: 404 };
      const run = runs.get(id);
      return { status: 200, body: run && run.state !== 'queued' ? { [id]: historyOf(run) } : {} };
    },
    (request, socket, head) => {
      opened.push(request.headers);
      const client = new URL(request.url ?? '', 'http://double').searchParams.get('clientId') ?? '';
      sockets.handleUpgrade(request, socket, head, (opened) => {
        const send = (text: string) => opened.send(text);
        opened.send(
          JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } }, sid: client } }),
        );
        opened.send(Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 0xff, 0xd8]));
        listeners.set(client, (listeners.get(client) ?? new Set()).add(send));
        opened.on('close', () => listeners.get(client)?.delete(send));
      });
    },
  );
  return {
    ...double,
    models,
    sockets: opened,
    finish: () => {
      for (const run of runs.values()) if (run.state === 'queued') end(run, 'success');
    },
    restart: () => runs.clear(),
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      await double.close();
    },
  };
}

async function takeUpload({ body, headers }: SeenRequest, uploads: Set<string>): Promise<DoubleAnswer> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const image = form.get('image');
  const type = form.get('type') ?? 'input';
  if (!(image instanceof File) || image.size === 0) return { status: 400 };
  const subfolder = 'seen';
  uploads.add(type === 'input' ? `${subfolder}/${image.name}` : `${subfolder}/${image.name} [${type}]`);
  return { status: 200, body: { name: image.name, subfolder, type } };
}

/** Inputs for words, by the nodes that have them. */
const WORDS: Readonly<Record<string, string>> = { CLIPTextEncode: 'text', TextEncodeQwenImageEditPlus: 'prompt' };

/** The server's complaint about a workflow before it is queued. */
// biome-ignore lint/suspicious/noExplicitAny: it is judged here.
function invalid(body: any, fault: EngineFault | null, uploads: ReadonlySet<string>): DoubleAnswer | null {
  const problem = (type: string, message: string, details: string, node_errors = {}) => ({
    status: 400,
    body: { error: { type, message, details, extra_info: {} }, node_errors },
  });
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(body?.prompt_id))
    return problem('invalid_prompt_id', 'prompt_id must be a valid UUID', String(body?.prompt_id));
  const graph: Graph = body.prompt;
  const faultOf = (nodeId: string, input: string, type: string, details: string) =>
    problem('prompt_outputs_failed_validation', 'Prompt outputs failed validation', '', {
      [nodeId]: {
        errors: [{ type, message: 'Value not usable', details, extra_info: { input_name: input } }],
        dependent_outputs: ['9'],
        class_type: graph[nodeId]?.class_type,
      },
    });
  for (const [nodeId, { class_type, inputs }] of Object.entries(graph)) {
    if (/^LoadImage(Mask)?$/.test(class_type) && !uploads.has(String(inputs.image)))
      return faultOf(nodeId, 'image', 'custom_validation_failed', `image - Invalid image file: ${inputs.image}`);
    if (class_type === 'KSampler' && !Number.isSafeInteger(inputs.seed))
      return faultOf(nodeId, 'seed', 'invalid_input_type', `seed, ${inputs.seed}`);
    const isMissing = fault === 'misnamed' || inputs.ckpt_name === 'missing.safetensors';
    if (class_type === 'CheckpointLoaderSimple' && isMissing)
      return faultOf(
        nodeId,
        'ckpt_name',
        'value_not_in_list',
        "ckpt_name: 'missing.safetensors' not in ['real.safetensors']",
      );
    const words = WORDS[class_type];
    if (fault === 'rejected' && words)
      return faultOf(nodeId, words, 'value_bigger_than_max', `${words}: longer than the encoder takes`);
  }
  return null;
}

function historyOf(run: Run): Record<string, unknown> {
  const event =
    run.state === 'success' ? 'execution_success' : run.state === 'error' ? 'execution_error' : 'execution_interrupted';
  const details = {
    prompt_id: run.id,
    node_id: '3',
    node_type: 'KSampler',
    exception_type: 'torch.OutOfMemoryError',
    exception_message: 'Allocation on device',
    traceback: [],
  };
  return {
    prompt: [1, run.id, run.graph, {}, ['9']],
    outputs:
      run.state === 'success'
        ? {
            8: { images: [{ filename: `preview-${run.id}.png`, subfolder: '', type: 'temp' }] },
            9: { images: [{ filename: `${run.id}_00001_.png`, subfolder: 'made', type: 'output' }] },
          }
        : {},
    status: {
      status_str: run.state === 'success' ? 'success' : 'error',
      completed: run.state === 'success',
      messages: [
        ['execution_start', { prompt_id: run.id }],
        [event, details],
      ],
    },
  };
}

/** Nodes of before the classes that give their options by name. */
const OLD_NODES = ['UNETLoader', 'CLIPLoader', 'VAELoader', 'KSampler', 'LoadImage', 'LoadImageMask'];

/** The server's definition of a class of nodes; empty for a class that it lacks. */
function definitionOf(classType: string, models: readonly string[]): Record<string, unknown> {
  const definition = NODES.nodes[classType];
  if (!definition) return {};
  const given = (isRequired: boolean) =>
    Object.fromEntries(
      Object.entries(definition.inputs).flatMap(([name, { required, type, options, upload, ...range }]) => {
        const known = options?.flatMap((option) => (option.startsWith('files of ') ? models : [option]));
        const choice = OLD_NODES.includes(classType) ? [known ?? [], range] : ['COMBO', { options: known ?? [] }];
        return required === isRequired ? [[name, type === 'COMBO' ? choice : [type, range]]] : [];
      }),
    );
  return { [classType]: { input: { required: given(true), optional: given(false) }, output: definition.outputs } };
}

/** The file of a run, as it lies among all outputs. */
async function viewed({ query }: SeenRequest, runs: ReadonlyMap<string, Run>, url: string): Promise<DoubleAnswer> {
  const run = runs.get(query.get('filename')?.replace('_00001_.png', '') ?? '');
  if (!run || query.get('subfolder') !== 'made' || query.get('type') !== 'output') return { status: 404 };
  const file = await fetch(resultAddress(url, run.fault, false));
  if (!file.ok) return { status: 404 };
  return { status: 200, headers: { 'content-type': 'image/png' }, body: Buffer.from(await file.arrayBuffer()) };
}
