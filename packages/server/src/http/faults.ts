import {
  type ErrorBody,
  type ErrorCode,
  errorRule,
  type Interface,
  type UnversionedErrorBody,
} from '@atelier/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deletedWorkspace } from '../accounts/workspaces.ts';
import { findAsset } from '../assets/rows.ts';
import { isDatabaseAway, type Queryable } from '../database/connection.ts';
import { Fault, MissingFault } from '../fault.ts';
import { findNamedImages, findVersions, type NamedImage } from '../jobs/versions.ts';
import { StoreUnavailableError } from '../media/store/port.ts';
import { wrongMediaType } from './validation.ts';

/** PostgreSQL's code for a row whose parent does not exist. */
const FOREIGN_KEY_VIOLATION = '23503';

/** Most characters of a path parameter. The longest valid one is the name in the address of a file. */
export const PATH_PART_LENGTH_MAX = 256;

const WRONG_LENGTH =
  'The body is empty or does not have its stated length. Send one JSON value and its true Content-Length.';

/** Seconds after which a client may try again when the service is away. */
const AWAY_RETRY_SECONDS = 2;

/** Answers a request with an error, in the shape of its interface. The one place where an error gets a status. */
export function sendFault(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const fault = faultOf(error, request);
  const { status } = errorRule(fault.code);
  setCommonHeaders(request, reply);
  if (isGone(error)) request.log.debug({ err: error }, 'the client went away');
  else if (status >= 500) request.log.error({ err: error }, 'a request failed');
  else request.log.debug({ code: fault.code, reason: fault.message }, 'a request was refused');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  // Fastify would close the connection after a body it cannot read; the rest of the body is read instead.
  reply.header('connection', reply.raw.shouldKeepAlive ? 'keep-alive' : 'close');
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds));
  const body = interfaceOf(request.url) === 'unversioned' ? unversionedBody(fault, request) : errorBody(fault, request);
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
}

/** Sets the headers of every answer, including errors before the first hook. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cache-control', 'no-store');
}

/** Which interface a path belongs to; paths of none take the shape of v1. */
function interfaceOf(url: string): Interface {
  if (url.startsWith('/v1/') || url === '/v1') return 'v1';
  if (url.startsWith('/admin/')) return 'admin';
  return /^\/(images|assets|text-to-video)(\/|\?|$)/.test(url) ? 'unversioned' : 'system';
}

/** True when the client left before its request was whole, or while the service fetched something for it. */
function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === 'aborted' || error.name === 'AbortError' || ('code' in error && error.code === 'ECONNRESET');
}

/** The fault for a row that was deleted after the request found it; null for any other error. */
function goneReference(error: unknown): Fault | null {
  if (!(error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)) return null;
  const constraint = 'constraint' in error ? String(error.constraint) : '';
  return constraint.includes('workspace')
    ? deletedWorkspace(error)
    : new Fault(
        'not_found',
        'Something that the request names was just deleted. Remove it from the request, or upload it again.',
        { cause: error },
      );
}

/** Errors of the framework in our words, by their codes. */
const FRAMEWORK_FAULTS: Readonly<Record<string, readonly [code: ErrorCode, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is too large; a JSON body may have at most 1 MiB.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', WRONG_LENGTH],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_json', WRONG_LENGTH],
  FST_ERR_BAD_URL: ['invalid_request', 'The path is not a valid URL path; percent-encode it and send it again.'],
  FST_ERR_MAX_PARAM_LENGTH: [
    'invalid_request',
    `A part of the path is too long; allowed: at most ${PATH_PART_LENGTH_MAX} characters.`,
  ],
};

/**
 * Everything that can be thrown below HTTP, as a Fault. An unforeseen error is `internal_error`, and only the log has
 * its details.
 */
function faultOf(error: unknown, { headers, routeOptions }: FastifyRequest): Fault {
  if (error instanceof Fault) return error;
  const gone = goneReference(error);
  if (gone) return gone;
  if (isDatabaseAway(error) || error instanceof StoreUnavailableError)
    return new Fault('unavailable', undefined, { cause: error, retryAfterSeconds: AWAY_RETRY_SECONDS });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const wanted = routeOptions.config?.takes === 'form' ? 'multipart/form-data' : 'application/json';
    return wrongMediaType(wanted, headers['content-type']);
  }
  const ofFramework = FRAMEWORK_FAULTS[code];
  return ofFramework ? new Fault(...ofFramework) : new Fault('internal_error', undefined, { cause: error });
}

function errorBody(fault: Fault, request: FastifyRequest): ErrorBody {
  const { nextAction } = errorRule(fault.code);
  return {
    code: fault.code,
    message: fault.message,
    request_id: request.id,
    ...(nextAction ? { cta: true, next_action: nextAction } : {}),
  };
}

function unversionedBody(fault: Fault, request: FastifyRequest): UnversionedErrorBody {
  const { nextAction, sentence, advice } = errorRule(fault.code);
  return {
    error: sentence,
    code: fault.code,
    message: fault.message,
    cta: nextAction !== undefined,
    next_action: nextAction ?? '',
    current_plan: request.workspace?.plan ?? '',
    user_message: `${sentence} ${advice}`,
    extra_context: '',
  };
}

/**
 * Puts the true kind of an ID and its place into the refusal of that ID, if the workspace has it. All other errors are
 * returned unchanged.
 */
export async function withGivenId(db: Queryable, { url, workspace }: FastifyRequest, error: unknown): Promise<unknown> {
  if (!(error instanceof MissingFault) || !workspace) return error;
  const kind = await givenId(db, workspace.id, error, interfaceOf(url) === 'v1').catch(() => null);
  return kind === null ? error : new Fault('not_found', `${error.fact} ${kind}`, { cause: error });
}

/** Indexes: jobs_pkey, media_pkey, image_versions_pkey, assets_pkey. */
async function givenId(db: Queryable, workspaceId: string, { sought, id }: MissingFault, isV1: boolean) {
  const image = (await findNamedImages(db, workspaceId, [id])).get(id);
  const version = (await findVersions(db, workspaceId, [id])).get(id);
  const asset = await findAsset(db, workspaceId, id);
  if (version && isV1) return result('version', version);
  if (version) return `That is the ID of a version of the image ${version.parentId}: use its source_image_id.`;
  if (asset) return `That is the ID of an asset, which is at /assets/${id}.`;
  if (!image) return null;
  if (image.media?.id === id) return `That is the ID of an image, which is at /images/${id}.`;
  return sought === 'image' ? result('job', image) : `That is the ID of a job, which is at /v1/jobs/${id}.`;
}

function result(what: 'job' | 'version', { media, status }: NamedImage): string {
  const advice = media ? `use its result.id, ${media.id}` : `use its result.id once it has completed; it is ${status}`;
  return `That is the ID of a ${what}: ${advice}.`;
}
