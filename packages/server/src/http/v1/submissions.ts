import { ENDPOINTS, envelopeViolation, type Submission } from '@atelier/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unfinishedJobView } from '../../jobs/view-v1.ts';
import { findRecordedAnswer, type IdempotencyClaim, parseIdempotencyKey } from '../../submission/recorded-answer.ts';
import type { WorkRequest } from '../../submission/request.ts';
import { submit } from '../../submission/submit.ts';
import { jsonDigest } from '../json.ts';
import { refuseViolation } from '../read-operation.ts';
import { originOf, type SubmissionCall, type WorkRoom, withLog } from '../room.ts';
import { route } from '../route.ts';
import { READ_OPERATION } from './operations.ts';

/** Operations, each at its own path; some paths name the image to work on. */
const OPERATION_ENDPOINTS = [
  [ENDPOINTS.submitVirtualTryOn, 'virtual_try_on'],
  [ENDPOINTS.submitGenerate, 'generate'],
  [ENDPOINTS.submitEdit, 'edit'],
  [ENDPOINTS.submitInpaint, 'inpaint'],
  [ENDPOINTS.submitUpscale, 'upscale'],
  [ENDPOINTS.submitAnimate, 'animate'],
  [ENDPOINTS.submitTextToVideo, 'text_to_video'],
] as const;

/** Every way to submit work in v1. All lead through the same reading of the body and the same submission. */
export function addSubmissions(app: FastifyInstance, room: WorkRoom): void {
  for (const [endpoint, operation] of OPERATION_ENDPOINTS) {
    const submitOne = (call: SubmissionCall) => {
      const place = { workspaceId: call.workspace.id, imageId: call.params?.id ?? '', root: '' };
      return submitV1(room, call, () => READ_OPERATION[operation](room, call.request.body, place));
    };
    route(app, room, endpoint, submitOne, { bodyUnchecked: true });
  }
  route(app, room, ENDPOINTS.submitJob, (call) => {
    const place = { workspaceId: call.workspace.id, imageId: call.body.image_id ?? '', root: '/input' };
    return submitV1(room, call, () => {
      refuseViolation(envelopeViolation(call.body));
      return READ_OPERATION[call.body.operation](room, call.body.input, place);
    });
  });
}

/** Submits and answers 202 with one job per output, or with the very answer a repeated request had the first time. */
async function submitV1(
  room: WorkRoom,
  { workspace, request, reply }: SubmissionCall,
  read: () => Promise<WorkRequest>,
): Promise<FastifyReply> {
  const claim = claimOf(request);
  const wanted = await read().catch(async (error: unknown) => {
    // A key that was used for another request is the first thing to say, whatever else is wrong with this one.
    if (claim) await findRecordedAnswer(room.db, workspace.id, claim, room.clock.now());
    throw error;
  });
  const outcome = await submit(withLog(room, request), {
    workspace,
    request: { ...wanted, origin: originOf(request) },
    claim,
    answer: {
      before: (jobs) => {
        const body: Submission = { jobs: jobs.map(unfinishedJobView) };
        return { status: 202, response: JSON.stringify(body) };
      },
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
    bodyDigest: jsonDigest(request.body),
  };
}
