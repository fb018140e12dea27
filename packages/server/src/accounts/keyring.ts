import type { Clock } from '../clock.ts';
import type { ChangeNotices } from '../database/changes.ts';
import type { Database } from '../database/connection.ts';
import { type Caller, findCaller } from './keys.ts';

/** Longest a key is trusted without a look at the database, in milliseconds, should a notice ever be lost. */
const TRUSTED_MS = 10_000;

/** Keys remembered at once; beyond it all are let go. */
const REMEMBERED_MAX = 10_000;

/** Whose keys are whose, without a read for each request. */
export type Keyring = ReturnType<typeof keyring>;

interface Known {
  readonly caller: Caller;
  readonly until: number;
  readonly forget: () => void;
}

/**
 * Remembers keys until their workspace or one of its keys changes, in any process. A revoked key is refused as soon as
 * the notice comes, which takes milliseconds.
 */
export function keyring(db: Database, clock: Clock, changes: Pick<ChangeNotices, 'subscribe'>) {
  const known = new Map<string, Known>();
  /** Looks under way: requests that come at once share one, and its subscription. */
  const underWay = new Map<string, Promise<Caller | null>>();

  async function lookUp(key: string): Promise<Caller | null> {
    known.get(key)?.forget();
    const caller = await findCaller(db, key, clock.now());
    if (!caller) return null;
    let isChanged = false;
    const forget = () => {
      isChanged = true;
      unsubscribe();
      known.delete(key);
      // A request after the change does not share a read that began before it.
      underWay.delete(key);
    };
    const unsubscribe = changes.subscribe(caller.id, forget);
    // Read again, because nobody was notified of a change between the first read and the subscription.
    const latest = await findCaller(db, key, clock.now());
    // A notice can overtake the answer to the second read, which is then stale.
    if (!latest || isChanged) {
      unsubscribe();
      return latest;
    }
    if (known.size >= REMEMBERED_MAX) for (const { forget: letGo } of known.values()) letGo();
    known.set(key, { caller: latest, until: clock.now().getTime() + TRUSTED_MS, forget });
    return latest;
  }

  function beginLook(key: string): Promise<Caller | null> {
    const look = lookUp(key).finally(() => {
      if (underWay.get(key) === look) underWay.delete(key);
    });
    underWay.set(key, look);
    return look;
  }

  return {
    /**
     * The workspace of a key and the key, or null for one that is unknown or revoked. Its balance is of no use: it is
     * as old as the key's last look-up. The key may have expired.
     */
    async find(key: string): Promise<Caller | null> {
      const entry = known.get(key);
      if (entry && entry.until > clock.now().getTime()) return entry.caller;
      return underWay.get(key) ?? beginLook(key);
    },
  };
}
