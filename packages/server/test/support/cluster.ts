import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type DebianPostgres, hasDebianPostgres, startDebianPostgres } from './debian-postgres.ts';
import { type ReverseProxy, startProxy } from './proxy.ts';
import { hasSwift, type ObjectStore, startSwift } from './swift.ts';

const MAIN = fileURLToPath(new URL('../../../cli/bin/atelier.mjs', import.meta.url));

/** True if all parts of a cluster are installed. */
export const canCluster = hasDebianPostgres && hasSwift;

/** A process of a cluster. */
export interface Member {
  readonly role: 'api' | 'worker';
  readonly child: ChildProcess;
  /** Where it listens. */
  readonly url: string;
}

/**
 * The service on several processes that share only Debian's PostgreSQL and an S3 store, behind a proxy that alternates
 * between the APIs.
 */
export interface Cluster {
  /** Of the proxy. */
  readonly url: string;
  readonly adminKey: string;
  readonly members: readonly Member[];
  readonly postgres: DebianPostgres;
  readonly store: ObjectStore;
  stop(): Promise<void>;
}

/** Starts a cluster. Each process has its own data folder, as on separate machines. */
export async function startCluster(apis: number, workers: number): Promise<Cluster> {
  const [postgres, store] = await Promise.all([startDebianPostgres(), startSwift()]);
  const adminKey = 'cluster-test-admin-key-0123456789';
  const members: Member[] = [];
  const environment = {
    PATH: process.env.PATH,
    ...store.environment,
    DATABASE_URL: postgres.url,
    ATELIER_S3_BUCKET: store.bucket,
    ATELIER_ADMIN_KEY: adminKey,
    ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.1/32',
    ATELIER_LOG_LEVEL: 'fatal',
  };
  const add = async (role: Member['role']) => {
    const member = await startMember(role, environment);
    members.push(member);
    return member;
  };
  const proxy = await startProxy(() => members.filter(({ role }) => role === 'api').map(({ url }) => url));
  // Started together, as after a deployment: the migrations run once.
  await Promise.all([
    ...Array.from({ length: apis }, () => add('api')),
    ...Array.from({ length: workers }, () => add('worker')),
  ]);
  return {
    url: proxy.url,
    adminKey,
    members,
    postgres,
    store,
    stop: () => stopAll(members, proxy, postgres, store),
  };
}

async function startMember(role: Member['role'], env: NodeJS.ProcessEnv): Promise<Member> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), `atelier-${role}-`));
  const child = spawn(process.execPath, [MAIN, 'serve', '--role', role, '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  child.once('exit', () => void fs.rm(data, { recursive: true, force: true }));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process with the role ${role} ended with ${code}`);
  });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  ended.catch(() => {});
  return { role, child, url: JSON.parse(line).url };
}

async function stopAll(
  members: readonly Member[],
  proxy: ReverseProxy,
  postgres: DebianPostgres,
  store: ObjectStore,
): Promise<void> {
  proxy.close();
  await Promise.all(
    members.map(async ({ child }) => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }),
  );
  await postgres.stop();
  await store.stop();
}
