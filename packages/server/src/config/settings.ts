import os from 'node:os';
import path from 'node:path';
import { readSecretsFile, type Secrets, secretsOf } from '../engines/secrets.ts';
import { readTraceSettings, type TraceSettings } from '../tracing/settings.ts';
import { DATA_FOLDER } from './data-folder.mjs';
import { type ConfigFile, readConfigFile } from './file.ts';

/** Which parts of the service this process runs. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** Levels of the log, from most to least. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything an operator can set, parsed and checked. */
export interface Settings extends TextSettings {
  /** Keys of hosted engines. */
  readonly secrets: Secrets;
  /** Traces, as the standard `OTEL_*` variables ask for them; null: none. */
  readonly tracing: TraceSettings | null;
}

/** What is read of one text each. */
interface TextSettings {
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
interface SettingRule<K extends keyof TextSettings> {
  readonly key: K;
  readonly variable: string;
  /** Command-line option of `atelier serve` that says the same and wins. */
  readonly option?: 'port' | 'host' | 'data' | 'role';
  /** The text that stands for "not set". */
  readonly fallback: string;
  readonly description: string;
  /** Throws, or rejects with, an Error whose message says what is allowed. */
  readonly parse: (text: string) => TextSettings[K] | Promise<TextSettings[K]>;
}

function rule<K extends keyof TextSettings>(description: SettingRule<K>): SettingRule<K> {
  return description;
}

const RULES = {
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
    parse: (text) => (text === '' ? {} : readSecretsFile(text)),
  }),
  databaseUrl: rule({
    key: 'databaseUrl',
    variable: 'DATABASE_URL',
    fallback: '',
    description: 'PostgreSQL 15 or newer; empty starts the embedded one.',
    parse: emptyOr(urlOf('postgres:', 'postgresql:')),
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
    parse: emptyOr(adminKey),
  }),
  publicUrl: rule({
    key: 'publicUrl',
    variable: 'ATELIER_PUBLIC_URL',
    fallback: '',
    description:
      'Address clients reach the service under; empty uses that of each request, in webhooks that of their registration.',
    parse: emptyOr(urlOf('http:', 'https:')),
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

/** A setting as `atelier config` lists it. */
export interface SettingDescription {
  readonly variable: string;
  readonly option: string | null;
  readonly default: string;
  readonly description: string;
}

/** All settings with their defaults, in the order of the table. */
export function describeSettings(): SettingDescription[] {
  return Object.values(RULES).map(({ variable, option, fallback, description }: SettingRule<keyof TextSettings>) => ({
    variable,
    option: option ? `--${option}` : null,
    default: fallback,
    description,
  }));
}

/** Options of the command line; each wins over its variable. */
export type SettingArguments = Partial<Record<'port' | 'host' | 'data' | 'role', string>>;

/** Thrown when the settings cannot be used; the message has one line for each that is wrong. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads and checks every setting. Rejects with {@link SettingsError} naming all unknown variables and bad values at once. */
export async function loadSettings(
  environment: Readonly<Record<string, string | undefined>>,
  given: SettingArguments = {},
): Promise<Settings> {
  const problems = unknownVariables(environment);
  const read = async <K extends keyof TextSettings>(setting: SettingRule<K>): Promise<TextSettings[K]> => {
    const [source, text] = sourceOf(setting, environment, given);
    try {
      return await setting.parse(text);
    } catch (error) {
      problems.push(`${source} is ${JSON.stringify(text)}: ${error instanceof Error ? error.message : String(error)}`);
      return setting.parse(setting.fallback);
    }
  };
  const texts: TextSettings = {
    host: await read(RULES.host),
    port: await read(RULES.port),
    data: await read(RULES.data),
    role: await read(RULES.role),
    file: await read(RULES.file),
    secretsFile: await read(RULES.secretsFile),
    databaseUrl: await read(RULES.databaseUrl),
    s3Bucket: await read(RULES.s3Bucket),
    adminKey: await read(RULES.adminKey),
    publicUrl: await read(RULES.publicUrl),
    allowPrivateUrls: await read(RULES.allowPrivateUrls),
    mediaUrlTtlSeconds: await read(RULES.mediaUrlTtlSeconds),
    engineThreads: await read(RULES.engineThreads),
    sandboxConcurrency: await read(RULES.sandboxConcurrency),
    queueTimeoutSeconds: await read(RULES.queueTimeoutSeconds),
    uploadRetentionDays: await read(RULES.uploadRetentionDays),
    resultRetentionDays: await read(RULES.resultRetentionDays),
    drainSeconds: await read(RULES.drainSeconds),
    logLevel: await read(RULES.logLevel),
  };
  if (texts.role !== 'all' && texts.databaseUrl === null) {
    problems.push(`the role ${texts.role} needs DATABASE_URL: the embedded database serves one process`);
  }
  const { settings: tracing, problems: traceProblems } = readTraceSettings(environment);
  problems.push(...traceProblems);
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return { ...texts, tracing, secrets: secretsOf(environment, texts.secretsFile) };
}

function sourceOf(
  setting: SettingRule<keyof TextSettings>,
  environment: Readonly<Record<string, string | undefined>>,
  given: SettingArguments,
): [source: string, text: string] {
  const argument = setting.option && given[setting.option];
  if (argument !== undefined) return [`--${setting.option}`, argument];
  return [setting.variable, environment[setting.variable] ?? setting.fallback];
}

/** What the commands that talk to a running service read; it may stand in the environment that a service is started from. */
const CLIENT_VARIABLES = ['ATELIER_URL', 'ATELIER_API_KEY'];

function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set<string>([...CLIENT_VARIABLES, ...Object.values(RULES).map(({ variable }) => variable)]);
  return Object.keys(environment)
    .filter((name) => name.startsWith('ATELIER_') && !known.has(name))
    .map((name) => `${name} is not a setting; \`atelier config\` lists all`);
}

function filled(text: string): string {
  if (text.trim() === '') throw new Error('it must not be empty');
  return text;
}

function whole(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > maximum)
      throw new Error(`allowed is a whole number from ${minimum} to ${maximum}`);
    return value;
  };
}

function among<const V extends readonly string[]>(values: V): (text: string) => V[number] {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Error(`allowed are ${values.join(', ')}`);
    return found;
  };
}

function emptyOr<T>(parse: (text: string) => T): (text: string) => T | null {
  return (text) => (text === '' ? null : parse(text));
}

function urlOf(...protocols: string[]): (text: string) => string {
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || !protocols.includes(url.protocol))
      throw new Error(`allowed is an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return text.replace(/\/+$/, '');
  };
}

function adminKey(text: string): string {
  if (!/^[!-~]{16,}$/.test(text)) throw new Error('allowed are 16 or more printable characters without spaces');
  return text;
}

function cidrs(text: string): readonly string[] {
  const ranges = text
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '');
  for (const range of ranges)
    if (!/^[0-9a-fA-F:.]+\/\d{1,3}$/.test(range)) throw new Error(`${range} is not a CIDR such as 10.0.0.0/8`);
  return ranges;
}
