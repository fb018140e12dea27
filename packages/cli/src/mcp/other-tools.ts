import { send } from '@atelier/client';
import {
  type AssetPage,
  AssetPage as AssetPageSchema,
  AssetQuery,
  DEFAULT_MODELS,
  ENDPOINTS,
  ImageRecord,
  isVideo,
  MODEL_NAMES,
  modelsFor,
  OPERATIONS,
  priceOf,
  RESOLUTIONS,
  UNITS_PER_CREDIT,
  UPLOAD_TYPES,
} from '@atelier/contract';
import { UsageError } from '../command.ts';
import { bytesOf, PICTURE_FORMS, readSource } from '../operations/pictures.ts';
import { awaitJobs, JOBS_SCHEMA, jobsResult, WAIT_ARGUMENT } from './jobs.ts';
import { dataResult, type Tool, type ToolCall, type ToolRoom, type ToolSchema, textsIn, toolSchema } from './tool.ts';

const READS = { readOnlyHint: true, openWorldHint: false } as const;

const JOB_ID: ToolSchema = {
  type: 'object',
  properties: { job_id: { type: 'string', format: 'uuid', description: 'The `id` of a job.' } },
  required: ['job_id'],
  additionalProperties: false,
};

const listModels: Tool = {
  name: 'list_models',
  title: 'List models',
  description: 'Models with their operations, engines, abilities and prices, and whether this workspace may use them.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: toolSchema(ENDPOINTS.listModels.response.schema),
  annotations: READS,
  run: async ({ client }, { signal }) => dataResult({ models: await client.models(signal) }),
};

const price: Tool = {
  name: 'price',
  title: 'Price',
  description: 'What a request would cost in credits, and the credits the workspace has. Nothing is charged.',
  inputSchema: {
    type: 'object',
    properties: {
      operation: { type: 'string', enum: [...OPERATIONS] },
      model: { type: 'string', enum: [...MODEL_NAMES], description: 'Default: the model of the operation.' },
      resolution: { type: 'string', enum: [...RESOLUTIONS], default: 'standard' },
      num_images: { type: 'integer', minimum: 1, default: 1 },
      duration_seconds: { type: 'integer', default: 5, description: 'Duration of a video.' },
    },
    required: ['operation'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { credits: { type: 'number' }, model: { type: 'string' }, balance: { type: 'number' } },
    required: ['credits', 'model', 'balance'],
  },
  annotations: READS,
  async run({ client }, { input, signal }) {
    const operation = among('operation', input.operation, OPERATIONS);
    const model = among('model', input.model ?? DEFAULT_MODELS[operation], modelsFor(operation));
    const resolution = among('resolution', input.resolution ?? 'standard', RESOLUTIONS);
    const [seconds, count] = [wholeIn(input, 'duration_seconds', 5), wholeIn(input, 'num_images', 1)];
    const units = priceOf(model, resolution, isVideo(operation) ? seconds : undefined) * count;
    const { balance } = await client.account(signal);
    return dataResult({ credits: units / UNITS_PER_CREDIT, model, balance });
  },
};

const listJobs: Tool = {
  name: 'list_jobs',
  title: 'List jobs',
  description: 'The newest jobs with their statuses, results and errors.',
  inputSchema: toolSchema(ENDPOINTS.listJobs.query),
  outputSchema: toolSchema(ENDPOINTS.listJobs.response.schema),
  annotations: READS,
  run: async (room, call) => dataResult(await read(room, call, '/v1/jobs')),
};

const getJob: Tool = {
  name: 'get_job',
  title: 'Get a job',
  description: 'Waits for a job, saves its result as a file and shows it.',
  inputSchema: { ...JOB_ID, properties: { ...JOB_ID.properties, ...WAIT_ARGUMENT } },
  outputSchema: JOBS_SCHEMA,
  annotations: { ...READS, openWorldHint: true },
  async run(room, call) {
    const job = await room.client.job(jobIdOf(call), call.signal);
    return jobsResult(room, await awaitJobs(room, [job], call), call.signal);
  },
};

const cancelJob: Tool = {
  name: 'cancel_job',
  title: 'Cancel a job',
  description: 'Cancels a job that has not ended. Its credits are refunded.',
  inputSchema: JOB_ID,
  outputSchema: JOBS_SCHEMA,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(room, call) {
    const job = await room.client.cancel(jobIdOf(call), call.signal);
    const { isError: _, ...result } = await jobsResult(room, [job], call.signal);
    return result;
  },
};

const listAssets: Tool = {
  name: 'list_assets',
  title: 'List assets',
  description: 'Saved products (outfit), avatars (model) and presets (preset), whose IDs generate and try_on take.',
  inputSchema: withoutField(toolSchema(AssetQuery), 'paginated'),
  outputSchema: toolSchema(AssetPageSchema),
  annotations: READS,
  run: async (room, call) => dataResult({ ...(await read<AssetPage>(room, call, '/assets', { paginated: 'true' })) }),
};

const upload: Tool = {
  name: 'upload',
  title: 'Upload an image',
  description:
    'Uploads an image and returns its ID. Use it only for an image that several calls use: the other tools also take files and addresses.',
  inputSchema: {
    type: 'object',
    properties: {
      picture: { type: 'string', description: `${PICTURE_FORMS[0]?.toUpperCase()}${PICTURE_FORMS.slice(1)}.` },
      type: { type: 'string', enum: [...UPLOAD_TYPES], default: 'reference', description: 'What it is for.' },
    },
    required: ['picture'],
    additionalProperties: false,
  },
  outputSchema: toolSchema(ImageRecord),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run({ client }, { input, signal }) {
    const [picture = ''] = textsIn(input, 'picture');
    const source = await readSource(picture === '-' ? './-' : picture);
    if (source.kind === 'id')
      throw new UsageError(`${picture} is the ID of an image that is there already: use it as it is`);
    const { bytes, name } = await bytesOf(source, signal);
    const type = UPLOAD_TYPES.find((known) => known === input.type) ?? 'reference';
    return dataResult({ ...(await client.upload(bytes, { fileName: name, type, signal })) });
  },
};

/** The tools beside the operations. */
export const OTHER_TOOLS: readonly Tool[] = [listModels, price, listJobs, getJob, cancelJob, listAssets, upload];

/** Reads a list of the service; the arguments are its query. */
function read<T extends object = Record<string, unknown>>(
  { connection }: ToolRoom,
  { input, signal }: ToolCall,
  path: string,
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  const query = new URLSearchParams(more);
  for (const [name, value] of Object.entries(input)) query.set(name, String(value));
  return send<T>(connection, { method: 'GET', path: `${path}?${query}`, signal, repeatable: true });
}

function jobIdOf({ input }: ToolCall): string {
  const [id] = textsIn(input, 'job_id');
  if (!id) throw new UsageError('job_id is needed: the `id` of a job, as list_jobs shows it');
  return id;
}

function among<T extends string>(name: string, given: unknown, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === given);
  if (found === undefined) throw new UsageError(`${name} is ${JSON.stringify(given)}; allowed: ${allowed.join(', ')}`);
  return found;
}

function wholeIn(input: ToolCall['input'], name: string, fallback: number): number {
  const value = Number(input[name] ?? fallback);
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(`${name} is ${JSON.stringify(input[name])}; allowed: a whole number from 1 on`);
  return value;
}

function withoutField(schema: ToolSchema, name: string): ToolSchema {
  const { [name]: _, ...properties } = schema.properties;
  return { ...schema, properties };
}
