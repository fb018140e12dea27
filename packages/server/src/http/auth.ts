import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Keyring } from '../accounts/keyring.ts';
import type { Workspace } from '../accounts/workspaces.ts';
import { Fault } from '../fault.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key came with the request; null before authentication and where none is needed. */
    workspace: Workspace | null;
  }
}

/** The workspace of the request's key. Throws `unauthorized`. */
export async function authenticateWorkspace(keyring: Keyring, request: FastifyRequest): Promise<Workspace> {
  const workspace = await keyring.find(bearerToken(request));
  if (!workspace) throw new Fault('unauthorized', 'The API key is unknown or revoked. Send a valid key.');
  return workspace;
}

/** Lets the admin key pass, and nothing else. Throws `unauthorized`. */
export function authenticateAdmin(adminKey: string, request: FastifyRequest): void {
  // Hashes have one length, which the constant-time comparison needs.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(bearerToken(request)), digest(adminKey)))
    throw new Fault('unauthorized', 'This endpoint needs the admin key.');
}

function bearerToken(request: FastifyRequest): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw new Fault('unauthorized', 'Send the API key as `Authorization: Bearer <key>`.');
  return token;
}
