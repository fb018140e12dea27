import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Longest time of one start on a busy machine, in milliseconds. */
export const START_TIMEOUT_MS = 120_000;

/** Sets capabilities and users (util-linux). */
export const canChange = process.getuid?.() === 0 && fs.existsSync('/usr/bin/setpriv');

/** Named in the report where the cases cannot be tried. */
export const where = canChange ? '' : ' (impossible here: needs root and setpriv)';

/** The capabilities of root in containers by default. */
export const CONTAINER =
  'chown dac_override fowner fsetid kill setgid setuid setpcap net_bind_service net_raw sys_chroot mknod audit_write setfcap';

/** The words before a command that give root these capabilities alone. */
export function rootWith(capabilities: string, ...more: string[]): string[] {
  const kept = capabilities === '' ? '' : `,+${capabilities.replaceAll(' ', ',+')}`;
  return ['setpriv', `--bounding-set=-all${kept}`, '--inh-caps=-all', ...more];
}

/** A user whose number no table of users has. */
export const NAMELESS = 54_321;

/** The words before a command that run it as a user without capabilities. */
export function asUser(uid: number, gid = uid): string[] {
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--inh-caps=-all'];
}

/** A start, and the user that owns the place of the data. */
export interface Case {
  readonly prefix: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly owner?: number;
  /** Path of the data below its place. */
  readonly below?: string;
}

/** An empty place for data, closed to others, until the test has finished. */
export function makePlace({ owner = 0, below = 'data' }: Pick<Case, 'owner' | 'below'>): string {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-place-'));
  fs.chownSync(place, owner, owner);
  onTestFinished(() => fs.rmSync(place, { recursive: true, force: true, maxRetries: 3 }));
  return path.join(place, below);
}
