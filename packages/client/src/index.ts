export { type AssetFilter, type AssetImagesOptions, Assets, type AssetUploadType } from './assets.ts';
export {
  Atelier,
  type JobFilter,
  type JobPage,
  type LedgerOptions,
  type RunOptions,
  type SubmitOptions,
  type SubmittedJobs,
  type WaitOptions,
} from './client.ts';
export { ApiError, ConnectionError, DeadlineError, isUncertain, JobFailedError } from './errors.ts';
export type { AtelierOptions } from './options.ts';
export { type ProductFileOptions, Products } from './products.ts';
export { type Call, type RequestOptions, send } from './request.ts';
export type { Picture, UploadOptions } from './upload.ts';
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookMessage } from './verify-webhook.ts';
export { type DeliveriesOptions, Webhooks } from './webhooks.ts';
