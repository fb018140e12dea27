import { endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { VIRTUAL_TRY_ON_EXAMPLE, VirtualTryOnInput } from '../operations/virtual-try-on.ts';
import { Job, Submission } from '../resources/job.ts';
import { closed, uuid } from '../schema.ts';

/** What can go wrong with any request for work. */
const SUBMISSION_ERRORS = [
  'invalid_json',
  'invalid_request',
  'invalid_idempotency_key',
  'insufficient_credits',
  'model_access_required',
  'plan_limit_exceeded',
  'not_found',
  'idempotency_conflict',
  'idempotency_in_progress',
  'idempotency_uncertain',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_source',
  'unsupported_option',
] as const satisfies readonly ErrorCode[];

export const submitVirtualTryOn = endpoint({
  id: 'submitVirtualTryOn',
  interface: 'v1',
  method: 'POST',
  path: '/v1/images/virtual-try-on',
  summary: 'Dress a person in one to four garments',
  description: 'Exactly one person source and exactly one garment array. Answers at once with one job per output; poll each.',
  auth: 'workspace',
  body: VirtualTryOnInput,
  idempotent: true,
  example: VIRTUAL_TRY_ON_EXAMPLE,
  status: 202,
  response: { description: 'One pending job per output.', schema: Submission },
  errors: SUBMISSION_ERRORS,
});

export const getJob = endpoint({
  id: 'getJob',
  interface: 'v1',
  method: 'GET',
  path: '/v1/jobs/{id}',
  summary: 'Read a job',
  description:
    'Poll until the status is final: about every five seconds, with a deadline of your own. Keep the ID to resume later.',
  auth: 'workspace',
  params: closed({ id: uuid('Job ID.') }),
  status: 200,
  response: { description: 'The job as it is now.', schema: Job },
  errors: ['invalid_request', 'not_found'],
});
