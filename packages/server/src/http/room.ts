import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Keyring } from '../accounts/keyring.ts';
import type { Caller } from '../accounts/keys.ts';
import type { Plans } from '../accounts/plans.ts';
import type { RateLimiter } from '../accounts/rate-limit.ts';
import type { FindPerson } from '../assets/person.ts';
import type { ImageAddresses } from '../images/rows.ts';
import type { ReadJob } from '../jobs/rows.ts';
import type { MediaAddresses } from '../media/addresses.ts';
import type { ReadThumbnail } from '../media/thumbnails.ts';
import type { CommonServices } from '../services.ts';
import type { Studio } from '../studio/studio.ts';
import type { WriteWork } from '../submission/write-work.ts';
import type { WebhookPost } from '../webhooks/post.ts';
import type { WorkOrigin } from '../work-order.ts';

/** The services that routes need. */
export interface HttpRoom extends Omit<CommonServices, 'log'> {
  readonly adminKey: string;
  readonly keyring: Keyring;
  readonly rateLimiter: RateLimiter;
  readonly plans: Plans;
  /** Address at which clients reach the service; null for that of each request. */
  readonly publicUrl: string | null;
  readonly addresses: MediaAddresses;
  readonly readThumbnail: ReadThumbnail;
  readonly findPerson: FindPerson;
  readonly writeWork: WriteWork;
  readonly readJob: ReadJob;
  readonly webhooks: WebhookPost;
  readonly studio: Studio;
  /** Reasons why the service cannot take work; empty when it can. */
  readonly notReady: () => Promise<readonly string[]>;
  /** Aborted from the moment the service begins to stop. */
  readonly stopping: AbortSignal;
}

/** A request for work with a valid key. */
export interface SubmissionCall extends ImageAddresses {
  readonly params?: { readonly id: string } | undefined;
  readonly workspace: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The room with the log of a request, whose lines carry the IDs of the request and its workspace. */
export function withLog<Room extends object>(
  room: Room,
  request: FastifyRequest,
): Room & { readonly log: FastifyBaseLogger } {
  return { ...room, log: request.log };
}

/** The request of a job, as the job keeps it. */
export function originOf(request: FastifyRequest): WorkOrigin {
  const traceparent = request.span?.traceparent;
  return { request: request.id, ...(traceparent ? { traceparent } : {}) };
}

/** The address at which the request reached the service, without a slash at the end. */
export function baseUrl(room: HttpRoom, request: FastifyRequest): string {
  return room.publicUrl ?? `${request.protocol}://${request.host}`;
}

/** Makes addresses of media and of their thumbnails, at the address of this request. */
export function addressesFor(room: HttpRoom, request: FastifyRequest): ImageAddresses {
  const { addresses, clock } = room;
  return {
    addressOf: (media) => baseUrl(room, request) + addresses.path(media, clock.now()),
    thumbnailOf: (media) => baseUrl(room, request) + addresses.thumbnailPath(media, clock.now()),
  };
}

/** Aborted when nobody waits for the answer any more: the client left, or the service stops. */
export function endOfWait({ stopping }: HttpRoom, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  if (reply.raw.destroyed) gone.abort();
  return AbortSignal.any([gone.signal, stopping]);
}
