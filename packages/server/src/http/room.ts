import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/keys.ts';
import type { FindPerson } from '../assets/person.ts';
import type { ChangeNotices } from '../database/changes.ts';
import type { Queue } from '../database/queue.ts';
import type { EngineCatalogue } from '../engines/catalogue.ts';
import type { ReadJob } from '../jobs/rows.ts';
import type { MediaAddresses } from '../media/addresses.ts';
import type { PictureIntake } from '../media/intake.ts';
import type { RemoteFetch } from '../media/remote/fetch.ts';
import type { AddressOf } from '../media/rows.ts';
import type { MediaStore } from '../media/store/port.ts';
import type { ReadThumbnail } from '../media/thumbnails.ts';
import type { Metrics } from '../metrics.ts';
import type { PromptRules } from '../moderation/prompt-rules.ts';
import type { Studio } from '../studio/studio.ts';
import type { WriteWork } from '../submission/write-work.ts';
import type { Spans } from '../tracing/spans.ts';
import type { WebhookPost } from '../webhooks/post.ts';
import type { WorkOrigin } from '../work-order.ts';
import type { RouteRoom } from './route.ts';

/** The services that routes of pictures need. */
export interface PictureRoom extends RouteRoom {
  readonly store: MediaStore;
  readonly intake: PictureIntake;
  readonly findPerson: FindPerson;
  readonly addresses: MediaAddresses;
  /** Address clients reach the service under; null: that of each request. */
  readonly publicUrl: string | null;
}

/** The services that routes of work need. */
export interface WorkRoom extends PictureRoom {
  readonly queue: Queue;
  readonly writeWork: WriteWork;
  readonly engines: EngineCatalogue;
  readonly prompts: PromptRules;
}

/** The services that routes of jobs and their records need. */
export interface JobRoom extends PictureRoom {
  readonly readJob: ReadJob;
  readonly changes: ChangeNotices;
  readonly metrics: Metrics;
  /** Aborted from the moment the service begins to stop. */
  readonly stopping: AbortSignal;
}

/** The services that routes of products need. */
export interface ProductRoom extends PictureRoom, Pick<JobRoom, 'stopping'> {
  /** Fetches pictures from addresses of users. */
  readonly fetchRemote: RemoteFetch;
}

/** The services that routes of shoots need. */
export interface ShootRoom extends WorkRoom {
  readonly metrics: Metrics;
}

/** The services that routes of webhooks need. */
export interface WebhookRoom extends RouteRoom {
  readonly webhooks: WebhookPost;
  readonly publicUrl: string | null;
}

/** The services that routes of keys need. */
export interface KeyRoom extends RouteRoom {
  readonly changes: ChangeNotices;
}

/** The services that the admin interface needs. */
export interface AdminRoom extends KeyRoom {
  readonly store: MediaStore;
  readonly engines: EngineCatalogue;
}

/** The services that routes of files need. */
export interface FileRoom extends PictureRoom {
  readonly readThumbnail: ReadThumbnail;
}

/** The services that routes without a key need. */
export interface SystemRoom extends FileRoom {
  readonly engines: EngineCatalogue;
  readonly metrics: Metrics;
  readonly studio: Studio;
  /** Reasons why the service cannot take work; empty when it can. */
  readonly notReady: () => Promise<readonly string[]>;
}

/** The services that the common parts of all answers need. */
export interface AnswerRoom extends Pick<JobRoom, 'db' | 'metrics' | 'stopping' | 'publicUrl'> {
  readonly spans: Spans;
}

/** The rooms of the HTTP application. Each route gets the one that it needs. */
export interface HttpRooms {
  readonly answers: AnswerRoom;
  readonly pictures: FileRoom;
  readonly work: WorkRoom;
  readonly jobs: JobRoom;
  readonly products: ProductRoom;
  readonly shoots: ShootRoom;
  readonly webhooks: WebhookRoom;
  readonly keys: KeyRoom;
  readonly admin: AdminRoom;
  readonly system: SystemRoom;
}

/** A request for work whose key has passed. */
export interface SubmissionCall {
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

/** The request a job comes by, as it is kept with the job. */
export function originOf(request: FastifyRequest): WorkOrigin {
  const traceparent = request.span?.traceparent;
  return { request: request.id, ...(traceparent ? { traceparent } : {}) };
}

/** The address the request reached us under, without a slash at the end. */
export function baseUrl(room: Pick<PictureRoom, 'publicUrl'>, request: FastifyRequest): string {
  return room.publicUrl ?? `${request.protocol}://${request.host}`;
}

type AddressRoom = Pick<PictureRoom, 'publicUrl' | 'addresses' | 'clock'>;
const addressMaker = (of: 'path' | 'thumbnailPath') => (room: AddressRoom, request: FastifyRequest) => {
  const base = baseUrl(room, request);
  const addressOf: AddressOf = (media) => base + room.addresses[of](media, room.clock.now());
  return addressOf;
};
/** Makes media addresses as this request reaches the service. */
export const addressesFor = addressMaker('path');
/** The same for thumbnails. */
export const thumbnailsFor = addressMaker('thumbnailPath');

/** Aborted when nobody waits for the rest of the answer any more: the client has gone away, or the service stops. */
export function endOfWait({ stopping }: Pick<JobRoom, 'stopping'>, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  if (reply.raw.destroyed) gone.abort();
  return AbortSignal.any([gone.signal, stopping]);
}
