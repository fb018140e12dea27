export {
  Atelier,
  type JobFilter,
  type JobPage,
  type Picture,
  type SubmitOptions,
  type SubmittedJobs,
  type UploadOptions,
  type WaitOptions,
} from './client.ts';
export { ApiError, ConnectionError, DeadlineError, isUncertain } from './errors.ts';
export { type Call, type RequestOptions, send } from './request.ts';
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookMessage } from './webhook.ts';
