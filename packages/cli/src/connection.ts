import fs from 'node:fs/promises';
import path from 'node:path';
import type { RequestOptions } from '@atelier/client';
import { type Invocation, type OptionRule, UsageError } from './command.ts';

/** Options of every command that talks to a running service. */
export const CONNECTION_OPTIONS = {
  url: { type: 'string', value: 'ADDRESS', summary: 'Address of the service (http://127.0.0.1:8787).' },
  data: { type: 'string', value: 'FOLDER', summary: 'Data folder of the service, for its key (./data).' },
  json: { type: 'boolean', summary: 'Print JSON.' },
} as const satisfies Record<string, OptionRule>;

/** How to reach the service with a workspace key: ATELIER_API_KEY, or `<data>/api-key`. */
export function workspaceConnection(invocation: Invocation): Promise<RequestOptions> {
  return connection(invocation, 'ATELIER_API_KEY', 'api-key');
}

/** How to reach the service with the admin key: ATELIER_ADMIN_KEY, or `<data>/admin-key`. */
export function adminConnection(invocation: Invocation): Promise<RequestOptions> {
  return connection(invocation, 'ATELIER_ADMIN_KEY', 'admin-key');
}

async function connection(invocation: Invocation, variable: string, fileName: string): Promise<RequestOptions> {
  const baseUrl = invocation.text('url') ?? 'http://127.0.0.1:8787';
  const fromEnvironment = process.env[variable];
  if (fromEnvironment) return { baseUrl, apiKey: fromEnvironment };
  const file = path.resolve(invocation.text('data') ?? './data', fileName);
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `no key: ${variable} is not set, and ${file} cannot be read (${error.code}). Set ${variable}, or name the data folder with --data.`,
    );
  });
  return { baseUrl, apiKey: text.trim() };
}
