import { ApiError, ConnectionError } from '@atelier/client';
import type { ErrorCode, FailureCode, JobError } from '@atelier/contract';

/** An error in words: what happened, and what to do about it. */
export interface Explanation {
  /** A few words. */
  readonly title: string;
  /** One or two sentences. */
  readonly text: string;
  /** True when the same may succeed a moment later. */
  readonly mayRetry: boolean;
  /** To name when asking for help; null where no request was answered. */
  readonly requestId: string | null;
}

type Words = Pick<Explanation, 'title' | 'mayRetry'> & {
  /** Says what to do. The service's own message is exact where the caller can mend it, and is then shown before this. */
  readonly advice: string;
  readonly showsMessage: boolean;
};

const told = (title: string, advice = ''): Words => ({ title, advice, showsMessage: true, mayRetry: false });
const ours = (title: string, advice: string): Words => ({ title, advice, showsMessage: false, mayRetry: true });

/** Every code of the interface. A code that is not here is one of a newer service. */
const API_WORDS: Readonly<Record<ErrorCode, Words>> = {
  invalid_json: told('The request was not understood', 'Load the page again: it may be older than the service.'),
  invalid_request: told('Something in the form is not allowed'),
  invalid_idempotency_key: told('The request was not understood', 'Load the page again.'),
  unauthorized: { ...told('The key was not accepted', 'Check it, or ask for another.'), showsMessage: false },
  insufficient_credits: told('Not enough credits', 'Ask whoever runs this service for more.'),
  model_access_required: told('This model is not open to your workspace', 'Choose another, or ask for access.'),
  plan_limit_exceeded: told('Over a limit of your plan'),
  forbidden: told('This cannot be changed'),
  not_found: { ...told('Not found', 'It may have been deleted. Go back and choose again.'), showsMessage: false },
  method_not_allowed: told('The request was not understood', 'Load the page again.'),
  idempotency_conflict: told('This request was sent before with other contents', 'Change something and send it again.'),
  idempotency_in_progress: ours('The first request is still under way', 'Wait a moment.'),
  idempotency_uncertain: {
    ...ours('It is not known how the first request ended', 'Look at your jobs before you send it again.'),
    mayRetry: false,
  },
  payload_too_large: told('Too large'),
  unsupported_media_type: told('Not a picture that can be used', 'Use a JPEG, PNG or WebP file.'),
  invalid_source: told('This picture cannot be used here'),
  unsupported_option: told('This choice does not go with the model'),
  rate_limited: ours('Too many requests at once', 'Wait a minute, then try again.'),
  internal_error: ours('Something went wrong in the service', 'Try again; if it stays, tell whoever runs it.'),
  unavailable: ours('The service is busy or restarting', 'Try again in a moment.'),
};

/** Puts anything that can be thrown by a call into words. */
export function describeError(error: unknown): Explanation {
  if (error instanceof ApiError) return describeApiError(error);
  if (error instanceof ConnectionError)
    return {
      title: navigator.onLine ? 'The service cannot be reached' : 'You are offline',
      text: navigator.onLine
        ? 'It may be restarting, or the network is down. Nothing you entered is lost.'
        : 'Nothing you entered is lost. Try again when you are back.',
      mayRetry: true,
      requestId: null,
    };
  const text = error instanceof Error ? error.message : 'Load the page again.';
  return { title: 'Something went wrong on this page', text, mayRetry: true, requestId: null };
}

function describeApiError(error: ApiError): Explanation {
  const words = isKnown(error.code) ? API_WORDS[error.code] : ours('The service refused', 'Try again in a moment.');
  const message = words.showsMessage ? messageOf(error) : '';
  const text = [message, words.advice].filter(Boolean).join(' ');
  return { title: words.title, text: text || messageOf(error), mayRetry: words.mayRetry, requestId: error.requestId };
}

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(API_WORDS, code);
}

/** The service's own sentence, without the status and code that the client puts in front. */
function messageOf({ status, code, message }: ApiError): string {
  return message.replace(`${status} ${code}: `, '');
}

const FAILURE_TITLES: Readonly<Record<FailureCode, string>> = {
  input_rejected: 'A picture could not be used',
  provider_unavailable: 'The engine could not be reached',
  queue_timeout: 'It waited too long',
  policy_blocked: 'Not allowed by the content rules',
  generation_failed: 'The engine made no picture',
  canceled: 'Cancelled',
};

/** Puts the failure of a job into words. Every failed job has been refunded. */
export function describeFailure({ code, message }: JobError): Pick<Explanation, 'title' | 'text'> {
  const titles: Readonly<Record<string, string>> = FAILURE_TITLES;
  return { title: titles[code] ?? 'It did not work', text: `${message} It costs nothing.` };
}
