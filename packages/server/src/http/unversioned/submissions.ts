import { ENDPOINTS, type ImageRecord, isVideo } from '@atelier/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Workspace } from '../../accounts/workspaces.ts';
import type { Queryable } from '../../database/connection.ts';
import { findRecord, pendingRecord } from '../../jobs/records.ts';
import type { JobRow } from '../../jobs/rows.ts';
import type { AddressOf } from '../../media/rows.ts';
import type { WorkRequest } from '../../submission/request.ts';
import { submit } from '../../submission/submit.ts';
import { addressesFor, type HttpRoom, originOf, withLog } from '../room.ts';
import { route } from '../route.ts';
import { readUnversioned } from './operations.ts';

/** Operations that need no image. */
const FROM_NOTHING = [
  [ENDPOINTS.tryOn, 'virtual_try_on'],
  [ENDPOINTS.generateImages, 'generate'],
  [ENDPOINTS.makeVideo, 'text_to_video'],
] as const;

/** Operations on the image their path names. */
const ON_AN_IMAGE = [
  [ENDPOINTS.editImage, 'edit'],
  [ENDPOINTS.inpaintImage, 'inpaint'],
  [ENDPOINTS.upscaleImage, 'upscale'],
  [ENDPOINTS.animateImage, 'animate'],
] as const;

/** Every way to submit work in the unversioned interface: the submission of v1, and other views of its jobs. */
export function addSubmissions(app: FastifyInstance, room: HttpRoom): void {
  for (const [endpoint, operation] of FROM_NOTHING) {
    const read = readUnversioned(operation);
    const handler = async ({ workspace, request, reply }: SubmissionCall) => {
      const wanted = await read(room, request.body, { workspaceId: workspace.id, imageId: '', root: '' });
      return submitUnversioned(room, { workspace, request, reply: reply.code(endpoint.status) }, wanted);
    };
    route(app, room, endpoint, handler, { bodyUnchecked: true });
  }
  for (const [endpoint, operation] of ON_AN_IMAGE) {
    const read = readUnversioned(operation);
    const handler = async ({ params, workspace, request, reply }: SubmissionCall & { params: { id: string } }) => {
      const wanted = await read(room, request.body, { workspaceId: workspace.id, imageId: params.id, root: '' });
      return submitUnversioned(room, { workspace, request, reply: reply.code(endpoint.status) }, wanted);
    };
    route(app, room, endpoint, handler, { bodyUnchecked: true });
  }
}

/** A request for work whose key has passed. */
interface SubmissionCall {
  readonly workspace: Workspace;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Submits and answers with the view the request asks for. An `Idempotency-Key` means nothing here. */
async function submitUnversioned(
  room: HttpRoom,
  { workspace, request, reply }: SubmissionCall,
  wanted: WorkRequest,
): Promise<FastifyReply> {
  const addressOf = addressesFor(room, request);
  const { response } = await submit(withLog(room, request), {
    workspace,
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
  if (parent) {
    const record = await findRecord(db, workspaceId, parent.name, addressOf);
    if (!record) throw new Error(`the parent ${parent.name} of new versions has no record`);
    return record;
  }
  const records = jobs.map((job) => pendingRecord(job, addressOf));
  const [first] = records;
  return isVideo(operation) && first ? first : records;
}
