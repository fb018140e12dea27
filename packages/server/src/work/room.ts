import type { SignOrigin } from '../content-credentials/sign.ts';
import type { LocalEngine } from '../engines/port.ts';
import type { LimitByKey } from '../limit-by-key.ts';
import type { RemoteFetch } from '../media/remote/fetch.ts';
import type { InspectPicture, PictureCheck } from '../moderation/picture-rules.ts';
import type { CommonServices } from '../services.ts';

/** The services that the work on a job needs. */
export interface WorkRoom extends CommonServices {
  /** Folder for unfinished pictures that are too large for memory. A sweep removes leftovers of a crash. */
  readonly temporaryFolder: string;
  /** Recognises the kind of garments, for engines that put on one at a time; undefined if this process cannot. */
  readonly readOutfit: LocalEngine['readOutfit'];
  /** Cuts people and products out of finished pictures; undefined if this process cannot. */
  readonly cutOut: LocalEngine['cutOut'];
  /** Signs the origin of finished files; null where the operator has no certificate. */
  readonly signOrigin: SignOrigin | null;
  /** Slots of hosted engines in this process, shared by all lanes. */
  readonly slots: LimitByKey;
  /** Fetches the result of a hosted engine from its stated address. */
  readonly fetchResult: RemoteFetch;
  readonly inspectPicture: InspectPicture;
  readonly checkPicture: PictureCheck;
  /** A job that waited longer than this fails instead of starting. */
  readonly queueTimeoutMs: number;
}
