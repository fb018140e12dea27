import { FAILURE_CODES } from '../errors.ts';
import { OPERATIONS } from '../models.ts';
import { anyObject, dateTime, nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';
import { JOB_STATUSES } from './job-status.ts';

/** The result of a completed job. */
export const JobResult = open(
  {
    id: uuid('Media ID: pass it into the next operation.'),
    image_id: uuid('The same as id; kept for older clients.'),
    url: Type.String({ format: 'uri', description: 'Address of the image or video.' }),
    width: nullable(Type.Integer(), { description: 'Pixels.' }),
    height: nullable(Type.Integer(), { description: 'Pixels.' }),
    type: oneOf(['image', 'video']),
  },
  { $id: 'JobResult' },
);
export type JobResult = Static<typeof JobResult>;

/** Why a job ended without a result. */
export const JobError = open(
  {
    code: Type.String({
      description: `One of ${FAILURE_CODES.join(', ')}; treat an unknown code as a general failure.`,
    }),
    message: Type.String(),
  },
  { $id: 'JobError' },
);
export type JobError = Static<typeof JobError>;

/** A doubt about the result of a completed job. */
export const JobWarning = open({ code: Type.String(), message: Type.String() }, { $id: 'JobWarning' });
export type JobWarning = Static<typeof JobWarning>;

/** The request of a job, as `POST /v1/jobs` takes it. */
export const JobRequest = open(
  {
    operation: oneOf(OPERATIONS),
    image_id: optional(uuid('The source image.')),
    input: anyObject('The body as the client sent it, without a mask in the body.'),
  },
  { $id: 'JobRequest' },
);
export type JobRequest = Static<typeof JobRequest>;

const PENDING_EXAMPLE = {
  id: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50',
  status: 'pending',
  task: 'virtual_try_on',
  created_at: '2026-11-20T09:30:00.000Z',
  result: null,
  error: null,
  credits_used: 1,
  progress: 0,
  warnings: [],
  request: {
    operation: 'virtual_try_on' as const,
    input: {
      person_image_id: '0198f3a1-4b2c-7a10-8c3d-2e4f6a8b0c1d',
      outfit_asset_ids: ['0198f3a1-5d6e-7f20-9b4a-3c5d7e9f1a2b'],
    },
  },
};

/** A job of the examples that has its result. */
export const COMPLETED_EXAMPLE = {
  ...PENDING_EXAMPLE,
  status: 'completed' as const,
  task: 'virtual_try_on.embedded',
  result: {
    id: '0198f3a2-9d21-7b3c-8e5f-6a7b8c9d0e1f',
    image_id: '0198f3a2-9d21-7b3c-8e5f-6a7b8c9d0e1f',
    url: 'https://atelier.example/media/pX3v0yJ7b1Q2kT9wR5mZ8A/virtual-try-on.png',
    width: 864,
    height: 1152,
    type: 'image' as const,
  },
  progress: 1,
};

/** One output of a request: it runs, ends and is charged apart from its siblings. */
export const Job = open(
  {
    id: uuid('Poll this ID.'),
    status: oneOf(JOB_STATUSES),
    task: nullable(Type.String(), { description: '`<operation>` or `<operation>.<engine>`.' }),
    created_at: dateTime(),
    result: nullable(JobResult),
    error: nullable(JobError),
    credits_used: Type.Number({ minimum: 0, description: 'Display credits charged now; 0 after a refund.' }),
    progress: optional(Type.Number({ minimum: 0, maximum: 1, description: 'Share of the work done.' })),
    warnings: optional(Type.Array(JobWarning)),
    request: optional(
      nullable(JobRequest, {
        description:
          'The request. Null for jobs of the unversioned interface and of older versions, and after the record was deleted.',
      }),
    ),
  },
  {
    $id: 'Job',
    examples: [COMPLETED_EXAMPLE],
  },
);
export type Job = Static<typeof Job>;

/** Answer to a creation request: one job per output, in order. */
export const Submission = open(
  { jobs: Type.Array(Job, { minItems: 1 }) },
  { $id: 'Submission', examples: [{ jobs: [PENDING_EXAMPLE] }] },
);
export type Submission = Static<typeof Submission>;
