import type { Clock } from '../clock.ts';
import type { ChangeNotices } from '../database/changes.ts';
import type { Database } from '../database/connection.ts';
import { findWorkspaceByKey } from './keys.ts';
import type { Workspace } from './workspaces.ts';

/** Longest a key is trusted without a look at the database, in milliseconds, should a notice ever be lost. */
const TRUSTED_MS = 10_000;

/** Keys remembered at once; beyond it all are let go. */
const REMEMBERED_MAX = 10_000;

/** Whose keys are whose, without a read for each request. */
export interface Keyring {
  /** The workspace of a living key, or null. Its balance is of no use: it is as old as the key's last look-up. */
  find(key: string): Promise<Workspace | null>;
}

interface Known {
  readonly workspace: Workspace;
  readonly until: number;
  readonly forget: () => void;
}

/**
 * Remembers keys until their workspace or one of its keys changes, in whichever process: a revoked key is refused as soon as the notice
 * comes, which takes milliseconds.
 */
export function keyring(db: Database, clock: Clock, changes: Pick<ChangeNotices, 'subscribe'>): Keyring {
  const known = new Map<string, Known>();

  async function lookUp(key: string): Promise<Workspace | null> {
    const workspace = await findWorkspaceByKey(db, key, clock.now());
    if (!workspace) return null;
    if (known.size >= REMEMBERED_MAX) for (const { forget } of known.values()) forget();
    known.get(key)?.forget();
    const unsubscribe = changes.subscribe(workspace.id, () => known.get(key)?.forget());
    const forget = () => {
      unsubscribe();
      known.delete(key);
    };
    // Read again: what changed between the first look and the subscription was told to nobody.
    const latest = await findWorkspaceByKey(db, key, clock.now());
    if (latest) known.set(key, { workspace: latest, until: clock.now().getTime() + TRUSTED_MS, forget });
    else unsubscribe();
    return latest;
  }

  return {
    async find(key) {
      const entry = known.get(key);
      return entry && entry.until > clock.now().getTime() ? entry.workspace : lookUp(key);
    },
  };
}
