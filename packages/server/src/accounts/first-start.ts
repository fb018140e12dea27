import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { UNITS_PER_CREDIT } from '@atelier/contract';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { ALL_RIGHTS, createKey } from './keys.ts';
import { createWorkspace } from './workspaces.ts';

/** Credits of the workspace that is there from the start. */
const OPENING_CREDITS = 1_000;

/** Bytes of a generated admin key. */
const ADMIN_KEY_BYTES = 32;

/** Owner may read and write, nobody else. */
const PRIVATE_FILE = 0o600;

/** Names the advisory lock under which processes that start together make one default workspace. */
const FIRST_START_LOCK = 7_405_771;

/**
 * Creates the workspace `default` and its key if there is no workspace yet, and writes the key to `<data>/api-key`.
 * Returns the key when it creates it, else null.
 */
export async function makeDefaultWorkspace(db: Database, clock: Clock, data: string): Promise<string | null> {
  const key = await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`.execute(transaction);
    const { rows } = await sql`select 1 from workspaces limit 1`.execute(transaction);
    if (rows.length > 0) return null;
    const now = clock.now();
    const wanted = {
      name: 'default',
      plan: 'pro',
      sandbox: false,
      model_access: [],
      grant: OPENING_CREDITS * UNITS_PER_CREDIT,
    } as const;
    const workspace = await createWorkspace(transaction, wanted, now);
    return (await createKey(transaction, workspace, { name: 'first key', ...ALL_RIGHTS }, now)).key;
  });
  if (key !== null) await writePrivate(path.join(data, 'api-key'), key);
  return key;
}

/**
 * The admin key: the configured one, or that of `<data>/admin-key`, which is created if it is missing. `check` throws
 * for an invalid key; the Error then names the file and quotes nothing of it.
 */
export async function adminKeyOf(data: string, set: string | null, check: (text: string) => string): Promise<string> {
  if (set !== null) return set;
  const file = path.join(data, 'admin-key');
  const kept = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (kept !== null) return checked(file, kept.trim(), check);
  const key = `atl_admin_${randomBytes(ADMIN_KEY_BYTES).toString('base64url')}`;
  await writePrivate(file, key);
  return key;
}

function checked(file: string, text: string, check: (text: string) => string): string {
  try {
    return check(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} holds no admin key: ${reason}. Remove the file: the next start creates a key.`);
  }
}

/** Whole or not at all: a crash leaves no empty file in the place of a key. */
async function writePrivate(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.part`;
  await fs.writeFile(beside, `${text}\n`, { mode: PRIVATE_FILE, flush: true });
  await fs.rename(beside, file);
}
