import { ApiError, ConnectionError } from '@atelier/client';
import { type ErrorCode, type Job, type Operation, operationOf, titleOfFailure } from '@atelier/contract';
import { labelsOf } from './labels.ts';

/** An error in words: its title and advice. */
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
  /** Advice. If the caller can act, the service's own message is exact and is shown before this. */
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
  insufficient_credits: told('Not enough credits', 'Ask the operator of the service for more.'),
  model_access_required: told('Your workspace has no access to this model', 'Choose another, or ask for access.'),
  plan_limit_exceeded: told('Limit of your plan reached'),
  scope_required: told('Your key does not allow this'),
  key_limit_exceeded: told('Limit of your key reached'),
  forbidden: told('This cannot be changed'),
  not_found: { ...told('Not found', 'It may have been deleted. Go back and choose again.'), showsMessage: false },
  method_not_allowed: told('The request was not understood', 'Load the page again.'),
  idempotency_conflict: told(
    'This request was sent before with different content',
    'Change something and send it again.',
  ),
  idempotency_in_progress: ours('The first request is still running', 'Wait a moment.'),
  idempotency_uncertain: {
    ...ours('It is not known how the first request ended', 'Look at your jobs before you send it again.'),
    mayRetry: false,
  },
  payload_too_large: told('Too large'),
  unsupported_media_type: told('Not an image that can be used', 'Use a JPEG, PNG or WebP file.'),
  invalid_source: told('This image cannot be used here'),
  unsupported_option: told('The model does not have this option'),
  rate_limited: ours('Too many requests at once', 'Wait a minute, then try again.'),
  internal_error: ours(
    'Something went wrong in the service',
    'Try again. If it happens again, tell the operator of the service.',
  ),
  source_unavailable: { ...told('The address did not send its image'), mayRetry: true },
  unavailable: ours('The service is busy or restarting', 'Try again in a moment.'),
};

/** Puts anything that can be thrown by a call into words; of a request for work, in those of its form. */
export function describeError(error: unknown, operation: Operation | null = null): Explanation {
  if (error instanceof ApiError) return describeApiError(error, operation);
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

function describeApiError(error: ApiError, operation: Operation | null): Explanation {
  if (error.code === 'unsupported_option') return describeUnsupported(error, operation);
  const words = isKnown(error.code)
    ? API_WORDS[error.code]
    : ours('The service refused the request', 'Try again in a moment.');
  const message = words.showsMessage ? messageOf(error, operation) : '';
  const text = [message, words.advice].filter(Boolean).join(' ');
  return {
    title: words.title,
    text: text || messageOf(error, operation),
    mayRetry: words.mayRetry,
    requestId: error.requestId,
  };
}

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(API_WORDS, code);
}

/** A request that no engine can make, titled by its cause: the words, or a choice. Nothing was charged. */
function describeUnsupported(error: ApiError, operation: Operation | null): Explanation {
  const message = error.message.replace(`${error.status} ${error.code}: `, '');
  const isPrompt = /^(?:\/input)?\/prompt: /.test(message);
  const isChoice = message.startsWith('/') && !isPrompt;
  const title = isPrompt
    ? 'The prompt was not understood'
    : isChoice
      ? API_WORDS.unsupported_option.title
      : 'The engine cannot make this';
  return {
    title,
    text: inLabels(message.replace(/^(?:\/input)?\/prompt: /, ''), operation),
    mayRetry: false,
    requestId: error.requestId,
  };
}

/** The service's own sentence, without the status and code that the client puts in front, in the words of the page. */
function messageOf({ status, code, message }: ApiError, operation: Operation | null): string {
  return inLabels(message.replace(`${status} ${code}: `, ''), operation);
}

/** A text of the service with the fields of the interface as the form of the operation calls them. */
export function inLabels(text: string, operation: Operation | null): string {
  const labels = labelsOf(operation);
  const names = Object.keys(labels).filter((field) => field.includes('_'));
  return text
    .replaceAll(/(?:\/input)?\/([a-z_]+)(?:\/\d+)?(?![\w/])/g, (whole, field: string) => labels[field] ?? whole)
    .replaceAll(new RegExp(`(?<![\\w/])(?:${names.join('|')})(?!\\w)`, 'g'), (field) => labels[field] ?? field);
}

/** Describes the failure of a job, with a title that names the failed part. Every failed job has been refunded. */
export function describeFailure({ task, error }: Pick<Job, 'task' | 'error'>): Pick<Explanation, 'title' | 'text'> {
  return {
    title: titleOfFailure({ task, error }),
    text: `${inLabels(error?.message ?? '', operationOf(task))} Nothing was charged.`,
  };
}
