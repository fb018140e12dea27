export { Atelier, type SubmitOptions, type WaitOptions } from './client.ts';
export { ApiError, ConnectionError, DeadlineError } from './errors.ts';
export { type Call, type RequestOptions, send } from './request.ts';
