import os from 'node:os';
import path from 'node:path';
import { readPem } from '../content-credentials/identity.ts';
import { readSecretsFile } from '../engines/secrets.ts';
import { DATA_FOLDER } from './data-folder.mjs';
import { readConfigFile } from './file.ts';
import { adminKey, among, cidrs, databaseUrl, emptyOr, filled, publicAddress, whole } from './readers.ts';

/** Which parts of the service this process runs. */
const ROLES = ['all', 'api', 'worker'] as const;

/** Levels of the log, from most to least. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** One setting: where it comes from, what it means, how its text is read. */
export interface Setting<T> {
  readonly variable: string;
  /** The text that stands for "not set". */
  readonly fallback: string;
  /** The fallback in words, if it depends on the machine. */
  readonly fallbackRule?: string;
  /** Throws, or rejects with, an Error whose message says what is allowed. */
  readonly parse: (text: string) => T | Promise<T>;
  readonly description: string;
  /** Command-line option of `atelier serve` that says the same and wins. */
  readonly option?: 'port' | 'host' | 'data' | 'role';
  /** True: the text opens something, or may be mistaken for one that does, and is never repeated. */
  readonly secret?: true;
}

function setting<T>(
  variable: string,
  fallback: string,
  parse: Setting<T>['parse'],
  description: string,
  more: Pick<Setting<T>, 'fallbackRule' | 'option' | 'secret'> = {},
): Setting<T> {
  return { variable, fallback, parse, description, ...more };
}

/** The value of each setting; null if an empty text means "not set". */
export type TextSettings = { readonly [K in keyof typeof RULES]: Awaited<ReturnType<(typeof RULES)[K]['parse']>> };

/** Every setting that is read of one text, in the order in which `atelier config` lists them. */
export const RULES = {
  host: setting('ATELIER_HOST', '127.0.0.1', filled, 'Address to listen on.', { option: 'host' }),
  port: setting('ATELIER_PORT', '8787', whole(0, 65_535), 'Port to listen on; 0 chooses a free one.', {
    option: 'port',
  }),
  data: setting(
    DATA_FOLDER.variable,
    DATA_FOLDER.fallback,
    (text) => path.resolve(filled(text)),
    'Folder for the embedded database, images, videos and keys.',
    { option: 'data' },
  ),
  role: setting(
    'ATELIER_ROLE',
    'all',
    among(ROLES),
    'What this process does: answer clients (api), make images (worker), or both (all).',
    { option: 'role' },
  ),
  file: setting(
    'ATELIER_CONFIG',
    '',
    readConfigFile,
    'File with plans, moderation and engines; empty: atelier.config.json in the working folder, if it exists.',
  ),
  secretsFile: setting(
    'ATELIER_SECRETS',
    '',
    (text): Readonly<Record<string, string>> => (text === '' ? {} : readSecretsFile(text)),
    'JSON file with the keys of hosted engines, {"FAL_KEY": "…"}; an environment variable of the same name wins.',
    { secret: true },
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    emptyOr(databaseUrl),
    'Address of a PostgreSQL 15 or newer; empty starts the embedded one.',
    { secret: true },
  ),
  databasePassword: setting(
    'ATELIER_DATABASE_PASSWORD',
    '',
    emptyOr((text) => text),
    'Password for DATABASE_URL, not percent-encoded. It wins over a password in the address.',
    { secret: true },
  ),
  s3Bucket: setting(
    'ATELIER_S3_BUCKET',
    '',
    emptyOr(filled),
    'S3 bucket for images and videos, with the usual AWS_* variables; empty stores them in the data folder.',
  ),
  adminKey: setting(
    'ATELIER_ADMIN_KEY',
    '',
    emptyOr(adminKey),
    'Admin key of 16 characters or more; empty creates one in the data folder.',
    { secret: true },
  ),
  publicUrl: setting(
    'ATELIER_PUBLIC_URL',
    '',
    emptyOr(publicAddress),
    'Address at which clients reach the service, with its path if it has one; empty uses the address of each request. Webhooks then use the address of their registration.',
  ),
  allowPrivateUrls: setting(
    'ATELIER_ALLOW_PRIVATE_URLS',
    '',
    cidrs,
    'Private address ranges to which the service may connect for images, results and webhooks, as CIDRs separated by commas.',
  ),
  mediaUrlTtlSeconds: setting(
    'ATELIER_MEDIA_URL_TTL',
    '0',
    whole(0, 31_536_000),
    'Seconds after which the address of an image or video expires; 0: never.',
  ),
  c2paCertificate: setting(
    'ATELIER_C2PA_CERTIFICATE',
    '',
    emptyOr(readPem),
    'PEM file with the certificate that signs the origin of results (C2PA), and its chain; empty: results are not signed.',
  ),
  c2paKey: setting(
    'ATELIER_C2PA_KEY',
    '',
    emptyOr(readPem),
    'PEM file with the private key of that certificate, without a passphrase.',
    { secret: true },
  ),
  engineThreads: setting(
    'ATELIER_ENGINE_THREADS',
    String(Math.min(4, os.availableParallelism())),
    whole(1, 64),
    'Threads that the embedded engine uses for an image.',
    { fallbackRule: 'one for each core, 4 at most' },
  ),
  sandboxConcurrency: setting(
    'ATELIER_SANDBOX_CONCURRENCY',
    '16',
    whole(1, 256),
    'Sandbox jobs that run at once in each process.',
  ),
  queueTimeoutSeconds: setting(
    'ATELIER_QUEUE_TIMEOUT',
    '3600',
    whole(1, 604_800),
    'Seconds that a job waits for an engine before it fails with queue_timeout.',
  ),
  uploadRetentionDays: setting(
    'ATELIER_UPLOAD_RETENTION',
    '0',
    whole(0, 36_500),
    'Days after which the service deletes uploads that are not approved, in a collection or in an asset; 0: never.',
  ),
  resultRetentionDays: setting(
    'ATELIER_RESULT_RETENTION',
    '0',
    whole(0, 36_500),
    'Days after which the service deletes results that are not approved, in a collection or in an asset; 0: never.',
  ),
  drainSeconds: setting(
    'ATELIER_DRAIN',
    '20',
    whole(0, 25),
    'Seconds that running jobs have to finish when the service stops; at most 25.',
  ),
  logLevel: setting(
    'ATELIER_LOG_LEVEL',
    'info',
    among(LOG_LEVELS),
    'Lowest level of the log, which goes to standard error: trace, debug, info, warn, error, fatal or silent.',
  ),
};
