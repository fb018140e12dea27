import { ENDPOINTS, envelopeViolation, type JobEnvelope, type JobRequest, type Submission } from '@atelier/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unfinishedJobView } from '../../jobs/view-v1.ts';
import { findRecordedAnswer, type IdempotencyClaim } from '../../submission/recorded-answer.ts';
import { submit } from '../../submission/submit.ts';
import { jsonDigest } from '../json.ts';
import { idempotencyKeyOf } from '../read-operation.ts';
import { type HttpRoom, originOf, type SubmissionCall, withLog } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { refuseViolation } from '../validation.ts';
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

/** All endpoints of v1 that submit work. They read the body and submit it in the same way. */
export function addSubmissions(route: AddRoute, room: HttpRoom): void {
  for (const [endpoint, operation] of OPERATION_ENDPOINTS) {
    const submitOne = (call: SubmissionCall) =>
      submitV1(room, call, { operation, ...(call.params && { image_id: call.params.id }), input: call.request.body });
    route(endpoint, submitOne, { bodyUnchecked: true });
  }
  route(ENDPOINTS.submitJob, (call) => submitV1(room, call, call.body, '/input'));
}

/** A request for work from an operation's path or from the envelope. Its body is not checked yet. */
interface Asked extends Omit<JobEnvelope, 'input'> {
  readonly input: unknown;
}

/**
 * Submits and answers 202 with one job for each output, or with the recorded answer to a repeated request. `root` is
 * the prefix of every pointer in a message.
 */
async function submitV1(
  room: HttpRoom,
  { workspace, request, reply }: SubmissionCall,
  asked: Asked,
  root = '',
): Promise<FastifyReply> {
  const claim = claimOf(request);
  const read = async () => {
    refuseViolation(envelopeViolation(asked));
    const place = { workspaceId: workspace.id, imageId: asked.image_id ?? '', root };
    return READ_OPERATION[asked.operation](room, asked.input, place);
  };
  const wanted = await read().catch(async (error: unknown) => {
    // Checks the idempotency key first: a conflict is reported before any other fault of the request.
    if (claim) await findRecordedAnswer(room.db, workspace.id, claim, room.clock.now());
    throw error;
  });
  const outcome = await submit(withLog(room, request), {
    workspace,
    keyId: workspace.key.id,
    request: { ...wanted, origin: originOf(request), asked: jobRequest(asked) },
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

/** The request as the job shows it. The pixels of a mask are kept as a picture, so its text is left out. */
function jobRequest(asked: Asked): JobRequest {
  const fields = Object.entries(asked.input ?? {}).filter(([name]) => name !== 'mask');
  return { ...asked, input: Object.fromEntries(fields) };
}

function claimOf(request: FastifyRequest): IdempotencyClaim | null {
  const key = idempotencyKeyOf(request);
  return key === null ? null : { key, method: request.method, path: request.url, bodyDigest: jsonDigest(request.body) };
}
