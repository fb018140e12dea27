import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type Outcome, PUBLIC_ADDRESS } from './outcome.ts';

/** Longest time of all of it on a busy machine, in milliseconds. */
const TIMEOUT_MS = 240_000;

/** Bytes that a workspace may hold here: some twenty pictures. */
const STORAGE_BYTES = 1_000_000;

const INSIDE = fileURLToPath(new URL('./inside.ts', import.meta.url));

/**
 * The words before a command that give it a network of its own. The loopback interface there holds a public address,
 * and this file names the name servers.
 */
const ownNetwork = (servers: string): readonly string[] => [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  '--net',
  '--mount',
  'sh',
  '-ec',
  `ip link set lo up; ip address add ${PUBLIC_ADDRESS}/32 dev lo; mount --bind "$0" /etc/resolv.conf; exec "$@"`,
  servers,
];

let folder: string;
let servers: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-neighbours-'));
  servers = path.join(folder, 'resolv.conf');
  await fs.writeFile(servers, 'nameserver 127.0.0.1\n');
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await fs.rm(folder, { recursive: true });
});

test(
  'names, pictures, documents and uploads of a hostile workspace cost its neighbour nothing',
  async ({ skip }) => {
    const [command = '', ...words] = ownNetwork(servers);
    const tried = spawnSync(command, [...words, 'true'], { encoding: 'utf8' });
    skip(
      tried.status !== 0,
      `impossible here: no network namespace can be made (${tried.error ?? tried.stderr.trim()})`,
    );

    const configuration = path.join(folder, 'atelier.config.json');
    await fs.writeFile(configuration, JSON.stringify({ plans: { pro: { storage_bytes: STORAGE_BYTES } } }));
    const picture = path.join(folder, 'picture.png');
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    await sharp({ create: { width: 120, height: 160, channels: 3, background: '#888', noise } })
      .png()
      .toFile(picture);

    const inside = [...words, process.execPath, INSIDE, configuration, picture];
    const env = { ...process.env, DATABASE_URL: database.url };
    const { stdout } = await promisify(execFile)(command, inside, { env, timeout: TIMEOUT_MS });
    const outcome: Outcome = JSON.parse(stdout);
    expect(outcome).toMatchObject({ status: 'completed', endedJobs: 0, documents: 100 });
    expect(outcome.answeredNames).toBeLessThan(outcome.slowNames / 4);
  },
  TIMEOUT_MS,
);
