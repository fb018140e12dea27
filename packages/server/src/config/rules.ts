import os from 'node:os';
import path from 'node:path';
import { readSecretsFile } from '../engines/secrets.ts';
import { DATA_FOLDER } from './data-folder.mjs';
import { type ConfigFile, readConfigFile } from './file.ts';
import { adminKey, among, cidrs, databaseUrl, emptyOr, filled, publicAddress, whole } from './readers.ts';

/** Which parts of the service this process runs. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** Levels of the log, from most to least. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What is read of one text each. */
export interface TextSettings {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Absolute path of the folder that holds the database, media and keys. */
  readonly data: string;
  readonly role: Role;
  readonly file: ConfigFile;
  /** What the file of keys holds. */
  readonly secretsFile: Readonly<Record<string, string>>;
  /** PostgreSQL to use; null starts the embedded one. */
  readonly databaseUrl: string | null;
  /** Of the user of `databaseUrl`, as it is; null: the address has it, or none is needed. */
  readonly databasePassword: string | null;
  /** Bucket for pictures and videos; null keeps them in the data folder. */
  readonly s3Bucket: string | null;
  /** Null: made at the first start and kept in `<data>/admin-key`. */
  readonly adminKey: string | null;
  /** Address under which clients reach the service; null: that of each request. */
  readonly publicUrl: string | null;
  /** Private ranges (CIDR) from which pictures may be fetched. */
  readonly allowPrivateUrls: readonly string[];
  /** Seconds after which a media address expires; 0: never. */
  readonly mediaUrlTtlSeconds: number;
  /** Threads one inference of the embedded engine may use. */
  readonly engineThreads: number;
  /** Jobs of sandbox workspaces that run at once in this process. */
  readonly sandboxConcurrency: number;
  /** A job not started within this many seconds fails as `queue_timeout`. */
  readonly queueTimeoutSeconds: number;
  /** Days an upload is kept unless it belongs to an asset; 0: for ever. */
  readonly uploadRetentionDays: number;
  /** Days a result is kept unless it belongs to an asset; 0: for ever. */
  readonly resultRetentionDays: number;
  /** Longest wait for running jobs when the service stops; they are handed back after it. */
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
}

/** One setting: where it comes from, what it means, how its text is read. */
export interface SettingRule<K extends keyof TextSettings> {
  readonly key: K;
  readonly variable: string;
  /** Command-line option of `atelier serve` that says the same and wins. */
  readonly option?: 'port' | 'host' | 'data' | 'role';
  /** The text that stands for "not set". */
  readonly fallback: string;
  readonly description: string;
  /** True: the text opens something, or may be mistaken for one that does, and is never repeated. */
  readonly secret?: true;
  /** Throws, or rejects with, an Error whose message says what is allowed. */
  readonly parse: (text: string) => TextSettings[K] | Promise<TextSettings[K]>;
}

function rule<K extends keyof TextSettings>(description: SettingRule<K>): SettingRule<K> {
  return description;
}

