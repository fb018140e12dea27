import { randomBytes } from 'node:crypto';
import { signWebhook, WebhookError } from '@atelier/client';
import { type JobEvent, webAddressProblem } from '@atelier/contract';
import { type Invocation, UsageError } from '../command.ts';

/** Longest wait for the answer of an address, in milliseconds. */
const ANSWER_MS = 30_000;

/** Random bytes of a secret, as many as the service's have. */
const SECRET_BYTES = 32;

/** Where messages go, and what signs them. */
export interface Destination {
  readonly address: string;
  readonly secret: string;
}

/** The outcome of one message: the status of the answer, or why there was none. */
export type Delivered = { readonly status: number } | { readonly error: string };

/** The address that `--forward-to` gives, and the secret. Throws UsageError. */
export async function destinationOf(invocation: Invocation, address: string): Promise<Destination> {
  const problem = webAddressProblem(address);
  if (problem !== null) throw new UsageError(`--forward-to ${problem}. Use one such as http://localhost:3000/hooks.`);
  const secret = invocation.text('secret') ?? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  await signWebhook(secret, { id: 'test', body: '' }).catch((error: unknown) => {
    throw error instanceof WebhookError
      ? new UsageError('--secret is not `whsec_` and base64; allowed: a secret as the service shows it')
      : error;
  });
  return { address, secret };
}

/** Posts an event as a webhook message. Its ID is that of the job, which ends once. */
export async function deliver({ address, secret }: Destination, event: JobEvent): Promise<Delivered> {
  const body = JSON.stringify(event);
  const headers = await signWebhook(secret, { id: event.data.id, body });
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Atelier (command line)',
        ...headers,
      },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

/** Why a request has no answer; fetch hides the reason in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause ? String(cause.code) : cause.message;
}

/** A message and its outcome as one line, as JSON with `--json`. */
export function lineOf(invocation: Invocation, { type, data }: JobEvent, delivered: Delivered): string {
  if (invocation.flag('json')) return JSON.stringify({ event: type, job_id: data.id, ...delivered });
  return `${type}  ${data.id}  ${'status' in delivered ? delivered.status : `no answer: ${delivered.error}`}`;
}
