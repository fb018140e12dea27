import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { hasEnded, signalGroup } from './processes.ts';

/** Programs of Debian's packages swift-proxy, swift-account, swift-container, swift-object and memcached. */
const PROGRAMS = ['swift-proxy-server', 'swift-ring-builder', 'memcached'];

/** True where OpenStack Swift is installed: a real object store that speaks S3. */
export const hasSwift = PROGRAMS.every((program) => {
  try {
    execFileSync('which', [program]);
    return true;
  } catch {
    return false;
  }
});

/** A running object store with one empty bucket. */
export interface ObjectStore {
  /** The variables of the S3 client: endpoint, region and keys. */
  readonly environment: Readonly<Record<string, string>>;
  readonly bucket: string;
  /** Freezes every part of it for a while: who asks gets no answer. */
  freeze(ms: number): Promise<void>;
  /** Ends every part of it with SIGKILL, and starts it again after `awayMs`. */
  crash(awayMs: number): Promise<void>;
  stop(): Promise<void>;
}

const USER = { accessKey: 'test:tester', secretKey: 'testing' };

const LOGIN = { 'x-auth-user': USER.accessKey, 'x-auth-key': USER.secretKey };

/**
 * Starts Swift with one copy of everything on one disk (a folder of its own where none is given). It is small, but its
 * own code from end to end.
 */
export async function startSwift(disk?: string): Promise<ObjectStore> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-swift-'));
  const ports = await freePorts();
  await configure(folder, disk ?? path.join(folder, 'disks'), ports);
  // Each in a group of its own, so that the forks of a server are frozen and ended with it.
  const begin = (program: string, parameters: string[]) =>
    spawn(program, parameters, { stdio: 'ignore', detached: true });
  const start = () => [
    begin('memcached', ['-u', 'root', '-l', '127.0.0.1', '-p', String(ports.memcached), '-m', '16']),
    ...(['object', 'container', 'account', 'proxy'] as const).map((server) =>
      begin(`swift-${server}-server`, [path.join(folder, `${server}-server.conf`)]),
    ),
  ];
  let children = start();
  const signal = (name: NodeJS.Signals) => children.forEach((child) => void signalGroup(child, name));
  const endpoint = `http://127.0.0.1:${ports.proxy}`;
  const bucket = 'atelier-media';
  await makeBucket(endpoint, bucket);
  return {
    bucket,
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: USER.accessKey,
      AWS_SECRET_ACCESS_KEY: USER.secretKey,
    },
    async freeze(ms) {
      signal('SIGSTOP');
      await sleep(ms);
      signal('SIGCONT');
    },
    async crash(awayMs) {
      signal('SIGKILL');
      await sleep(awayMs);
      children = start();
      await until(() => fetch(`${endpoint}/auth/v1.0`, { headers: LOGIN }));
    },
    async stop() {
      const ends = children.map((child) => (hasEnded(child) ? null : once(child, 'exit')));
      signal('SIGTERM');
      await Promise.all(ends);
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

type Ports = Readonly<Record<'proxy' | 'object' | 'container' | 'account' | 'memcached', number>>;

async function configure(folder: string, disks: string, ports: Ports): Promise<void> {
  await fs.mkdir(path.join(disks, 'd1'), { recursive: true });
  const write = (name: string, text: string) => fs.writeFile(path.join(folder, name), text);
  await write(
    'swift.conf',
    '[swift-hash]\nswift_hash_path_prefix = atelier\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  const common = (port: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 1\nuser = ${os.userInfo().username}\nswift_dir = ${folder}\n`;
  for (const server of ['object', 'container', 'account'] as const) {
    const ring = (...args: string[]) =>
      execFileSync('swift-ring-builder', [path.join(folder, `${server}.builder`), ...args]);
    ring('create', '4', '1', '1');
    ring('add', `r1z1-127.0.0.1:${ports[server]}/d1`, '1');
    ring('rebalance');
    const places = `devices = ${disks}\nmount_check = false\n`;
    const pipeline = `[pipeline:main]\npipeline = ${server}-server\n[app:${server}-server]\nuse = egg:swift#${server}\n`;
    const daemons = `[${server}-replicator]\n[${server}-updater]\n[${server}-auditor]\n`;
    await write(`${server}-server.conf`, common(ports[server]) + places + pipeline + daemons);
  }
  // The only server of its kind is asked again at once, however often it failed.
  await write(
    'proxy-server.conf',
    `${common(ports.proxy)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_interval = 1
error_suppression_limit = 1000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.memcached}
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${USER.secretKey} .admin
`,
  );
}

/** Makes the bucket in Swift's own words, which need no signature, and waits until every part of Swift plays along. */
async function makeBucket(endpoint: string, bucket: string): Promise<void> {
  const login = await until(() => fetch(`${endpoint}/auth/v1.0`, { headers: LOGIN }));
  const [address, token] = [login.headers.get('x-storage-url'), login.headers.get('x-auth-token')];
  const send = (method: string, name: string) =>
    until(() => fetch(`${address}/${name}`, { method, headers: { 'x-auth-token': token ?? '' } }));
  await send('PUT', bucket);
  await send('PUT', `${bucket}/probe`);
  await send('DELETE', `${bucket}/probe`);
}

/** The first answer that says yes. */
async function until(ask: () => Promise<Response>): Promise<Response> {
  for (let look = 0; look < 300; look++) {
    const answer = await ask().catch(() => null);
    if (answer?.ok) return answer;
    await sleep(100);
  }
  throw new Error('Swift did not come up within half a minute');
}

async function freePorts(): Promise<Ports> {
  const [proxy = 0, object = 0, container = 0, account = 0, memcached = 0] = await Promise.all(
    Array.from({ length: 5 }, () => freePort()),
  );
  return { proxy, object, container, account, memcached };
}
