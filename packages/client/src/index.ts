export { type AssetFilter, type AssetImagesOptions, Assets, type AssetUploadType } from './assets.ts';
export {
  Atelier,
  type JobFilter,
  type JobPage,
  type LedgerOptions,
  type RunOptions,
  type SubmitOptions,
  type SubmittedJobs,
  type UsageOptions,
  type WaitOptions,
} from './client.ts';
export { Collections } from './collections.ts';
export { ApiError, ConnectionError, DeadlineError, isUncertain, JobFailedError } from './errors.ts';
export type { WorkspaceEventOptions } from './events.ts';
export { type ExportOptions, Exports } from './exports.ts';
export { type KeyPage, Keys, type KeysOptions, type RevokeOptions } from './keys.ts';
export { Library, type PageOptions } from './library.ts';
export { type LookFilter, Looks } from './looks.ts';
export type { AtelierOptions } from './options.ts';
export { type ProductFileOptions, Products } from './products.ts';
export { type Call, type RequestOptions, send } from './request.ts';
export { type FollowOptions, type ShootFilter, type ShootItemFilter, type ShootOptions, Shoots } from './shoots.ts';
export { signWebhook, type UnsignedMessage } from './sign-webhook.ts';
export type { Picture, UploadOptions } from './upload.ts';
export { type VerifyOptions, verifyWebhook, type WebhookMessage } from './verify-webhook.ts';
export { WebhookError } from './webhook-secret.ts';
export { type DeliveriesOptions, Webhooks } from './webhooks.ts';