/** Every setting that is read of one text, in the order in which `atelier config` lists them. */
export const RULES = {
  host: rule({
    key: 'host',
    variable: 'ATELIER_HOST',
    option: 'host',
    fallback: '127.0.0.1',
    description: 'Address to listen on.',
    parse: filled,
  }),
  port: rule({
    key: 'port',
    variable: 'ATELIER_PORT',
    option: 'port',
    fallback: '8787',
    description: 'Port to listen on; 0 picks a free one.',
    parse: whole(0, 65_535),
  }),
  data: rule({
    key: 'data',
    ...DATA_FOLDER,
    option: 'data',
    description: 'Folder for the embedded database, media and keys.',
    parse: (text) => path.resolve(filled(text)),
  }),
  role: rule({
    key: 'role',
    variable: 'ATELIER_ROLE',
    option: 'role',
    fallback: 'all',
    description: 'What this process does.',
    parse: among(ROLES),
  }),
  file: rule({
    key: 'file',
    variable: 'ATELIER_CONFIG',
    fallback: '',
    description:
      'File with plans, moderation and engines; empty reads atelier.config.json of the working folder, where there is one.',
    parse: readConfigFile,
  }),
  secretsFile: rule({
    key: 'secretsFile',
    variable: 'ATELIER_SECRETS',
    fallback: '',
    description: 'JSON file with keys of hosted engines, {"NAME": "value"}; a variable of that name wins.',
    secret: true,
    parse: (text) => (text === '' ? {} : readSecretsFile(text)),
  }),
  databaseUrl: rule({
    key: 'databaseUrl',
    variable: 'DATABASE_URL',
    fallback: '',
    description: 'PostgreSQL 15 or newer; empty starts the embedded one.',
    secret: true,
    parse: emptyOr(databaseUrl),
  }),
  databasePassword: rule({
    key: 'databasePassword',
    variable: 'ATELIER_DATABASE_PASSWORD',
    fallback: '',
    description: 'Password for DATABASE_URL, as it is: nothing in it is encoded. It wins over one in the address.',
    secret: true,
    parse: emptyOr((text) => text),
  }),
  s3Bucket: rule({
    key: 's3Bucket',
    variable: 'ATELIER_S3_BUCKET',
    fallback: '',
    description: 'S3 bucket for media, reached as the usual AWS_* variables say; empty keeps them in the data folder.',
    parse: emptyOr(filled),
  }),
  adminKey: rule({
    key: 'adminKey',
    variable: 'ATELIER_ADMIN_KEY',
    fallback: '',
    description: 'Admin key, 16 characters or more; empty makes one in the data folder.',
    secret: true,
    parse: emptyOr(adminKey),
  }),
  publicUrl: rule({
    key: 'publicUrl',
    variable: 'ATELIER_PUBLIC_URL',
    fallback: '',
    description:
      'Address clients reach the service under, also with a path; empty uses that of each request, in webhooks that of their registration.',
    parse: emptyOr(publicAddress),
  }),
  allowPrivateUrls: rule({
    key: 'allowPrivateUrls',
    variable: 'ATELIER_ALLOW_PRIVATE_URLS',
    fallback: '',
    description: 'Private ranges pictures may be fetched from, as CIDRs separated by commas.',
    parse: cidrs,
  }),
  mediaUrlTtlSeconds: rule({
    key: 'mediaUrlTtlSeconds',
    variable: 'ATELIER_MEDIA_URL_TTL',
    fallback: '0',
    description: 'Seconds a media address lives; 0: for ever.',
    parse: whole(0, 31_536_000),
  }),
  engineThreads: rule({
    key: 'engineThreads',
    variable: 'ATELIER_ENGINE_THREADS',
    fallback: String(Math.min(4, os.availableParallelism())),
    description: 'Threads one inference of the embedded engine may use.',
    parse: whole(1, 64),
  }),
  sandboxConcurrency: rule({
    key: 'sandboxConcurrency',
    variable: 'ATELIER_SANDBOX_CONCURRENCY',
    fallback: '16',
    description: 'Sandbox jobs that run at once.',
    parse: whole(1, 256),
  }),
  queueTimeoutSeconds: rule({
    key: 'queueTimeoutSeconds',
    variable: 'ATELIER_QUEUE_TIMEOUT',
    fallback: '3600',
    description: 'Seconds a job may wait before it fails as queue_timeout.',
    parse: whole(1, 604_800),
  }),
  uploadRetentionDays: rule({
    key: 'uploadRetentionDays',
    variable: 'ATELIER_UPLOAD_RETENTION',
    fallback: '0',
    description: 'Days after which uploads are deleted, those of assets excepted; 0: never.',
    parse: whole(0, 36_500),
  }),
  resultRetentionDays: rule({
    key: 'resultRetentionDays',
    variable: 'ATELIER_RESULT_RETENTION',
    fallback: '0',
    description: 'Days after which results are deleted, those of assets excepted; 0: never.',
    parse: whole(0, 36_500),
  }),
  drainSeconds: rule({
    key: 'drainSeconds',
    variable: 'ATELIER_DRAIN',
    fallback: '20',
    description: 'Seconds running jobs get to finish when the service stops.',
    parse: whole(0, 25),
  }),
  logLevel: rule({
    key: 'logLevel',
    variable: 'ATELIER_LOG_LEVEL',
    fallback: 'info',
    description: 'How much is logged (to standard error).',
    parse: among(LOG_LEVELS),
  }),
} as const satisfies { [K in keyof TextSettings]: SettingRule<K> };
