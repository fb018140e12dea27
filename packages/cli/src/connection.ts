import fs from 'node:fs/promises';
import path from 'node:path';
import type { RequestOptions } from '@atelier/client';
import { type Invocation, type OptionRule, UsageError } from './command.ts';

const DEFAULT_URL = 'http://127.0.0.1:8787';

/** Options of every command that talks to a running service. */
export const CONNECTION_OPTIONS = {
  url: { type: 'string', value: 'ADDRESS', summary: `Address of the service (ATELIER_URL, or ${DEFAULT_URL}).` },
  data: {
    type: 'string',
    value: 'FOLDER',
    summary: 'Data folder of the service, which holds its keys (ATELIER_DATA, or ./data).',
  },
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

/**
 * Address of the service: `--url`, ATELIER_URL, or the default of `atelier serve`. Throws UsageError for a text that is
 * not a URL.
 */
export function serviceAddress(invocation: Invocation): string {
  const url = invocation.text('url') ?? (process.env.ATELIER_URL || DEFAULT_URL);
  if (!/^https?:/i.test(url) || !URL.canParse(url))
    throw new UsageError(`the address of the service is ${JSON.stringify(url)}; allowed: one such as ${DEFAULT_URL}`);
  return url;
}

async function connection(invocation: Invocation, variable: string, fileName: string): Promise<RequestOptions> {
  return {
    baseUrl: serviceAddress(invocation),
    apiKey: process.env[variable] || (await keyFile(invocation, variable, fileName)),
  };
}

async function keyFile(invocation: Invocation, variable: string, fileName: string): Promise<string> {
  const file = path.resolve(invocation.text('data') ?? process.env.ATELIER_DATA ?? './data', fileName);
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `there is no key: ${variable} is not set, and ${file} cannot be read (${error.code}). Set ${variable}, or name the data folder with --data.`,
    );
  });
  return text.trim();
}
