import { createHash } from 'node:crypto';
import type { Submission, Violation } from '@atelier/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Workspace } from '../../accounts/workspaces.ts';
import { Fault } from '../../fault.ts';
import { unfinishedJobView } from '../../jobs/view-v1.ts';
import { type IdempotencyClaim, parseIdempotencyKey } from '../../submission/receipt.ts';
import type { WorkRequest } from '../../submission/request.ts';
import { submit } from '../../submission/submit.ts';
import type { HttpRoom } from '../room.ts';

/** A v1 request for work, once its key and body have passed. */
interface SubmissionCall {
  readonly workspace: Workspace;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Throws `invalid_request` for a rule the schema cannot say. */
export function refuseViolation(violation: Violation | null): void {
  if (violation) throw new Fault('invalid_request', `${violation.pointer || 'The body'} ${violation.message}.`);
}

/** Submits and answers 202 with one job per output, or with the very answer a repeated request had the first time. */
export async function submitV1(room: HttpRoom, { workspace, request, reply }: SubmissionCall, wanted: WorkRequest): Promise<FastifyReply> {
  const outcome = await submit(room, {
    workspace,
    request: wanted,
    claim: claimOf(request),
    answer: (jobs) => {
      const body: Submission = { jobs: jobs.map(unfinishedJobView) };
      return { status: 202, response: JSON.stringify(body) };
    },
  });
  if (outcome.replayed) reply.header('idempotency-replayed', 'true');
  return reply.code(outcome.status).header('content-type', 'application/json; charset=utf-8').send(outcome.response);
}

function claimOf(request: FastifyRequest): IdempotencyClaim | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  return {
    key: parseIdempotencyKey([header].flat().join(',')),
    method: request.method,
    path: request.url,
    // The schema has ordered nothing: equal bodies have equal texts only when the client sends them so, as retries do.
    bodyHash: createHash('sha256').update(JSON.stringify(request.body)).digest(),
  };
}
