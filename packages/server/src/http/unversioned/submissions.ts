import { ENDPOINTS, type ImageRecord, isVideo } from '@atelier/contract';
import type { FastifyReply } from 'fastify';
import type { Queryable } from '../../database/connection.ts';
import { pendingRecord, requireRecord } from '../../jobs/records.ts';
import type { JobRow } from '../../jobs/rows.ts';
import type { AddressOf } from '../../media/rows.ts';
import type { WorkRequest } from '../../submission/request.ts';
import { submit } from '../../submission/submit.ts';
import { type HttpRoom, originOf, type SubmissionCall, withLog } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { readUnversioned } from './operations.ts';

/** Operations, each at its own path; some paths name the image to work on. */
const OPERATION_ENDPOINTS = [
  [ENDPOINTS.tryOn, 'virtual_try_on'],
  [ENDPOINTS.generateImages, 'generate'],
  [ENDPOINTS.editImage, 'edit'],
  [ENDPOINTS.inpaintImage, 'inpaint'],
  [ENDPOINTS.upscaleImage, 'upscale'],
  [ENDPOINTS.animateImage, 'animate'],
  [ENDPOINTS.makeVideo, 'text_to_video'],
] as const;

/** Every way to submit work in the unversioned interface: the submission of v1, and other views of its jobs. */
export function addSubmissions(route: AddRoute, room: HttpRoom): void {
  for (const [endpoint, operation] of OPERATION_ENDPOINTS) {
    const read = readUnversioned(operation);
    const submitOne = async (call: SubmissionCall) => {
      const place = { workspaceId: call.workspace.id, imageId: call.params?.id ?? '', root: '' };
      const wanted = await read(room, call.request.body, place);
      return submitUnversioned(room, { ...call, reply: call.reply.code(endpoint.status) }, wanted);
    };
    route(endpoint, submitOne, { bodyUnchecked: true });
  }
}

/** Submits a request, and answers with records. An `Idempotency-Key` has no effect here. */
async function submitUnversioned(
  room: HttpRoom,
  { workspace, request, reply, addressOf }: SubmissionCall,
  wanted: WorkRequest,
): Promise<FastifyReply> {
  const { response } = await submit(withLog(room, request), {
    workspace,
    keyId: workspace.key.id,
    request: { ...wanted, origin: originOf(request) },
    claim: null,
    answer: {
      within: async (jobs, transaction) => {
        const view = await viewOf(transaction, workspace.id, wanted, jobs, addressOf);
        return { status: reply.statusCode, response: JSON.stringify(view) };
      },
    },
  });
  return reply.header('content-type', 'application/json; charset=utf-8').send(response);
}

/** The parent with its versions where the outputs are versions, one record for a video, else a record for each job. */
async function viewOf(
  db: Queryable,
  workspaceId: string,
  { operation, pictures, versionsOf }: WorkRequest,
  jobs: readonly JobRow[],
  addressOf: AddressOf,
): Promise<ImageRecord | ImageRecord[]> {
  const parent = pictures.find(({ role }) => role === versionsOf);
  if (parent) return requireRecord(db, workspaceId, parent.name, addressOf);
  const records = jobs.map((job) => pendingRecord(job, addressOf));
  const [first] = records;
  return isVideo(operation) && first ? first : records;
}
