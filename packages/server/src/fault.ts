import { type ErrorCode, errorRule } from '@atelier/contract';

/**
 * A refusal the caller can act on. Thrown anywhere below HTTP, it carries the contract's code, and a message that names
 * the given value and the allowed ones. Details for the log alone go into `cause`.
 */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: ErrorCode;
  /** Seconds after which the same request may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  /** `message` absent: the code's own sentence and advice. */
  constructor(code: ErrorCode, message?: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    const { sentence, advice } = errorRule(code);
    super(message ?? `${sentence} ${advice}`, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Things that have IDs, and where a caller finds the IDs of each. */
const PLACES = {
  image: "Upload it with POST /images, or use the ID of a job's result.",
  version: 'GET /images/{id} lists the versions of an image.',
  asset: 'GET /assets lists the assets of the workspace.',
  job: 'GET /v1/jobs lists the jobs of the workspace.',
  webhook: 'GET /v1/webhooks lists the webhooks of the workspace.',
  delivery: 'GET /v1/webhooks/{id}/deliveries lists the deliveries of a webhook.',
  collection: 'GET /v1/collections lists the collections of the workspace.',
  look: 'GET /v1/looks lists the looks of the workspace.',
  shoot: 'GET /v1/shoots lists the shoots of the workspace.',
  item: 'GET /v1/shoots/{id}/items lists the items of a shoot.',
  'export format': 'GET /v1/export-formats lists the export formats of the workspace.',
  'review link': 'GET /v1/collections/{id}/review-links lists the review links of a collection.',
  workspace: 'GET /admin/workspaces lists the workspaces.',
  key: 'GET /v1/keys lists the keys of the workspace; for the operator, GET /admin/workspaces/{id}/keys does.',
} as const;
type Sought = keyof typeof PLACES;

/** The one answer for an ID that is not there and one that is somebody else's. */
export class MissingFault extends Fault {
  readonly sought: Sought;
  readonly id: string;
  /** The message without its advice. */
  readonly fact: string;

  /** `pointer` is the field of a body that named it. */
  constructor(sought: Sought, id: string, pointer?: string) {
    const fact = pointer ? `${pointer}: there is no ${sought} ${id}.` : `There is no ${sought} ${id}.`;
    super('not_found', `${fact} ${PLACES[sought]}`);
    this.fact = fact;
    this.sought = sought;
    this.id = id;
  }
}
