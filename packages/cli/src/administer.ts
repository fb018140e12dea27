import { type Call, send } from '@atelier/client';
import type { Invocation } from './command.ts';
import { adminConnection } from './connection.ts';

/** Calls the admin interface of a running service. A change is sent once: grants and keys carry no idempotency key. */
export async function administer<T>(
  invocation: Invocation,
  method: Call['method'],
  path: string,
  body?: unknown,
): Promise<T> {
  return send<T>(await adminConnection(invocation), { method, path, body, repeatable: method === 'GET' });
}
