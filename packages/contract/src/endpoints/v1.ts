import { endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { WAIT_SECONDS_MAX } from '../limits.ts';
import { OPERATIONS } from '../models.ts';
import * as operations from '../operations/index.ts';
import { Account, LedgerPage, ModelList, PageInfo, pageFields } from '../resources/account.ts';
import { Job, Submission } from '../resources/job.ts';
import { JOB_STATUSES } from '../resources/job-status.ts';
import { closed, dateTime, oneOf, open, optional, Type, uuid } from '../schema.ts';

/** The errors of every request for work. */
const SUBMISSION_ERRORS = [
  'invalid_json',
  'invalid_request',
  'invalid_idempotency_key',
  'insufficient_credits',
  'model_access_required',
  'plan_limit_exceeded',
  'key_limit_exceeded',
  'not_found',
  'idempotency_conflict',
  'idempotency_in_progress',
  'idempotency_uncertain',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_source',
  'unsupported_option',
] as const satisfies readonly ErrorCode[];

/** The common parts of every request for work. */
const SUBMISSION = {
  interface: 'v1',
  method: 'POST',
  auth: 'workspace',
  idempotent: true,
  status: 202,
  response: { description: 'One pending job per output.', schema: Submission },
  errors: SUBMISSION_ERRORS,
} as const;

const imageParams = closed({ id: uuid('Media ID of a finished image.') });
const jobParams = closed({ id: uuid('Job ID.') });

export const submitVirtualTryOn = endpoint({
  ...SUBMISSION,
  id: 'submitVirtualTryOn',
  path: '/v1/images/virtual-try-on',
  summary: 'Dress a person in one to four garments',
  description:
    'Exactly one person source and exactly one garment array. Answers at once with one job per output; poll each.',
  body: operations.VirtualTryOnInput,
  example: operations.VIRTUAL_TRY_ON_EXAMPLE,
});

export const submitGenerate = endpoint({
  ...SUBMISSION,
  id: 'submitGenerate',
  path: '/v1/images/generate',
  summary: 'Make an image from avatars, presets, products and a prompt',
  body: operations.GenerateInput,
  example: operations.GENERATE_EXAMPLE,
});

export const submitEdit = endpoint({
  ...SUBMISSION,
  id: 'submitEdit',
  path: '/v1/images/{id}/edit',
  summary: 'Change an image as a prompt says',
  params: imageParams,
  body: operations.EditInput,
  example: operations.EDIT_EXAMPLE,
});

export const submitInpaint = endpoint({
  ...SUBMISSION,
  id: 'submitInpaint',
  path: '/v1/images/{id}/inpaint',
  summary: 'Repaint or remove a part of an image that a mask marks',
  params: imageParams,
  body: operations.InpaintInput,
  example: operations.INPAINT_EXAMPLE,
});

export const submitUpscale = endpoint({
  ...SUBMISSION,
  id: 'submitUpscale',
  path: '/v1/images/{id}/upscale',
  summary: 'Enlarge or restore an image',
  params: imageParams,
  body: operations.UpscaleInput,
  example: operations.UPSCALE_EXAMPLE,
});

export const submitAnimate = endpoint({
  ...SUBMISSION,
  id: 'submitAnimate',
  path: '/v1/images/{id}/animate',
  summary: 'Turn an image into a video',
  params: imageParams,
  body: operations.AnimateInput,
  example: operations.ANIMATE_EXAMPLE,
});

export const submitTextToVideo = endpoint({
  ...SUBMISSION,
  id: 'submitTextToVideo',
  path: '/v1/videos/text-to-video',
  summary: 'Make a video from a prompt and references',
  body: operations.TextToVideoInput,
  example: operations.TEXT_TO_VIDEO_EXAMPLE,
});

export const submitJob = endpoint({
  ...SUBMISSION,
  id: 'submitJob',
  path: '/v1/jobs',
  summary: 'Submit any operation',
  description:
    "The same work as the operation's own path, with its body as `input` and the source image as `image_id`.",
  body: operations.JobEnvelope,
  describedBody: operations.JobEnvelopes,
  example: operations.ENVELOPE_EXAMPLE,
});

export const getJob = endpoint({
  id: 'getJob',
  interface: 'v1',
  method: 'GET',
  path: '/v1/jobs/{id}',
  summary: 'Read a job, or wait for it',
  description:
    'Poll until the status is final: about every five seconds, with a deadline of your own. Keep the ID to resume later.',
  auth: 'workspace',
  params: jobParams,
  query: closed({
    wait: optional(
      Type.Integer({
        minimum: 0,
        maximum: WAIT_SECONDS_MAX,
        description: 'Answer when the job ends, at the latest after this many seconds.',
      }),
    ),
  }),
  status: 200,
  response: { description: 'The job in its present state.', schema: Job },
  errors: ['invalid_request', 'not_found'],
});

export const listJobs = endpoint({
  id: 'listJobs',
  interface: 'v1',
  method: 'GET',
  path: '/v1/jobs',
  summary: 'List jobs, newest first',
  auth: 'workspace',
  query: closed({
    ...pageFields,
    status: optional(oneOf(JOB_STATUSES, { description: 'Only jobs with this status.' })),
    operation: optional(oneOf(OPERATIONS, { description: 'Only jobs of this operation.' })),
    created_after: optional(dateTime('Only jobs created after this moment.')),
  }),
  status: 200,
  response: { description: 'A page of jobs.', schema: open({ jobs: Type.Array(Job), page_info: PageInfo }) },
  errors: ['invalid_request'],
});

export const cancelJob = endpoint({
  id: 'cancelJob',
  interface: 'v1',
  method: 'POST',
  path: '/v1/jobs/{id}/cancel',
  summary: 'Cancel a job that has not ended',
  description:
    'Ends the job as `failed` with the code `canceled`, and refunds it. A job that has ended does not change.',
  auth: 'workspace',
  params: jobParams,
  status: 200,
  response: { description: 'The job in its present state.', schema: Job },
  errors: ['invalid_request', 'not_found'],
});

export const getJobEvents = endpoint({
  id: 'getJobEvents',
  interface: 'v1',
  method: 'GET',
  path: '/v1/jobs/{id}/events',
  summary: 'Follow a job as server-sent events',
  description:
    'Sends `event: job` with the Job as data on every change, and closes after the final one. If a client connects again with the `Last-Event-ID` of the final event, it gets 204, which ends an EventSource.',
  auth: 'workspace',
  params: jobParams,
  query: closed({
    lastEventId: optional(
      Type.String({ maxLength: 100, description: 'As `Last-Event-ID`, for clients that cannot send headers.' }),
    ),
  }),
  status: 200,
  response: { description: 'The stream.', mediaType: 'text/event-stream' },
  otherResponses: { 204: { description: 'The client already has the final event.' } },
  errors: ['invalid_request', 'not_found'],
});

export const getEvents = endpoint({
  id: 'getEvents',
  interface: 'v1',
  method: 'GET',
  path: '/v1/events',
  summary: 'Follow all jobs that end, as server-sent events',
  description:
    'Sends an event `job.completed`, `job.failed` or `job.policy_blocked` when a job of the workspace ends, with the body of a webhook message as data. A client that connects again with `Last-Event-ID` gets the events of up to an hour before. A few may come twice.',
  auth: 'workspace',
  query: closed({
    lastEventId: optional(
      Type.String({ maxLength: 100, description: 'As `Last-Event-ID`, for clients that cannot send headers.' }),
    ),
  }),
  status: 200,
  response: { description: 'The stream.', mediaType: 'text/event-stream' },
  errors: ['invalid_request'],
});

export const listModels = endpoint({
  id: 'listModels',
  interface: 'v1',
  method: 'GET',
  path: '/v1/models',
  summary: 'List models with options, prices and access',
  auth: 'workspace',
  status: 200,
  response: { description: 'Every public model, with the access of the caller.', schema: ModelList },
  errors: ['invalid_request'],
});

export const getAccount = endpoint({
  id: 'getAccount',
  interface: 'v1',
  method: 'GET',
  path: '/v1/account',
  summary: 'Read plan, balance and limits',
  auth: 'workspace',
  status: 200,
  response: { description: "The caller's workspace.", schema: Account },
  errors: ['invalid_request'],
});

export const listLedgerEntries = endpoint({
  id: 'listLedgerEntries',
  interface: 'v1',
  method: 'GET',
  path: '/v1/credits/entries',
  summary: 'List ledger entries, newest first',
  auth: 'workspace',
  query: closed(pageFields),
  status: 200,
  response: { description: 'A page of ledger entries.', schema: LedgerPage },
  errors: ['invalid_request'],
});
